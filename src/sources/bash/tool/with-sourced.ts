// Starts a script with the variables that shell files set, as server.d/env.sh does.
import { join } from 'node:path';
import { sdkFolder } from '../sdk-folder.ts';
import type { ScriptStart } from './trace.ts';

export function withSourced(files: readonly string[], start: ScriptStart): ScriptStart {
  if (files.length === 0) return start;
  const { path, args = [], isExecutable = false, env } = start;
  const command = isExecutable ? [path, ...args] : ['bash', path, ...args];
  return {
    path: join(sdkFolder(), 'hooks', 'with-env.sh'),
    isExecutable: false,
    args: [...files, '--', ...command],
    env,
  };
}
