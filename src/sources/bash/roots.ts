// Where the tools and resources of a project may look: what the client says, else what is configured.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CallContext, Caller, Root } from '../../core/call-context.ts';
import type { SessionPeer } from '../../core/dialect.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { BashProject } from './bash-project.ts';

export interface ProjectRoot {
  readonly uri: string;
  readonly name: string;
  /** Absolute, with links resolved. */
  readonly path: string;
}

/** A client that does not answer by then has no roots, or still those it had. */
const ANSWER_MS = 5_000;

/** What clients said, by the object that stands for the client while its roots stay the same. */
const said = new WeakMap<Caller, Promise<readonly ProjectRoot[]>>();

/** The client's roots, else `MCPBASH_ROOTS`, else `config/roots.json`, else the project itself. */
export async function projectRoots(
  project: BashProject,
  ctx: CallContext,
): Promise<readonly ProjectRoot[]> {
  const { caller } = ctx;
  if (caller.capabilities['roots'] === undefined) return configuredRoots(project);
  let asked = said.get(caller);
  if (!asked) said.set(caller, (asked = ask({ caller, roots: () => ctx.roots() })));
  const theirs = await asked;
  return theirs.length > 0 ? theirs : configuredRoots(project);
}

/** Asks before the first call does, and again when the client's roots have changed. */
export function learnRoots(peer: SessionPeer): void {
  if (peer.caller.capabilities['roots'] === undefined) return;
  said.set(peer.caller, ask(peer));
}

async function ask(peer: SessionPeer): Promise<readonly ProjectRoot[]> {
  try {
    return toProjectRoots(await answeredInTime(peer.roots()));
  } catch {
    // No answer is no news.
    return (peer.before && (await said.get(peer.before))) ?? [];
  }
}

async function answeredInTime(answer: Promise<readonly Root[]>): Promise<readonly Root[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toProjectRoots(roots: readonly Root[]): readonly ProjectRoot[] {
  return roots.flatMap(({ uri, name }) => {
    const path = typeof uri === 'string' ? directoryAt(uri) : undefined;
    if (path === undefined) return [];
    return [{ uri, name: typeof name === 'string' ? name : basename(path), path }];
  });
}

function directoryAt(uri: string): string | undefined {
  try {
    return uri.startsWith('file://') ? realDirectory(fileURLToPath(uri)) : undefined;
  } catch {
    return undefined;
  }
}

export function configuredRoots(project: BashProject): readonly ProjectRoot[] {
  const { root, settings } = project;
  const named: readonly NamedPath[] | undefined = settings.roots?.map((path) => ({ path }));
  const configured = named ?? rootsFile(root);
  if (!configured) return toRoot(root);
  return configured.flatMap(({ path, name }) => toRoot(resolve(root, path), name));
}

/** The directory as a root; none where there is no such directory. */
export function toRoot(path: string, name?: string): readonly ProjectRoot[] {
  const real = realDirectory(path);
  if (real === undefined) return [];
  return [{ uri: pathToFileURL(real).href, name: name ?? basename(real), path: real }];
}

interface NamedPath {
  readonly path: string;
  readonly name?: string;
}

/** A file that cannot be read opens nothing: it was written to narrow what is open. */
function rootsFile(root: string): readonly NamedPath[] | undefined {
  const file = join(root, 'config', 'roots.json');
  // Asked first: an error costs more than the whole rest of a call.
  if (!existsSync(file)) return undefined;
  return rootsIn(file).flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry['path'] !== 'string') return [];
    const { path, name } = entry;
    return [{ path, ...(typeof name === 'string' && { name }) }];
  });
}

function rootsIn(file: string): readonly JsonValue[] {
  try {
    const data = JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
    return isJsonObject(data) && Array.isArray(data['roots']) ? data['roots'] : [];
  } catch {
    return [];
  }
}

/** Roots that are not there, or are no directories, are passed over. */
function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
