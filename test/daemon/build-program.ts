// Builds the program into a folder of its own, in any version: a daemon must not depend on what others build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../support/run-plugboard.ts';

export interface BuiltProgram extends AsyncDisposable {
  readonly file: string;
}

export async function buildProgram(version: string, hash = 'first'): Promise<BuiltProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-build-'));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { 'bin/plugboard': 'bin/plugboard.ts', 'bin/daemon': 'bin/daemon.ts' },
    outdir: folder,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: {
      __PLUGBOARD_VERSION__: JSON.stringify(version),
      __PLUGBOARD_BUILD__: JSON.stringify(hash),
      'import.meta.url': 'moduleUrl',
    },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: 'silent',
  });
  return {
    file: join(folder, 'bin', 'plugboard.js'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
