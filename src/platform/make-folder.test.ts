// Proves that folders are made with all above them, also by several at once, and that no place means an error.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('makes what is missing above, with the mode asked for', () => {
  const path = join(root, 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('refuses a file in its place, and one above it', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
});

it.skipIf(!existsSync('/proc/self'))('ends where the system has no room for folders', () => {
  expect(() => makeFolder('/proc/nowhere/at/all')).toThrow('ENOENT');
});
