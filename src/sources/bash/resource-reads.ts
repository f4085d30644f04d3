// Reads and follows the resources of a project; loaded when the first of them is asked for.
import { resolve } from 'node:path';
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ReadResult } from '../../core/result.ts';
import { toProtocolError } from '../../mcp/wire/to-protocol-error.ts';
import type { BashProject } from './bash-project.ts';
import { findFile } from './providers/file-provider.ts';
import { findTarget } from './providers/find-target.ts';
import { fileBehind, readTarget, type TargetRead } from './providers/read-target.ts';
import { toContents } from './providers/resource-content.ts';
import type { RegistryKeeper } from './registry-items.ts';
import { followResource } from './resource-updates.ts';

/** Where the file provider may read for one caller. */
export type RootsOf = (ctx: CallContext) => Promise<readonly { readonly path: string }[]>;

export interface ReadPlace {
  readonly project: BashProject;
  readonly registry: RegistryKeeper;
  readonly roots: RootsOf;
  readonly closing: AbortSignal;
}

/** `address` is a URI, or the name of a resource. */
export async function readResource(
  place: ReadPlace,
  address: string,
  ctx: CallContext,
): Promise<ReadResult> {
  const read = await toRead(place, address, ctx);
  const bytes = await asReadError(readTarget(read));
  return { contents: [toContents(bytes, read.target)] };
}

export interface Following {
  readonly address: string;
  readonly onUpdate: () => void;
}

export async function follow(
  place: ReadPlace,
  { address, onUpdate }: Following,
  ctx: CallContext,
): Promise<Disposable> {
  const read = await toRead(place, address, ctx);
  const files = await fileBehind(read);
  // The request that asked for it is answered long before the last look.
  const later = { ...read, signal: place.closing };
  return asReadError(
    followResource({
      read: () => readTarget(later),
      ...(files && { file: await asReadError(findFile(files)) }),
      pollMs: place.project.settings.resourcesPollIntervalMs,
      onUpdate,
    }),
  );
}

async function toRead(place: ReadPlace, address: string, ctx: CallContext): Promise<TargetRead> {
  const { project, registry, closing } = place;
  const target = findTarget(address, await registry.current(), project);
  if (!target) throw new PlugboardError('not_found', { kind: 'resource', name: address });
  const signal = AbortSignal.any([ctx.signal, closing]);
  return { target, project, roots: await allowedRoots(place, ctx), signal };
}

/** The user's own list is the whole list; else the resources themselves, and the roots of the call. */
async function allowedRoots(place: ReadPlace, ctx: CallContext): Promise<readonly string[]> {
  const { settings, folders, root } = place.project;
  if (settings.resourcesRoots) return settings.resourcesRoots.map((path) => resolve(root, path));
  return [folders.resources, ...(await place.roots(ctx)).map(({ path }) => path)];
}

async function asReadError<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (thrown) {
    throw toProtocolError(thrown);
  }
}
