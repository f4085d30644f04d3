// Makes one runnable file of a TypeScript entry, so that a test can start it as a process of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface Bundle extends AsyncDisposable {
  readonly file: string;
}

/** The entry is named relative to this folder. */
export async function bundle(entry: string): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-bundle-'));
  const file = join(folder, 'entry.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    // CommonJS packages inside ask for `require`, which a module has not.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  return {
    file,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
