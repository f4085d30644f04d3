// Packs the package, installs it into an empty project with an empty home, and uses it there.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
// A tool of the packed examples, and what its output must contain.
const EXAMPLE = {
  selector: './node_modules/plugboard/examples/scripts:hello',
  arguments: [],
  contains: 'Hello',
};

const folder = mkdtempSync(join(tmpdir(), 'plugboard-package-'));
const home = join(folder, 'home');
const project = join(folder, 'project');

function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status === 0) return stdout;
  throw new Error(`\`${[command, ...args].join(' ')}\` exited with ${status}\n${stdout}${stderr}`);
}

function runInProject(command, args) {
  return run(command, args, {
    cwd: project,
    env: { ...process.env, HOME: home, USERPROFILE: home },
  });
}

function expectOutput(what, output, expected) {
  if (!output.includes(expected)) throw new Error(`${what} printed ${JSON.stringify(output)}`);
  process.stdout.write(`ok  ${what}\n`);
}

function checkPackage() {
  mkdirSync(home);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['run', 'build', '--silent'], { cwd: ROOT });
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT }),
  );
  process.stdout.write(`ok  packed ${packed.entryCount} files, ${packed.size} bytes\n`);
  runInProject('npm', ['install', '--omit=dev', join(folder, packed.filename)]);

  const shown = runInProject('npx', ['--no-install', 'plugboard', '--version']);
  expectOutput('plugboard --version', shown, version);
  const call = ['--no-install', 'plugboard', 'call', EXAMPLE.selector, ...EXAMPLE.arguments];
  expectOutput(`plugboard call ${EXAMPLE.selector}`, runInProject('npx', call), EXAMPLE.contains);
  runInProject('npx', ['--no-install', 'mcp-bash', 'new', 'notes']);
  const tool = ['--no-install', 'mcp-bash', 'run-tool', 'hello', '--project-root', 'notes'];
  expectOutput('mcp-bash new, run-tool', runInProject('npx', tool), 'Hello, World!');
  const program =
    "const names = Object.keys(await import('plugboard')); console.log(names.length > 0)";
  const imported = runInProject('node', ['--input-type=module', '-e', program]);
  expectOutput('import plugboard', imported, 'true');
}

try {
  checkPackage();
} catch (error) {
  process.stderr.write(`not ok  ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
