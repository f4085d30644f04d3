// What a start loads before anything is asked of it: start-up time is a promise too.
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';

const ENTRIES = ['src/index.ts', 'bin/plugboard.ts', 'bin/programs.ts'];

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

test('a start loads only the short ways', async () => {
  expect(loadedBy('bin/plugboard.ts', await bundled())).toMatchInlineSnapshot(`
    [
      "bin/current-folder.ts",
      "bin/plugboard.ts",
      "bin/print-now.ts",
      "bin/start-program.ts",
      "bin/warm-call.ts",
      "node:fs",
      "src/core/version.ts",
      "src/daemon/daemon-address.ts",
    ]
  `);
});

test('all of the programs load how to run one as a process, and no program', async () => {
  expect(loadedBy('bin/programs.ts', await bundled())).toMatchInlineSnapshot(`
    [
      "bin/current-folder.ts",
      "bin/programs.ts",
      "bin/run-as-process.ts",
      "node:events",
      "src/cli/open-own-servers.ts",
      "src/platform/env.ts",
      "src/platform/home-folder.ts",
    ]
  `);
});

test('the library loads the seam, and no source, surface or package', async () => {
  expect(loadedBy('src/index.ts', await bundled())).toMatchInlineSnapshot(`
    [
      "node:path",
      "src/app/bash/library.ts",
      "src/app/library.ts",
      "src/app/mci/library.ts",
      "src/app/ready-to-serve.ts",
      "src/app/runtime/call-result.ts",
      "src/app/runtime/render-content.ts",
      "src/app/runtime/runtime.ts",
      "src/app/runtime/server-proxy.ts",
      "src/app/runtime/transports.ts",
      "src/app/serve.ts",
      "src/app/servers/with-deadline.ts",
      "src/core/define-tools.ts",
      "src/core/errors.ts",
      "src/core/fnv1a.ts",
      "src/core/form-defaults.ts",
      "src/core/json.ts",
      "src/core/local-context.ts",
      "src/core/max-timer.ts",
      "src/core/memo.ts",
      "src/core/on-abort.ts",
      "src/core/plain-acceptance.ts",
      "src/core/result.ts",
      "src/core/safe-names.ts",
      "src/core/strict-clients.ts",
      "src/core/tool-checks.ts",
      "src/core/version.ts",
      "src/core/wrappers/filtered.ts",
      "src/core/wrappers/join-listings.ts",
      "src/core/wrappers/limited.ts",
      "src/core/wrappers/merged.ts",
      "src/core/wrappers/namespaced.ts",
      "src/core/wrappers/renamed.ts",
      "src/core/wrappers/validated.ts",
      "src/core/wrappers/wrapped.ts",
      "src/index.ts",
      "src/platform/compile-when-needed.ts",
      "src/platform/crypto.ts",
      "src/platform/is-same-secret.ts",
      "src/surfaces/http/walls.ts",
    ]
  `);
});
