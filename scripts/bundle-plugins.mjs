// How esbuild is told what belongs together: which packages are bundled, and what is kept apart.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
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

export const keepPackagesExternal = {
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
export const importLikeNode = {
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
export const keepCallsApart = {
  name: 'keep-calls-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/call-generated\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './generated-call.cjs', external: true },
    );
  },
};

/** A program of one file has no packages beside it: of undici it takes what proxies need. */
export const keepNoPackage = {
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
export const keepProgramsApart = {
  name: 'keep-programs-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:programs|mcp-bash-server)\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: `../${basename(path, '.ts')}.cjs`, external: true },
    );
  },
};

/**
 * A chunk is made for every set of entries that share a module, which cuts what the library loads at
 * once into a dozen crumbs. Parts loaded later that name the library too share all of it with it.
 */
export const keepLibraryWhole = (entry) => ({
  name: 'keep-library-whole',
  setup({ onResolve, onLoad }) {
    const library = join(ROOT, entry);
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
});

/** The yaml for Node asks for `process` in a way that a bundled module cannot; its other build does not. */
export const modularYaml = {
  name: 'modular-yaml',
  setup({ onResolve }) {
    const path = join(ROOT, 'node_modules', 'yaml', 'browser', 'dist', 'index.js');
    onResolve({ filter: /^yaml$/ }, ({ kind }) => (kind === 'require-call' ? { path } : undefined));
  },
};
