// Loads a file of ours with the code V8 made of it the last time: compiling costs a call more than its work.
import * as fs from 'node:fs';
import type { Module } from 'node:module';
import { basename, dirname, join, normalize } from 'node:path';
import { constants, Script } from 'node:vm';
import { cacheDir } from '../src/platform/cache-dir.ts';
import { makeFolder } from '../src/platform/make-folder.ts';

/** What the file that asks was given by Node; to import `node:module` would load the ES loader too. */
export interface Asking {
  readonly module: Module;
  readonly require: NodeJS.Require;
}

/** Puts the file where `require` finds it; where anything is in the way, `require` loads it as ever. */
export function loadCompiled(path: string, asking: Asking): void {
  // As `require` will spell it, or it would load the file once more.
  const file = normalize(path);
  const folder = join(cacheDir(), 'code');
  const suffix = `-${process.version}-${process.arch}`;
  const kept = join(folder, `${basename(file)}${suffix}`);
  const cachedData = readOwn(kept);
  const Modules = asking.module.constructor as typeof Module;
  const script = new Script(Modules.wrap(fs.readFileSync(file, 'utf8')), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
  run(script, new Modules(file, asking.module), asking);
  if (script.cachedDataRejected === false || !isCall(process.argv[2])) return;
  // Made at the end, it holds what a call has used by then.
  process.once('exit', () => keep({ folder, kept, suffix }, script));
}

/** What `Module.wrap` makes of a file: exports, require, module, file name, folder. */
type Wrapped = (
  ...given: readonly [unknown, (id: string) => unknown, Module, string, string]
) => void;

function run(script: Script, module: Module, asking: Asking): void {
  const file = module.id;
  module.filename = file;
  module.paths = asking.module.paths;
  asking.require.cache[file] = module;
  const require = (id: string): unknown => module.require(id);
  (script.runInThisContext() as Wrapped)(module.exports, require, module, file, dirname(file));
  module.loaded = true;
}

/** Code that another user could have written is not run. */
function readOwn(file: string): Buffer | undefined {
  try {
    const descriptor = fs.openSync(file, 'r');
    try {
      const { uid } = fs.fstatSync(descriptor);
      return uid === (process.getuid?.() ?? uid) ? fs.readFileSync(descriptor) : undefined;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function isCall(word: string | undefined): boolean {
  return word === 'call' || /^[^-].*[.(]/u.test(word ?? '');
}

interface Place {
  readonly folder: string;
  readonly kept: string;
  readonly suffix: string;
}

/** A cache that cannot be written is no error; what an older build left there goes. */
function keep({ folder, kept, suffix }: Place, script: Script): void {
  try {
    makeFolder(folder, 0o700);
    for (const name of fs.readdirSync(folder)) {
      if (name.endsWith(suffix)) fs.rmSync(join(folder, name), { force: true });
    }
    const draft = `${kept}.${process.pid}`;
    fs.writeFileSync(draft, script.createCachedData(), { mode: 0o600 });
    fs.renameSync(draft, kept);
  } catch {
    // The next call compiles again.
  }
}
