// Whether shell code of a project may be run by us on its own: nobody else can have written it.
import { lstatSync, type Stats } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { BashProject } from './bash-project.ts';

const OTHERS_MAY_WRITE = 0o022;

/** The reason why not; nothing means it is to be trusted. */
export function isTrustedHook(path: string, project: BashProject): string | undefined {
  for (const place of [path, dirname(path), project.root]) {
    const reason = distrust(place);
    if (reason === undefined) continue;
    const shown = relative(project.root, place) || 'the project folder';
    return `${shown} ${reason}`;
  }
  return undefined;
}

function distrust(path: string): string | undefined {
  let stats: Stats;
  try {
    stats = lstatSync(path);
  } catch {
    return 'cannot be looked at';
  }
  if (stats.isSymbolicLink()) return 'is a link; put the file itself there';
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  if (stats.uid !== uid) return `belongs to another user; run \`chown ${uid} '${path}'\``;
  if ((stats.mode & OTHERS_MAY_WRITE) === 0) return undefined;
  return `can be written by others; run \`chmod go-w '${path}'\``;
}
