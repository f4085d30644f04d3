// What a start loads before anything is asked of it: start-up time is a promise too.
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';

const ENTRIES = ['src/index.ts', 'bin/plugboard.ts'];

async function bundled(): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  });
  return metafile;
}

/** The source files and packages an entry loads without any dynamic import. */
function loadedBy(entry: string, { inputs }: Metafile): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { kind, path } of inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') visit(path);
    }
  };
  visit(entry);
  return [...seen].toSorted();
}

test('the program loads the list of commands and the error table', async () => {
  expect(loadedBy('bin/plugboard.ts', await bundled())).toMatchInlineSnapshot();
});

test('the library loads the seam, and no source, surface or package', async () => {
  expect(loadedBy('src/index.ts', await bundled())).toMatchInlineSnapshot();
});
