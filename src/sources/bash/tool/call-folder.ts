// The private folder of a call: the files a script and its host share, empty before it and after it.
import {
  closeSync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeKeptFolder, makeTempFolder } from '../temp-folders.ts';

export interface CallFolder extends Disposable {
  /** Open for reading; scripts only ever append to what is behind them. */
  readonly progress: number;
  readonly log: number;
  file(name: CallFile): string;
  /** Writes a value that is too long for a variable and says where it is. */
  spill(name: string, text: string): string;
  /** What a script left in a file; empty where it left nothing. */
  read(name: 'error' | 'resources', maxBytes: number): string;
}

export type CallFile =
  | 'error'
  | 'resources'
  | 'progress'
  | 'log'
  | 'cancelled'
  | 'elicit-request'
  | 'elicit-response'
  | 'debug'
  | 'trace';

export interface CallFolders extends Disposable {
  open(): CallFolder;
}

export interface CallFoldersOptions {
  /** Folders of ended calls stay as they are, for whoever looks into them. */
  readonly isKept: boolean;
}

/** A folder with its four empty files, two of them open. */
interface Slot {
  readonly path: string;
  readonly progress: number;
  readonly log: number;
}

/**
 * All folders of one source lie in one place that is made with the first. A folder that is as it was
 * serves a later call: making and removing files costs a file system more than all the rest of a call.
 */
export function callFolders({ isKept }: CallFoldersOptions): CallFolders {
  const free: Slot[] = [];
  let place: string | undefined;
  let count = 0;
  const newSlot = () => {
    place ??= isKept ? makeKeptFolder('kept') : makeTempFolder('calls');
    count += 1;
    return makeSlot(join(place, String(count)));
  };
  return {
    open: () => {
      const slot = free.pop() ?? newSlot();
      return toFolder(slot, () => {
        if (!isKept && isAsBefore(slot)) free.push(slot);
        else giveUp(slot, isKept);
      });
    },
    [Symbol.dispose]: () => {
      for (const slot of free) giveUp(slot, true);
      if (place !== undefined && !isKept) rmSync(place, { recursive: true, force: true });
    },
  };
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const STANDING_FILES: ReadonlySet<string> = new Set(['error', 'resources', 'progress', 'log']);

function makeSlot(path: string): Slot {
  mkdirSync(path, PRIVATE_FOLDER);
  const open = (name: string) => openSync(join(path, name), 'wx+', PRIVATE_FILE);
  for (const name of ['error', 'resources']) closeSync(open(name));
  const progress = open('progress');
  try {
    return { path, progress, log: open('log') };
  } catch (thrown) {
    // Where there are few descriptors, none may be lost.
    closeSync(progress);
    throw thrown;
  }
}

function toFolder({ path, progress, log }: Slot, onEnd: () => void): CallFolder {
  const file = (name: string) => join(path, name);
  return {
    progress,
    log,
    file,
    spill: (name, text) => {
      writeFileSync(file(name), text, { mode: PRIVATE_FILE, flag: 'wx' });
      return file(name);
    },
    read: (name, maxBytes) => readSmall(file(name), maxBytes),
    [Symbol.dispose]: onEnd,
  };
}

/** A file that is gone, or no file any more, says nothing; a huge one is not read. */
function readSmall(file: string, maxBytes: number): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size === 0 || stats.size > maxBytes) return '';
  return readFileSync(file, 'utf8');
}

/** Brings a folder back to its first state; false where its script left it in another. */
function isAsBefore({ path, progress, log }: Slot): boolean {
  try {
    const names = readdirSync(path);
    for (const name of names) if (!STANDING_FILES.has(name)) unlinkSync(join(path, name));
    for (const name of ['error', 'resources']) {
      const stats = statSync(join(path, name));
      if (!stats.isFile()) return false;
      if (stats.size > 0) truncateSync(join(path, name));
    }
    return isOurs(join(path, 'progress'), progress) && isOurs(join(path, 'log'), log);
  } catch {
    return false;
  }
}

/** Whether the open file is still the one under its name; then it is emptied. */
function isOurs(file: string, fd: number): boolean {
  const { ino, size } = fstatSync(fd);
  if (statSync(file).ino !== ino) return false;
  if (size > 0) ftruncateSync(fd);
  return true;
}

function giveUp({ path, progress, log }: Slot, isKept: boolean): void {
  closeSync(progress);
  closeSync(log);
  if (isKept) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It goes with the place it lies in.
  }
}
