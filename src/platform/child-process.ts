// The module that starts programs, loaded with the first of them: a server may never start one.
import type * as ChildProcessModule from 'node:child_process';

export function childProcess(): typeof ChildProcessModule {
  return process.getBuiltinModule('node:child_process');
}
