// Where this program lies, who keeps it up to date, and whether `mcp-bash` alone starts it.
import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { VERSION } from '../../../core/version.ts';
import { findCommand } from '../../../platform/find-command.ts';
import { packageRoot } from '../../../platform/package-root.ts';
import { COMPATIBLE_WITH } from '../../../sources/bash/compatible-with.ts';
import { exists } from '../../locate.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { finding, type Finding } from './finding.ts';

export const UPDATE = 'npm install --global plugboard@latest';

export interface InstallFacts {
  readonly framework: {
    readonly path: string;
    readonly exists: boolean;
    readonly version: string;
    readonly compatibleWith: string;
    readonly pathConfigured: boolean;
  };
  /** npm is who manages it, so `managed`, which means by this command, is never true. */
  readonly install: {
    readonly managedRoot: string;
    readonly markerPath: string;
    readonly markerPresent: boolean;
    readonly managed: false;
    readonly reason: string;
  };
  readonly shim: ShimFacts;
}

export interface ShimFacts {
  readonly path: string;
  readonly target: string;
  readonly status: 'ok' | 'missing' | 'broken' | 'wrong_target' | 'not_symlink';
  readonly detail: string;
}

export async function inspectInstall(options: DiagnoseOptions): Promise<InstallFacts> {
  const root = packageRoot();
  const path = join(root, 'dist', 'bin', 'mcp-bash.js');
  const markerPath = join(root, 'package.json');
  return {
    framework: {
      path,
      exists: await exists(path),
      version: VERSION,
      compatibleWith: COMPATIBLE_WITH,
      pathConfigured: await isOnPath(path, options),
    },
    install: {
      managedRoot: root,
      markerPath,
      markerPresent: await exists(markerPath),
      managed: false,
      reason: `npm keeps this program; update it with \`${UPDATE}\``,
    },
    shim: await inspectShim(path, options),
  };
}

async function isOnPath(program: string, { env, cwd }: DiagnoseOptions): Promise<boolean> {
  const found = await findCommand('mcp-bash', { env, cwd });
  return found !== undefined && (await isSame(found, program));
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => realpath(path).catch(() => undefined)),
  );
  return first !== undefined && first === second;
}

/** A link in the folder of the user's own programs. */
async function inspectShim(target: string, { env, home }: DiagnoseOptions): Promise<ShimFacts> {
  const path = join(env['XDG_BIN_HOME'] || join(home, '.local', 'bin'), 'mcp-bash');
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return { path, target, status: 'missing', detail: '' };
  if (!stats.isSymbolicLink()) {
    return { path, target, status: 'not_symlink', detail: 'a file of somebody else' };
  }
  const detail = resolve(dirname(path), await readlink(path));
  if (!(await exists(path))) return { path, target, status: 'broken', detail };
  return { path, target, status: (await isSame(path, target)) ? 'ok' : 'wrong_target', detail };
}

/** Only `doctor --fix` needs to know; servers are started by their whole path. */
export function installFindings({ framework, shim }: InstallFacts): readonly Finding[] {
  const all: (Finding | false)[] = [
    !framework.exists &&
      finding('framework.missing', 'error', {
        message: `${framework.path} is not there`,
        suggestedCommand: UPDATE,
      }),
    !framework.pathConfigured &&
      finding('path.not_configured', 'info', {
        message: 'PATH does not lead to this mcp-bash',
        suggestedCommand: UPDATE,
      }),
    !framework.pathConfigured &&
      shim.status !== 'ok' &&
      finding('shim.status', 'info', {
        message: `${shim.path} does not lead to this mcp-bash (${shim.status})`,
        suggestedCommand: 'mcp-bash doctor --fix',
        fixable: canBeLinked(shim),
      }),
  ];
  return all.filter((one) => one !== false);
}

/** Nothing that works is replaced, and nothing is linked to that npm will throw away. */
export function canBeLinked({ status, target }: ShimFacts): boolean {
  const isLasting = !target.split(/[\\/]/u).includes('_npx');
  return isLasting && (status === 'missing' || status === 'broken');
}
