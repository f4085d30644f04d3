// Loads a file of ours with the code V8 made of it the last time: compiling costs a call more than its work.
import * as fs from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join, normalize } from 'node:path';
import { constants, Script } from 'node:vm';
import { cacheDir } from '../src/platform/cache-dir.ts';

/** Puts the file where `require` finds it; where anything is in the way, `require` loads it as ever. */
export function loadCompiled(path: string): void {
  // As `require` will spell it, or it would load the file once more.
  const file = normalize(path);
  const folder = join(cacheDir(), 'code');
  const suffix = `-${process.version}-${process.arch}`;
  const kept = join(folder, `${basename(file)}${suffix}`);
  const cachedData = readOwn(kept);
  const script = new Script(Module.wrap(fs.readFileSync(file, 'utf8')), {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
  run(script, file);
  if (script.cachedDataRejected === false || !isCall(process.argv[2])) return;
  // Made at the end, it holds what a call has used by then.
  process.once('exit', () => keep({ folder, kept, suffix }, script));
}

/** What `Module.wrap` makes of a file: exports, require, module, file name, folder. */
type Wrapped = (...given: readonly [unknown, NodeJS.Require, Module, string, string]) => void;

function run(script: Script, file: string): void {
  const require = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  require.cache[file] = module;
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
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
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
