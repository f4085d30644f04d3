// The jq command line on top of jq as WebAssembly, for machines that have neither jq nor gojq.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { loadJq } from 'jq-wasm';

const STDIN_PATH = '/dev/stdin';
const USAGE_STATUS = 2;
const USAGE = 'usage: jq [options] FILTER [FILE...]';

// The long names of the options we act on, and the options that are followed by values.
const LETTER_OF = {
  '--raw-output': 'r',
  '--join-output': 'j',
  '--null-input': 'n',
  '--from-file': 'f',
  '--color-output': 'C',
};
const VALUES_AFTER = { '--arg': 2, '--argjson': 2, '--indent': 1, '-L': 1, '--library-path': 1 };
// The engine sees no files: what they hold is handed over instead.
const FILE_OPTIONS = {
  '--rawfile': (name, file) => ['--arg', name, readText(file)],
  '--slurpfile': (name, file, jq) => ['--argjson', name, slurp(file, jq)],
};

class UsageError extends Error {}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`Could not open ${file}: ${error.code}`, { cause: error });
  }
}

function slurp(file, jq) {
  const { stdout, stderr, exitCode } = jq.raw(readText(file), '.', ['-cs']);
  if (exitCode !== 0) throw new UsageError(`Bad JSON in ${file}: ${stderr}`);
  return stdout;
}

/** Sorts a command line into what goes to the engine (flags) and what is done here (own). */
function parseArguments(argv, jq) {
  const parsed = { flags: [], words: [], own: new Set() };
  const rest = [...argv];
  let collects = [];
  while (rest.length > 0) {
    const argument = rest.shift();
    const takeValues = (count) => {
      if (rest.length < count) throw new UsageError(`${argument} takes ${count} values`);
      return rest.splice(0, count);
    };
    if (argument === '--') {
      parsed.words.push(...rest.splice(0).map((word) => [word, collects]));
    } else if (argument === '--args' || argument === '--jsonargs') {
      collects = [argument];
    } else if (argument === '-' || !argument.startsWith('-')) {
      parsed.words.push([argument, collects]);
    } else if (argument in FILE_OPTIONS) {
      parsed.flags.push(...FILE_OPTIONS[argument](...takeValues(2), jq));
    } else if (argument in VALUES_AFTER) {
      parsed.flags.push(argument, ...takeValues(VALUES_AFTER[argument]));
    } else {
      takeFlag(parsed, argument);
    }
  }
  return parsed;
}

/** -r and -j are done here because the engine trims its output, -f because it sees no files. */
function takeFlag({ flags, own }, argument) {
  const letters = argument.startsWith('--') ? LETTER_OF[argument] : argument.slice(1);
  if (letters === undefined) flags.push(argument);
  for (const letter of letters ?? '') {
    own.add(letter);
    if (!'rjfC'.includes(letter)) flags.push(`-${letter}`);
  }
}

/** The environment of the engine is not ours. */
function withEnvironment(program, flags) {
  if (!/\benv\b|\$ENV\b/.test(program)) return program;
  flags.push('--argjson', '__env', JSON.stringify(process.env));
  return `def env: $__env; ${program.replaceAll(/\$ENV\b/g, '$__env')}`;
}

async function readInput(files, { own, program }) {
  if (files.length > 0) {
    const texts = files.map((file) => (file === '-' ? text(process.stdin) : readText(file)));
    return (await Promise.all(texts)).join('\n');
  }
  // Like jq, leaves standard input to others where the program does not ask for it.
  return own.has('n') && !/\binputs?\b/.test(program) ? '' : text(process.stdin);
}

/** With -r and -j strings are printed as they are; in any layout they begin a line with a quote. */
function renderOutput(stdout, own) {
  if (stdout === '') return '';
  if (!own.has('r') && !own.has('j')) return `${stdout}\n`;
  const lines = stdout.split('\n').map((line) => (line.startsWith('"') ? JSON.parse(line) : line));
  return own.has('j') ? lines.join('') : `${lines.join('\n')}\n`;
}

async function run(argv) {
  const jq = await loadJq();
  const { flags, words, own } = parseArguments(argv, jq);
  if (own.has('V') || flags.includes('--version')) return { stdout: jq.version, own };
  const [[first] = [], ...others] = words;
  if (first === undefined) throw new UsageError(USAGE);
  const program = own.has('f') ? readText(first) : first;
  const files = others.filter(([, collects]) => collects.length === 0).map(([word]) => word);
  const positional = others.flatMap(([word, collects]) =>
    collects.length > 0 ? [...collects, word] : [],
  );
  const input = await readInput(files, { own, program });
  const query = withEnvironment(program, flags);
  if (positional.length === 0) return { ...jq.raw(input, query, flags), own };
  // The engine puts the input last on its command line; as the value of -L it is no positional.
  return { ...jq.raw(input, '-L', [...flags, query, STDIN_PATH, ...positional]), own };
}

try {
  const { stdout, stderr = '', exitCode = 0, own } = await run(process.argv.slice(2));
  process.stdout.write(renderOutput(stdout, own));
  if (stderr !== '') process.stderr.write(`${stderr}\n`);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`jq: error: ${error.message}\n`);
  process.exitCode = USAGE_STATUS;
}
