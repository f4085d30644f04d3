// The project that is served where there is none: its one tool tells how to make one.
import { rm } from 'node:fs/promises';
import { makeTempFolder } from '../../sources/bash/temp-folders.ts';
import { layOut } from './lay-out.ts';

export interface Bootstrap extends AsyncDisposable {
  readonly root: string;
}

/** A copy: the package may belong to somebody else, and a project is written to. */
export async function openBootstrap(): Promise<Bootstrap> {
  const root = makeTempFolder('bootstrap');
  const dispose = () => rm(root, { recursive: true, force: true });
  try {
    await layOut({ template: 'bootstrap', target: root, name: 'mcp-bash' });
  } catch (thrown) {
    await dispose();
    throw thrown;
  }
  return { root, [Symbol.asyncDispose]: dispose };
}
