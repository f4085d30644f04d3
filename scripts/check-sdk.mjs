// Checks the shell side: shellcheck where it is installed, and that nothing needs a bash after 3.2.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OURS = ['sdk', 'scaffold', 'examples/bash', 'examples/run'];
const GIVEN = process.argv.slice(2);
const ROOTS =
  GIVEN.length > 0
    ? GIVEN
    : OURS.map((name) => fileURLToPath(new URL(`../${name}`, import.meta.url)));
const MAX_LINES = 300;
const MAX_COLUMNS = 100;

// What bash 3.2, which macOS still ships, or POSIX mode does not have.
const FORBIDDEN = [
  [/\b(?:declare|local|typeset)\s+-[a-z]*A/, 'associative arrays (bash 4.0)'],
  [/\b(?:declare|local|typeset)\s+-[a-z]*n/, 'name references (bash 4.3)'],
  [/\b(?:declare|typeset)\s+-[a-z]*g/, 'declare -g (bash 4.2)'],
  [/\blocal\s+-(?:\s|$)/, 'local - (bash 4.4)'],
  [/\b(?:mapfile|readarray|coproc)\b/, 'mapfile, readarray, coproc (bash 4.0)'],
  [/\$\{!?\w+(?:\[[^\]]*\])?(?:\^|,)/, 'case modification (bash 4.0)'],
  [/\$\{!?\w+(?:\[[^\]]*\])?@[A-Za-z]\}/, 'parameter transformation (bash 4.4)'],
  [/\$\{\w+:[^-+?=}][^}]*:\s*-\d/, 'negative substring length (bash 4.2)'],
  [/\[-\d+\]/, 'negative array index (bash 4.3)'],
  [/\|&/, '|& (bash 4.0)'],
  [/&>>/, '&>> (bash 4.0)'],
  [/;;?&/, ';& and ;;& (bash 4.0)'],
  [/\[\[?\s+(?:!\s+)?-v\s/, 'test -v (bash 4.2)'],
  [/\bwait\s+-[a-z]/, 'wait -n (bash 4.3)'],
  [/(?:^|\s)\{\w+\}[<>]/, 'descriptor variables (bash 4.1)'],
  [/\bread\b[^|;]*\s-[a-z]*t\s*\d*\.\d/, 'fractions in read -t (bash 4.0)'],
  [/\bread\b[^|;]*\s-[a-z]*N/, 'read -N (bash 4.1)'],
  [/\bprintf\s+-v\s+"?\w+\[/, 'printf -v into an array (bash 4.1)'],
  [/\$\{?(?:BASHPID|EPOCHSECONDS|EPOCHREALTIME|SRANDOM)\b/, 'variables of later releases'],
  [/\bshopt\s+-s\s+(?:globstar|lastpipe|inherit_errexit)\b/, 'shell options of later releases'],
  [/[<>]\(/, 'process substitution (not in POSIX mode)'],
  [/=~\s+[^$\s]*[(|{]/, 'a regular expression written in place (quoting differs; use a variable)'],
];

function listScripts(folder) {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listScripts(path);
    return /\.(?:sh|bash)$|^[^.]+$/.test(entry.name) ? [path] : [];
  });
}

function* checkScript(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const name = relative(process.cwd(), path);
  const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
  if (!/^# (?!shellcheck)\S/.test(first ?? '')) {
    yield `${name}: the first line must be a comment that says what the file is for`;
  }
  if (lines.length > MAX_LINES) {
    yield `${name}: ${lines.length} lines, the limit is ${MAX_LINES}`;
  }
  for (const [index, line] of lines.entries()) {
    const place = `${name}:${index + 1}`;
    if (line.length > MAX_COLUMNS) yield `${place}: longer than ${MAX_COLUMNS} columns`;
    if (/^\s*#/.test(line)) continue;
    for (const [pattern, what] of FORBIDDEN) {
      if (pattern.test(line)) yield `${place}: ${what}`;
    }
  }
}

/** Status and output of shellcheck, or undefined where it is not installed. */
function runShellcheck(scripts) {
  const { status, stdout, error } = spawnSync(
    'shellcheck',
    // Each file is checked by itself: which files are there is not its business.
    ['--exclude=SC1091', ...scripts],
    { encoding: 'utf8' },
  );
  return error?.code === 'ENOENT' ? undefined : { status, stdout };
}

const scripts = ROOTS.flatMap(listScripts);
const problems = scripts.flatMap((path) => [...checkScript(path)]);
const shellcheck = runShellcheck(scripts);
if (shellcheck === undefined) {
  process.stdout.write('SKIPPED: shellcheck is not installed\n');
} else if (shellcheck.status !== 0) {
  problems.push(`shellcheck:\n${shellcheck.stdout}`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${scripts.length} scripts checked, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
