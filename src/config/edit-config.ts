// Adds servers to a file of ours and takes them out again; everything else in it stays as it is.
import { chmod, readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { editJsonc } from '../platform/edit-jsonc.ts';
import { errnoOf } from '../platform/errno.ts';
import { formatOf, parseDocument } from '../platform/read-document.ts';
import { withLock } from '../platform/with-lock.ts';
import { writeFileAtomic } from '../platform/write-file-atomic.ts';
import { knownMembers } from './entry-keys.ts';
import type { ConfiguredServer } from './found-entry.ts';
import type { DeclaredServer } from './parse-entry.ts';

export interface AddedServer {
  readonly name: string;
  readonly entry: JsonObject;
  /** Take the place of an entry of that name; otherwise one is an error. */
  readonly isReplacing?: boolean;
}

/** Adds the servers in one go: all of them or none. */
export function addServers(file: string, servers: readonly AddedServer[]): Promise<void> {
  return change(file, (existing) =>
    servers.map(({ name, entry, isReplacing }) => {
      if (name.trim() === '') throw refusal(file, 'Server name cannot be empty');
      if (!isReplacing && Object.hasOwn(existing, name)) {
        const reason = `server '${name}' is already there`;
        const hint = 'Name it otherwise, or pass `--force` to take its place';
        throw new PlugboardError('config_error', { file, reason }, { hint });
      }
      return { name, value: entry };
    }),
  );
}

/** Says whether it was there. */
export async function removeServer(file: string, name: string): Promise<boolean> {
  // Nothing is made, not even a folder, where there is nothing to remove.
  if ((await readOrNothing(file)) === undefined) return false;
  let isFound = false;
  await change(file, (existing) => {
    isFound = Object.hasOwn(existing, name);
    return isFound ? [{ name, value: undefined }] : [];
  });
  return isFound;
}

/** An entry that can stand in any file: it names its folder and says nothing nobody reads. */
export function toPortableEntry({ entry, declared }: ConfiguredServer): JsonObject {
  const known = knownMembers(entry);
  return declared?.definition.transport.kind === 'stdio'
    ? { ...known, cwd: toPortableFolder(declared) }
    : known;
}

/** A folder that begins with a placeholder or at home is the same from everywhere. */
function toPortableFolder({ baseDir, cwd = '.' }: DeclaredServer): string {
  if (isAbsolute(cwd) || /^[~$]/u.test(cwd)) return cwd;
  // A folder may be called `${x}`, and our files would read that as a placeholder.
  return resolve(baseDir.replaceAll(/\$(?=\{|env:)/gu, '\\$'), cwd);
}

interface MemberEdit {
  readonly name: string;
  readonly value: JsonValue | undefined;
}

async function change(
  file: string,
  decide: (existing: JsonObject) => readonly MemberEdit[],
): Promise<void> {
  if (formatOf({ file }) !== 'jsonc') throw refusal(file, 'only JSON files can be changed');
  await alone(file, async () => {
    const text = (await readOrNothing(file)) ?? '';
    const { container, existing } = await findContainer(file, text);
    const edits = decide(existing);
    if (edits.length === 0) return;
    const changed = await editJsonc(
      { file, text },
      edits.map(({ name, value }) => ({ path: [container, name], value })),
    );
    await writeKeepingMode(file, changed);
  });
}

/** Longer than the lock of a program that died is respected. */
const WAIT_MS = 15_000;

/** Two at once would each write what they read, and lose one change. */
async function alone(file: string, work: () => Promise<void>): Promise<void> {
  const lock = `${file}.lock`;
  try {
    await withLock(lock, work, AbortSignal.timeout(WAIT_MS));
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ABORT_ERR') throw thrown;
    throw new PlugboardError(
      'config_error',
      { file, reason: 'another program is changing it' },
      { hint: `Remove ${lock} if no other program runs` },
    );
  }
}

/** A file that cannot be understood is never written. */
async function findContainer(
  file: string,
  text: string,
): Promise<{ readonly container: string; readonly existing: JsonObject }> {
  const data = (await parseDocument({ file, text })) ?? {};
  if (!isJsonObject(data)) throw refusal(file, 'the file must be an object');
  const container = 'mcp_servers' in data && !('mcpServers' in data) ? 'mcp_servers' : 'mcpServers';
  const existing = data[container] ?? {};
  if (!isJsonObject(existing)) throw refusal(file, `${container} must be an object`);
  return { container, existing };
}

async function readOrNothing(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw refusal(file, `cannot be read (${errnoOf(cause) ?? 'unknown error'})`, cause);
  }
}

/** A new file is for the user alone, because entries hold secrets; an old one keeps its mode. */
async function writeKeepingMode(file: string, text: string): Promise<void> {
  const before = await stat(file).catch(() => undefined);
  try {
    await writeFileAtomic(file, text);
    if (before) await chmod(file, before.mode & 0o777);
  } catch (cause) {
    throw refusal(file, `cannot be written (${errnoOf(cause) ?? 'unknown error'})`, cause);
  }
}

function refusal(file: string, reason: string, cause?: unknown): PlugboardError {
  return new PlugboardError('config_error', { file, reason }, { cause });
}
