// The variables that templates read: fixed ones, or those of files that are followed.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LookedAt } from './discover.ts';
import type { Env } from './settings.ts';

/** Variables that come from files. */
export interface LiveEnv {
  load(): Promise<Env>;
  /** Where they come from, also what is not there yet. */
  readonly files: readonly string[];
}

export interface Environment {
  /** Stays the same object while nothing changed. */
  now(): Env;
  /** Reads the files again. */
  refresh(): Promise<void>;
  /** What must be watched so that no change of a file is missed. */
  lookedAt(): readonly LookedAt[];
}

export function fixedEnvironment(env: Env): Environment {
  return { now: () => env, refresh: async () => {}, lookedAt: () => [] };
}

export async function liveEnvironment({ load, files }: LiveEnv): Promise<Environment> {
  let env = await load();
  return {
    now: () => env,
    refresh: async () => {
      const next = await load();
      if (!isDeepStrictEqual(env, next)) env = next;
    },
    lookedAt: () => files.map(toLookedAt),
  };
}

/** A folder that is not there cannot be watched; its coming can. */
function toLookedAt(file: string): LookedAt {
  const directory = dirname(file);
  if (existsSync(directory)) return { directory, names: [file] };
  return { directory: dirname(directory), names: [directory] };
}
