// Fails when a source file is too long or does not begin by saying what it is for.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'bin', 'test', 'bench', 'scripts'];
const MAX_LINES = 300;
const MAX_TEST_LINES = 500;

function listFiles(folder) {
  if (!existsSync(`${ROOT}${folder}`)) return [];
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (path === 'test/fixtures') return [];
    if (entry.isDirectory()) return listFiles(path);
    return /\.(?:ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

function loadExceptions() {
  const rows = new Map();
  for (const line of readFileSync(`${ROOT}size-exceptions.txt`, 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [path = '', ...reason] = line.trim().split(/\s+/);
    rows.set(path, reason.join(' '));
  }
  return rows;
}

function* checkFile(path, exceptions) {
  const lines = readFileSync(`${ROOT}${path}`, 'utf8').trimEnd().split('\n');
  const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
  if (!/^(\/\/|\/\*\*?) \S/.test(first ?? '')) {
    yield `${path}: the first line must be a comment that says what the file is for`;
  }
  const limit = path.startsWith('test/') || path.endsWith('.test.ts') ? MAX_TEST_LINES : MAX_LINES;
  const isListed = exceptions.has(path);
  if (lines.length > limit && !isListed) {
    yield `${path}: ${lines.length} lines, the limit is ${limit}`;
  }
  if (lines.length <= limit && isListed) {
    yield `${path}: ${lines.length} lines fit the limit, delete its line in size-exceptions.txt`;
  }
}

const files = FOLDERS.flatMap(listFiles);
const exceptions = loadExceptions();
const problems = files.flatMap((path) => [...checkFile(path, exceptions)]);
for (const [path, reason] of exceptions) {
  if (!files.includes(path)) problems.push(`size-exceptions.txt: ${path} does not exist`);
  if (reason === '') problems.push(`size-exceptions.txt: ${path} has no reason`);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${files.length} files checked, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
