// Where this user's caches live, by the habit of each platform.
import { isAbsolute, join } from 'node:path';
import { readEnv } from './env.ts';
import { homeFolder } from './home-folder.ts';

/** The folder for caches of ours; not created here. */
export function cacheDir(): string {
  return join(platformCacheDir(), 'plugboard');
}

function platformCacheDir(): string {
  const chosen = readEnv('XDG_CACHE_HOME');
  // The XDG specification tells to ignore relative values.
  if (chosen !== undefined && isAbsolute(chosen)) return chosen;
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Caches');
  if (process.platform === 'win32') {
    return readEnv('LOCALAPPDATA') ?? join(homeFolder(), 'AppData', 'Local');
  }
  return join(homeFolder(), '.cache');
}
