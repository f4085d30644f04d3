// The home of the user, as the system finds it; its module is loaded only where no variable names the place.
import { readEnv } from './env.ts';

const NAMED_BY = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';

export function homeFolder(): string {
  const named = readEnv(NAMED_BY);
  return named === undefined || named === ''
    ? process.getBuiltinModule('node:os').homedir()
    : named;
}
