// What `doctor --fix` does, what `--dry-run` says it would do, and what neither of them does.
import { rename, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MendMode } from './diagnose-options.ts';
import { finding, type Action, type Finding } from './finding.ts';
import { canBeLinked, UPDATE, type InstallFacts } from './install-facts.ts';
import { makeFolder } from '../../../platform/make-folder.ts';

export interface MendWishes {
  readonly mode: MendMode;
  /** Another version of this program was asked for by name. */
  readonly isOtherVersionWanted: boolean;
  /** The version the user or the project needs is newer than what we are. */
  readonly isTooOld: boolean;
}

export interface Mended {
  readonly proposed: readonly Action[];
  /** Asked for and not done, whatever else is. */
  readonly refused: readonly Action[];
  readonly taken: readonly Action[];
  readonly findings: readonly Finding[];
}

export async function mend(
  { framework, shim }: InstallFacts,
  { mode, isOtherVersionWanted, isTooOld }: MendWishes,
): Promise<Mended> {
  const isAsked = mode !== 'look';
  const needsLink = isAsked && !framework.pathConfigured && shim.status !== 'ok';
  const link: Action = {
    id: 'shim.ensure',
    message: `Link ${shim.path} to ${shim.target}`,
    command: `ln -sf '${shim.target}' '${shim.path}'`,
  };
  const refused = [
    ...(isOtherVersionWanted || (isAsked && isTooOld) ? [NOT_OURS] : []),
    ...(needsLink && !canBeLinked(shim) ? [notReplaced(shim.path, link.command)] : []),
  ];
  const proposed = needsLink && canBeLinked(shim) ? [link] : [];
  if (mode !== 'mend' || refused.length > 0) return { proposed, refused, taken: [], findings: [] };
  const failures = await Promise.all(proposed.map(() => linked(shim.path, shim.target)));
  const findings = failures.filter((failure) => failure !== undefined);
  return { proposed, refused, taken: findings.length === 0 ? proposed : [], findings };
}

const NOT_OURS: Action = {
  id: 'policy.refuse_user_managed',
  message: 'npm keeps this program, so another version of it is not put in its place from here',
  command: UPDATE,
};

function notReplaced(path: string, command: string): Action {
  const message = `${path} is left as it is: it works, or this mcp-bash will not stay where it is`;
  return { id: 'shim.refuse_overwrite', message, command };
}

/** A broken link is replaced in one step, so that there is never none. */
async function linked(path: string, target: string): Promise<Finding | undefined> {
  const fresh = `${path}.${process.pid}`;
  try {
    makeFolder(dirname(path));
    await symlink(target, fresh);
    await rename(fresh, path);
    return undefined;
  } catch (thrown) {
    await rm(fresh, { force: true }).catch(() => {});
    const { code = 'unknown error' } = thrown as NodeJS.ErrnoException;
    return finding('shim.failed', 'error', {
      message: `${path} could not be linked (${code})`,
      suggestedCommand: UPDATE,
    });
  }
}
