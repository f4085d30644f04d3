// Builds dist/: one minified ESM bundle with lazy chunks, the bins, the types and the licences.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  importLikeNode,
  keepCallsApart,
  keepLibraryWhole,
  keepNoPackage,
  keepPackagesExternal,
  keepProgramsApart,
  modularYaml,
} from './bundle-plugins.mjs';
import { programParts } from './program-parts.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
/** Takes the place of the last build once it is whole: whoever uses that one is hardly disturbed. */
const NEXT = join(ROOT, 'node_modules', `.dist-${process.pid}`);
const LIBRARY = { index: 'src/index.ts' };
/** The server of a mcp-bash project, which is started by clients. */
const BASH_SERVER = { 'mcp-bash-server': 'bin/mcp-bash-server.ts' };
/** What its start loads: a client waits for it. */
const SERVER_PATH = [
  'bin/run-as-process.ts',
  'src/cli/mcp-bash/main.ts',
  'src/cli/mcp-bash/commands/server.ts',
  'src/surfaces/stdio/serve-stdio.ts',
];
const PROGRAMS = { programs: 'bin/programs.ts' };
/** What generated command lines run on: help is in the first, calls are in the second. */
const GENERATED_CLI = {
  'generated-cli': 'src/cli/generated/run-generated-cli.ts',
  'generated-call': 'src/cli/generated/call-generated.ts',
};
/** What starts first, and loads the programs only when it has to. */
const BINS = {
  'bin/plugboard': 'bin/plugboard.ts',
  'bin/mcpd': 'bin/mcpd.ts',
  'bin/mcplug': 'bin/mcplug.ts',
  'bin/mcix': 'bin/mcix.ts',
  'bin/mcp-bash': 'bin/mcp-bash.ts',
  'bin/https-provider': 'bin/https-provider.ts',
  'bin/daemon': 'bin/daemon.ts',
};

async function bundle(entryPoints, { plugins = [], define, ...options }) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: NEXT,
    bundle: true,
    platform: 'node',
    // What is written as modules can be cut; `main` is often one big wrapper.
    mainFields: ['module', 'main'],
    target: 'node20',
    minify: true,
    legalComments: 'external',
    sourcemap: false,
    metafile: true,
    define: {
      __PLUGBOARD_VERSION__: JSON.stringify(version),
      __PLUGBOARD_BUILD__: JSON.stringify(buildHash),
      ...define,
    },
    plugins: [importLikeNode, ...plugins, keepPackagesExternal],
    logLevel: 'warning',
    ...options,
  });
  return metafile;
}

const bundleLibrary = () =>
  bundle(LIBRARY, {
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [keepLibraryWhole(LIBRARY.index), modularYaml],
  });

/** Files of text that are put into generated programs as they are. */
const bundleGeneratedCli = () =>
  bundle(GENERATED_CLI, {
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    plugins: [keepCallsApart, keepNoPackage],
  });

const bundlePrograms = () => bundle(PROGRAMS, programParts(ROOT, PROGRAMS.programs));

const bundleServer = () =>
  bundle(BASH_SERVER, programParts(ROOT, BASH_SERVER['mcp-bash-server'], SERVER_PATH));

/** CommonJS, because the module loader alone costs a quarter of an empty start. */
const bundleBins = () =>
  bundle(BINS, {
    format: 'cjs',
    supported: { 'dynamic-import': false },
    plugins: [keepProgramsApart],
  });

function listBundledPackages(metafiles) {
  const folders = new Set();
  for (const output of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].toSorted((a, b) => a.localeCompare(b));
}

async function renderLicence(folder) {
  const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = (await readdir(join(ROOT, folder))).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`no licence text in ${folder}`);
  const text = await readFile(join(ROOT, folder, file), 'utf8');
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text.trim()}\n`;
}

async function writeLicences(metafiles) {
  const texts = await Promise.all(listBundledPackages(metafiles).map(renderLicence));
  const heading = 'These packages are part of the files in this folder.\n';
  const rule = `\n${'-'.repeat(72)}\n\n`;
  await writeFile(join(NEXT, 'THIRD-PARTY-LICENSES.txt'), [heading, ...texts].join(rule));
}

async function makeExecutable(file) {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}

async function emitTypes() {
  const manifest = createRequire(import.meta.url).resolve('@typescript/native/package.json');
  const tsc = join(dirname(manifest), 'bin', 'tsc');
  const child = spawn(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--outDir', join(NEXT, 'types')],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the types could not be emitted');
}

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const buildHash = await hashOf(['bin', 'src', 'scripts', 'package-lock.json']);

/** Of the content of all files there: what is built of the same is the same. */
async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const files = (await readdir(join(ROOT, path), { recursive: true }).catch(() => ['']))
      .filter((file) => !file.endsWith('.test.ts'))
      .toSorted();
    for (const file of files) {
      const content = await readFile(join(ROOT, path, file)).catch(() => '');
      hash.update(`${file}\n`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 12);
}

async function takePlace() {
  const last = `${NEXT}-last`;
  await rename(DIST, last).catch(() => {});
  await rename(NEXT, DIST);
  await rm(last, { recursive: true, force: true });
}

try {
  const works = [
    bundleLibrary(),
    bundlePrograms(),
    bundleServer(),
    bundleBins(),
    bundleGeneratedCli(),
    emitTypes(),
  ];
  // None may still be writing when what is there is thrown away.
  await Promise.allSettled(works);
  const metafiles = (await Promise.all(works)).filter((metafile) => metafile !== undefined);
  await writeLicences(metafiles);
  // The package itself is a module; what starts first is not.
  await writeFile(join(NEXT, 'bin', 'package.json'), '{ "type": "commonjs" }\n');
  await Promise.all(Object.keys(BINS).map((name) => makeExecutable(join(NEXT, `${name}.js`))));
  await takePlace();
} catch (error) {
  // esbuild and tsc have printed their own diagnostics already.
  process.stderr.write(`build failed: ${error.message.split('\n')[0]}\n`);
  process.exitCode = 1;
  await rm(NEXT, { recursive: true, force: true });
}
