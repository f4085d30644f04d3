// Reads configuration once for as long as none of its files changes.
import { isSameStamp, listStampedPaths, readStamp } from '../../config/config-stamp.ts';
import { loadConfig, type LoadConfigOptions, type LoadedConfig } from '../../config/load-config.ts';

const MAX_ENTRIES = 50;

/** Tells `onLoad` of everything that is read anew. */
export function configCache(onLoad: (config: LoadedConfig) => void): typeof loadConfig {
  const kept = new Map<string, LoadedConfig>();
  return async (options: LoadConfigOptions) => {
    const { cwd, home, env, configPath, rootDir } = options;
    const key = JSON.stringify([cwd, home, configPath, rootDir]);
    const known = kept.get(key);
    if (known) {
      // The environment is the caller's own: it decides which files count, and is shared with nobody.
      const places = { ...known.places, env };
      const stamp = readStamp(listStampedPaths(places, options));
      if (isSameStamp(stamp, known.stamp)) return { ...known, places };
    }
    const config = await loadConfig(options);
    kept.delete(key);
    kept.set(key, { ...config, places: { ...config.places, env: {} } });
    if (kept.size > MAX_ENTRIES) kept.delete(kept.keys().next().value ?? key);
    onLoad(config);
    return config;
  };
}
