// Where caches go, by the environment and the platform.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { cacheDir } from './cache-dir.ts';

describe('cacheDir', () => {
  it('is where the user wants it, if that is an absolute path', () => {
    vi.stubEnv('XDG_CACHE_HOME', '/somewhere');
    expect(cacheDir()).toBe('/somewhere/plugboard');
  });

  it.skipIf(process.platform !== 'linux')('is in the home directory otherwise', () => {
    for (const value of [undefined, '', 'relative/path']) {
      vi.stubEnv('XDG_CACHE_HOME', value);
      expect(cacheDir()).toBe(join(homedir(), '.cache', 'plugboard'));
    }
  });
});
