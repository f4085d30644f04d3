// Tells when what is read from a resource has changed: by watching its file, else by reading again.
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { crypto } from '../../platform/crypto.ts';
import { directoryId, watchTree } from '../../platform/watch-tree.ts';

export interface Followed {
  /** Reads it now; what is thrown counts as a state of its own. */
  readonly read: () => Promise<Buffer>;
  /** The file behind it; absent means that only reading tells. */
  readonly file?: string;
  /** 0 means never. */
  readonly pollMs: number;
  readonly onUpdate: () => void;
}

const UNREADABLE = 'unreadable';

/** The first read must succeed: nobody can follow what is not there. */
export async function followResource(followed: Followed): Promise<Disposable> {
  let known = digestOf(await followed.read());
  let isLooking = false;
  let isOver = false;
  const look = async () => {
    if (isLooking || isOver) return;
    isLooking = true;
    const seen = await followed.read().then(digestOf, () => UNREADABLE);
    isLooking = false;
    if (isOver || seen === known) return;
    known = seen;
    followed.onUpdate();
  };
  const source =
    followed.file === undefined ? poll(look, followed.pollMs) : watch(look, followed.file);
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      source[Symbol.dispose]();
    },
  };
}

function digestOf(bytes: Buffer): string {
  return crypto().createHash('sha256').update(bytes).digest('hex');
}

function poll(look: () => Promise<void>, everyMs: number): Disposable {
  if (everyMs === 0) return { [Symbol.dispose]: () => {} };
  const timer = setInterval(() => void look(), everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The directory is watched, since editors replace files instead of writing into them. */
function watch(look: () => Promise<void>, file: string): Disposable {
  const path = dirname(file);
  const names = new Set([basename(file)]);
  const follow = () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    tree.follow(stats ? [{ path, id: directoryId(stats), names }] : []);
  };
  const tree = watchTree(path, () => {
    follow();
    void look();
  });
  follow();
  return tree;
}
