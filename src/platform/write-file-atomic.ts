// Writes a file so that readers see the old contents or the new, never a part.
import { open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

let drafts = 0;

/** Makes missing folders for the user alone; the file too is readable by nobody else. */
export async function writeFileAtomic(path: string, data: string): Promise<void> {
  makeFolder(dirname(path), 0o700);
  // A link stays a link: its target is what gets replaced.
  const target = await realpath(path).catch(() => path);
  drafts += 1;
  const draft = join(
    dirname(target),
    `.${basename(target)}.${process.pid}-${Date.now()}-${drafts}`,
  );
  try {
    await writeDraft(draft, data);
    await rename(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

async function writeDraft(draft: string, data: string): Promise<void> {
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}
