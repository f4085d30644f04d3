// Makes a folder and those above it, and gives up where the system has no place for one.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from './errno.ts';

const FOR_ALL = 0o777;

/** Node's own way to do this goes round for ever below `/proc`, which has no room and says ENOENT. */
export function makeFolder(path: string, mode: number = FOR_ALL): void {
  if (makeOne(path, mode)) return;
  makeFolder(dirname(path), mode);
  makeOne(path, mode);
}

/** False where one above it is missing. */
function makeOne(path: string, mode: number): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (thrown) {
    if (isFolder(path)) return true;
    if (errnoOf(thrown) === 'ENOENT' && !isFolder(dirname(path))) return false;
    throw thrown;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
