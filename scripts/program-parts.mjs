// Cuts the programs into files: what a call needs is one of them, the rest is loaded when wanted.

import promises, { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import { skipRelays } from './skip-relays.mjs';

/**
 * What every call of a server loads, one import or another away from the start. Reading and
 * compiling all of every program would cost a call more than anything it does.
 */
const CALL_PATH = [
  'bin/run-as-process.ts',
  'src/app/servers/open-servers.ts',
  'src/cli/call/pretty-json.ts',
  'src/cli/commands/call.ts',
  'src/cli/main.ts',
  'src/cli/palette.ts',
];

/**
 * A chunk is made for every set of entries that share a module, which would cut the path into
 * dozens of crumbs. Where every part names the whole path, all of them share all of it.
 */
function keepCallPathWhole(root, entry, callPath) {
  return {
    name: 'keep-call-path-whole',
    async setup({ onLoad, onResolve }) {
      const parts = await listParts(root, entry);
      onResolve({ filter: /^call-path$/ }, ({ path }) => ({ path, namespace: 'call-path' }));
      onLoad({ filter: /.*/, namespace: 'call-path' }, () => ({
        contents: callPath.map((file) => `import './${file}';`).join('\n'),
        resolveDir: root,
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!parts.has(path)) return undefined;
        const contents = `${await readFile(path, 'utf8')}\nimport 'call-path';\n`;
        return { contents, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/** Our own modules that are loaded by `import()`, and the entry. */
async function listParts(root, entry) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    packages: 'external',
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const loadedLater = imports.filter(
    ({ kind, external }) => kind === 'dynamic-import' && !external,
  );
  return new Set([entry, ...loadedLater.map(({ path }) => path)].map((path) => join(root, path)));
}

/** Node loads it with the first use of `fs.promises`; a call of a server has none. */
const loadPromisesLate = {
  name: 'load-promises-late',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:fs\/promises$/ }, ({ path }) => ({ path, namespace: 'late' }));
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      contents: ["import fs from 'node:fs';", ...Object.keys(promises).map(toLateExport)].join(
        '\n',
      ),
    }));
  },
};

function toLateExport(name) {
  if (typeof promises[name] !== 'function') return `export const ${name} = fs.${name};`;
  return `export const ${name} = (...args) => fs.promises.${name}(...args);`;
}

const IMPORT_OF_PART = /import\(("\.{1,2}\/[^"]+\.cjs")\)/g;
const MODULE_URL = 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;\n';

/** esbuild splits modules only; each file becomes CommonJS afterwards, and loads parts as such. */
const writeAsCommonJs = (root) => ({
  name: 'write-as-common-js',
  setup({ onEnd }) {
    onEnd(async ({ outputFiles, metafile }) => {
      const loading = `${await loaderText(root)}loader.loadCompiled(__dirname+"/${findCallPath(metafile)}",{module,require});\n`;
      await Promise.all(
        skipRelays(outputFiles).map((file) =>
          writeOne(file, basename(file.path) === 'programs.cjs' ? loading : ''),
        ),
      );
    });
  },
});

/** What loads the call path stands before the programs: a file of its own would have to be found first. */
async function loaderText(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['bin/load-compiled.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'iife',
    globalName: 'loader',
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}

/** The file the call path is in, below `dist`. */
function findCallPath({ outputs }) {
  const [file] =
    Object.entries(outputs).find(([, { inputs }]) => {
      const found = inputs['src/cli/commands/call.ts'];
      return found !== undefined && found.bytesInOutput > 0;
    }) ?? [];
  return file?.slice(file.lastIndexOf('parts/'));
}

async function writeOne({ path, text }, before) {
  const loading = text.replaceAll(IMPORT_OF_PART, 'Promise.resolve().then(()=>require($1))');
  const options = { format: 'cjs', platform: 'node', target: 'node20', minify: true };
  const { code } = await transform(loading, options);
  await mkdir(dirname(path), { recursive: true });
  const moduleUrl = code.includes('moduleUrl') ? MODULE_URL : '';
  await writeFile(path, before + moduleUrl + code);
}

/** The options of esbuild for an entry of programs, and what of it is to be in one file. */
export function programParts(root, entry, callPath = CALL_PATH) {
  return {
    format: 'esm',
    splitting: true,
    write: false,
    legalComments: 'none',
    chunkNames: 'parts/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'moduleUrl' },
    plugins: [keepCallPathWhole(root, entry, callPath), loadPromisesLate, writeAsCommonJs(root)],
  };
}
