// What a call of a configured server loads: nothing that only other commands need.
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';

/** What the hot path imports, and what it fetches while it runs. */
const HOT = [
  'src/cli/run-program.ts',
  'src/cli/commands/call.ts',
  'src/app/servers/open-servers.ts',
];

async function loaded(): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: HOT,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  });
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { kind, path } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') visit(path);
    }
  };
  HOT.forEach(visit);
  return [...seen];
}

test('a call loads no package, no prompts, no editing of files, no sources on disk', async () => {
  const files = await loaded();
  expect(files.filter((file) => !/^(?:src\/|node:)/u.test(file))).toEqual([]);
  const heavy = ['crypto', 'http', 'https', 'readline', 'tls', 'zlib'].map(
    (name) => `node:${name}`,
  );
  expect(files.filter((file) => heavy.includes(file))).toEqual([]);
  const strange = files.filter((file) =>
    /\/(?:edit-config|parse-argv|prompter|answer-question|save-media|pretty-json|open-source|json-schema|library|ad-hoc-\w+|tool-names)\.ts$|src\/sources\/(?!upstream\/)|src\/surfaces\/|src\/mcp\/server\/|src\/oauth\/|src\/app\/auth\//u.test(
      file,
    ),
  );
  expect(strange).toEqual([]);
});
