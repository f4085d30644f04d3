// Runs a program that may open few files only, and can take every descriptor that is left.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { tempFolder } from './temp-folder.ts';

/** A program that waits for what never comes must not outlive its test. */
const ENDS_WITHIN_MS = 15_000;

const DESCRIPTORS = `
import { closeSync, openSync } from 'node:fs';
const held = [];
const takeAll = () => {
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {}
};
const giveBack = (count = held.length) => held.splice(0, count).forEach((one) => closeSync(one));
`;

/**
 * What it prints, as JSON. `takeAll()` leaves it no descriptor, `giveBack(count)` gives it some;
 * imports start at the root of the repository.
 */
export async function printedWithFewDescriptors(
  program: string,
  ...args: readonly string[]
): Promise<unknown> {
  const outfile = join(await tempFolder(), 'program.mjs');
  await build({
    stdin: { contents: DESCRIPTORS + program, resolveDir: process.cwd(), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Files that ship beside the code are found from here.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(process.cwd(), 'x')).href) },
    // Packages that are no modules want it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const limited = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, outfile, ...args];
  const { stdout } = await promisify(execFile)('/bin/sh', limited, { timeout: ENDS_WITHIN_MS });
  return JSON.parse(stdout);
}
