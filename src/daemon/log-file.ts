// A log that cannot fill the disk: a file and its predecessor, and no error when there is no room.
import { appendFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';

export interface LogFile {
  write(text: string): void;
  /** Resolves when everything is written. */
  flushed(): Promise<void>;
}

const MAX_BYTES = 1024 * 1024;

export function openLogFile(path: string): LogFile {
  let pending = '';
  let writing: Promise<void> | undefined;
  const drain = async () => {
    makeFolder(dirname(path), 0o700);
    while (pending !== '') {
      const text = pending;
      pending = '';
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      if (size > MAX_BYTES) await rename(path, `${path}.1`);
      await appendFile(path, text, { mode: 0o600 });
    }
  };
  return {
    write: (text) => {
      // What cannot be written soon enough is lost before it fills the memory.
      if (pending.length < MAX_BYTES) pending += text;
      writing ??= drain()
        .catch(() => {
          pending = '';
        })
        .finally(() => {
          writing = undefined;
        });
    },
    flushed: async () => writing,
  };
}
