// Builds dist/: one minified ESM bundle with lazy chunks, the bins, the types and the licences.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const LIBRARY = { index: 'src/index.ts' };
/** All of every program in one file: a module loader and dozens of chunks cost more than its size. */
const PROGRAMS = { programs: 'bin/programs.ts' };
/** What starts first, and loads the programs only when it has to. */
const BINS = {
  'bin/plugboard': 'bin/plugboard.ts',
  'bin/mcpd': 'bin/mcpd.ts',
  'bin/mcplug': 'bin/mcplug.ts',
  'bin/mcix': 'bin/mcix.ts',
  'bin/daemon': 'bin/daemon.ts',
};
// Bundled because hundreds of small files cost more start-up time than one chunk.
const BUNDLED = new Set(['ajv', 'ajv-formats']);

const toPackageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const keepPackagesExternal = {
  name: 'keep-packages-external',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
      const isInsideBundledPackage = importer.includes('node_modules');
      if (isInsideBundledPackage || BUNDLED.has(toPackageName(path))) return undefined;
      return { path, external: true };
    });
  },
};

// Under `import()` esbuild shows a CommonJS module as `default` only; Node shows its names too.
const importLikeNode = {
  name: 'import-like-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || !BUNDLED.has(toPackageName(path))) return undefined;
      return { path, namespace: 'like-node' };
    });
    onLoad({ filter: /.*/, namespace: 'like-node' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) =>
        /^(?!default$)\w+$/.test(name),
      );
      const lines = names.map((name) => `export const ${name} = all.${name};`);
      const source = JSON.stringify(path);
      const contents = [`const all = require(${source});`, 'export default all;', ...lines];
      return { contents: contents.join('\n'), resolveDir: ROOT, loader: 'js' };
    });
  },
};

/** The bins and the programs are built apart: one is small, the other is whole. */
const keepProgramsApart = {
  name: 'keep-programs-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/programs\.ts$/ }, () => ({ path: '../programs.cjs', external: true }));
  },
};

async function bundle(entryPoints, { plugins = [], define, ...options }) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: DIST,
    bundle: true,
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'external',
    sourcemap: false,
    metafile: true,
    define: { __PLUGBOARD_VERSION__: JSON.stringify(version), ...define },
    plugins: [importLikeNode, ...plugins, keepPackagesExternal],
    logLevel: 'warning',
    ...options,
  });
  return metafile;
}

/**
 * A chunk is made for every set of entries that share a module, which cuts what the library loads at
 * once into a dozen crumbs. Parts loaded later that name the library too share all of it with it.
 */
const keepLibraryWhole = {
  name: 'keep-library-whole',
  setup({ onResolve, onLoad }) {
    const library = join(ROOT, LIBRARY.index);
    const loadedLater = new Set();
    onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, resolveDir }) => {
      if (kind === 'dynamic-import') loadedLater.add(join(resolveDir, path));
      return undefined;
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!loadedLater.has(path)) return undefined;
      const contents = `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(library)};\n`;
      return { contents, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

const bundleLibrary = () =>
  bundle(LIBRARY, {
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [keepLibraryWhole],
  });

const bundlePrograms = () =>
  bundle(PROGRAMS, {
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });

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
  await writeFile(join(DIST, 'THIRD-PARTY-LICENSES.txt'), [heading, ...texts].join(rule));
}

async function makeExecutable(file) {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `#!/usr/bin/env node\n${text}`);
  await chmod(file, 0o755);
}

async function emitTypes() {
  const manifest = createRequire(import.meta.url).resolve('@typescript/native/package.json');
  const tsc = join(dirname(manifest), 'bin', 'tsc');
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the types could not be emitted');
}

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));

await rm(DIST, { recursive: true, force: true });
try {
  const types = emitTypes();
  const metafiles = await Promise.all([bundleLibrary(), bundlePrograms(), bundleBins()]);
  await types;
  await writeLicences(metafiles);
  // The package itself is a module; what starts first is not.
  await writeFile(join(DIST, 'bin', 'package.json'), '{ "type": "commonjs" }\n');
  await Promise.all(Object.keys(BINS).map((name) => makeExecutable(join(DIST, `${name}.js`))));
} catch (error) {
  // esbuild and tsc have printed their own diagnostics already.
  process.stderr.write(`build failed: ${error.message.split('\n')[0]}\n`);
  process.exitCode = 1;
}
