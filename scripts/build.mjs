// Builds dist/: one minified ESM bundle with lazy chunks, the bins, the types and the licences.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
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
/** How the programs load what every call needs. */
const LOADER = { 'load-compiled': 'bin/load-compiled.ts' };
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
// Bundled because hundreds of small files cost more start-up time than one chunk.
const BUNDLED = new Set([
  'ajv',
  'ajv-formats',
  'jsonc-parser',
  'smol-toml',
  'uri-template-matcher',
  'yaml',
]);

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

/** Help costs little where the code of calls is not even read. */
const keepCallsApart = {
  name: 'keep-calls-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/call-generated\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './generated-call.cjs', external: true },
    );
  },
};

/** A program of one file has no packages beside it: of undici it takes what proxies need. */
const keepNoPackage = {
  name: 'keep-no-package',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'proxies-only' }));
    onResolve({ filter: /^undici\//, namespace: 'proxies-only' }, ({ path }) => ({
      path: join(ROOT, 'node_modules', path),
    }));
    onLoad({ filter: /.*/, namespace: 'proxies-only' }, () => ({ contents: PROXIES_ONLY }));
  },
};
const PROXIES_ONLY = `
import connect from 'undici/lib/api/api-connect.js';
import send from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
// Proxies are asked to connect by a method that the whole package would have put there.
Dispatcher.prototype.connect = connect;
const request = ({ origin, pathname, search }, { dispatcher, ...options }) =>
  send.call(dispatcher, { ...options, origin, path: pathname + search });
export { EnvHttpProxyAgent, request };
`;

/** The bins and the programs are built apart: what starts first is small. */
const keepProgramsApart = {
  name: 'keep-programs-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:programs|mcp-bash-server)\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: `../${basename(path, '.ts')}.cjs`, external: true },
    );
  },
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

/** The yaml for Node asks for `process` in a way that a bundled module cannot; its other build does not. */
const modularYaml = {
  name: 'modular-yaml',
  setup({ onResolve }) {
    const path = join(ROOT, 'node_modules', 'yaml', 'browser', 'dist', 'index.js');
    onResolve({ filter: /^yaml$/ }, ({ kind }) => (kind === 'require-call' ? { path } : undefined));
  },
};

const bundleLibrary = () =>
  bundle(LIBRARY, {
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [keepLibraryWhole, modularYaml],
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

const bundleLoader = () =>
  bundle(LOADER, { format: 'cjs', outExtension: { '.js': '.cjs' }, legalComments: 'none' });

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

async function takePlace() {
  const last = `${NEXT}-last`;
  await rename(DIST, last).catch(() => {});
  await rename(NEXT, DIST);
  await rm(last, { recursive: true, force: true });
}

try {
  const works = [
    bundleLibrary(),
    bundleLoader(),
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
