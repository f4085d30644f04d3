// Whatever a script does to its folder, the next call finds four empty files of its own.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callFolders, type CallFolder, type CallFolders } from './call-folder.ts';

let folders: CallFolders;
beforeEach(() => {
  folders = callFolders({ isKept: false });
});
afterEach(() => folders[Symbol.dispose]());

const NAMES = ['error', 'resources', 'progress', 'log'] as const;
const placeOf = (folder: CallFolder) => dirname(folder.file('error'));

function isFresh(folder: CallFolder): boolean {
  const found = readdirSync(placeOf(folder)).toSorted();
  const isEmpty = NAMES.every((name) => readFileSync(folder.file(name), 'utf8') === '');
  appendFileSync(folder.file('progress'), 'p');
  const isFollowed = readFileSync(folder.progress, 'utf8') === 'p';
  return found.join() === NAMES.toSorted().join() && isEmpty && isFollowed;
}

const DEEDS: Readonly<Record<string, (folder: CallFolder) => void>> = {
  nothing: () => {},
  'writes to all': (folder) => NAMES.forEach((name) => writeFileSync(folder.file(name), 'x')),
  'adds files': (folder) => writeFileSync(folder.file('debug'), 'x'),
  'takes the folder away': (folder) => rmSync(placeOf(folder), { recursive: true }),
  'puts a folder there': (folder) => mkdirSync(folder.file('cancelled')),
  'turns a file into a folder': (folder) => {
    rmSync(folder.file('error'));
    mkdirSync(folder.file('error'));
  },
  'replaces a stream': (folder) => {
    writeFileSync(folder.file('debug'), 'x');
    renameSync(folder.file('debug'), folder.file('progress'));
  },
  'makes a stream a link': (folder) => {
    rmSync(folder.file('log'));
    symlinkSync('/etc/passwd', folder.file('log'));
  },
};

test.each(Object.keys(DEEDS))('after a script that %s', (name) => {
  {
    using folder = folders.open();
    DEEDS[name]?.(folder);
  }
  expect(isFresh(folders.open())).toBe(true);
});

test('two calls at once have two folders', () => {
  expect(placeOf(folders.open())).not.toBe(placeOf(folders.open()));
});

test('nothing is left when all is closed, unless it is to be kept', () => {
  const kept = callFolders({ isKept: true });
  const folder = kept.open();
  writeFileSync(folder.file('debug'), 'x');
  folder[Symbol.dispose]();
  kept[Symbol.dispose]();
  expect(existsSync(folder.file('debug'))).toBe(true);
  rmSync(dirname(placeOf(folder)), { recursive: true });
  const gone = folders.open();
  folders[Symbol.dispose]();
  expect(existsSync(placeOf(gone))).toBe(false);
});
