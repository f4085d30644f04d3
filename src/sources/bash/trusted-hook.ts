// Whether shell code of a project may be run by us on its own: nobody else can have written it.
import { lstatSync, type Stats } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { BashProject } from './bash-project.ts';

/**
 * What a project may have us run or take over. Without its policy no tool is called and with a wrong
 * register.json nothing is listed; the others are passed over.
 */
export const HOOKS = {
  'register.sh': { level: 'warning' },
  'register.json': { level: 'error' },
  'policy.sh': { level: 'error' },
  'health-checks.sh': { level: 'warning' },
} as const;

export type HookName = keyof typeof HOOKS;

export interface Distrust {
  readonly reason: string;
  /** What would mend it, where a command can. */
  readonly command?: string;
}

const OTHERS_MAY_WRITE = 0o022;

/** Nothing means that it is to be trusted. */
export function distrustOf(path: string, project: BashProject): Distrust | undefined {
  for (const place of [path, dirname(path), project.root]) {
    const found = distrustOfPlace(place);
    if (found === undefined) continue;
    const shown = relative(project.root, place) || 'the project folder';
    const { reason, command } = found;
    if (command === undefined) return { reason: `${shown} ${reason}` };
    return { reason: `${shown} ${reason}; run \`${command}\``, command };
  }
  return undefined;
}

function distrustOfPlace(path: string): Distrust | undefined {
  let stats: Stats;
  try {
    stats = lstatSync(path);
  } catch {
    return { reason: 'cannot be looked at' };
  }
  if (stats.isSymbolicLink()) return { reason: 'is a link; put the file itself there' };
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  if (stats.uid !== uid) {
    return { reason: 'belongs to another user', command: `chown ${uid} '${path}'` };
  }
  if ((stats.mode & OTHERS_MAY_WRITE) === 0) return undefined;
  return { reason: 'can be written by others', command: `chmod go-w '${path}'` };
}
