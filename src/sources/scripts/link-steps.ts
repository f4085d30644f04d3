// Finds every place that decides where a link leads, so that each of them can be watched.
import { readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { errnoOf } from '../../platform/errno.ts';

export interface LinkStep {
  /** A real path: no link in it. */
  readonly folder: string;
  readonly name: string;
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** The links after the first, and at last what they lead to, be it there or not. */
export function linkSteps(link: LinkStep): LinkStep[] {
  const steps: LinkStep[] = [];
  const rest = [link.name];
  let folder = link.folder;
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      folder = dirname(folder);
      continue;
    }
    const path = join(folder, name);
    const found = targetOf(path);
    if (found.target === undefined) {
      if (found.isMissing || rest.length === 0) steps.push({ folder, name });
      if (found.isMissing) return steps;
      folder = path;
      continue;
    }
    if (links > 0) steps.push({ folder, name });
    links += 1;
    if (links > MAX_LINKS) return steps;
    if (isAbsolute(found.target)) folder = parse(found.target).root;
    rest.unshift(...found.target.split(sep));
  }
  return steps;
}

interface Found {
  /** Absent where it is no link. */
  readonly target?: string;
  readonly isMissing: boolean;
}

function targetOf(path: string): Found {
  try {
    return { target: readlinkSync(path), isMissing: false };
  } catch (thrown) {
    // Every other file is no valid argument for readlink.
    return { isMissing: errnoOf(thrown) !== 'EINVAL' };
  }
}
