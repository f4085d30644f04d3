// Reads file:// resources: regular files below the allowed roots, never through a link.
import { constants, lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errnoOf } from '../../../platform/errno.ts';
import { providerError } from './provider-error.ts';

export interface FileRead {
  readonly uri: string;
  /** The file the registry knows behind the URI, absolute; read where the URI names none. */
  readonly knownPath?: string;
  /** Where `file://./x` starts, in the order they are tried. */
  readonly bases: readonly string[];
  /** Only files below these are read; one that does not exist counts for nothing. */
  readonly roots: readonly string[];
  readonly maxBytes: number;
}

/** A link in the place of the file is refused; a pipe without a writer must not hold us up. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function readFileUri(read: FileRead): Promise<Buffer> {
  const path = await findFile(read);
  const file = await open(path, FLAGS).catch((cause: unknown) => {
    throw openingError(read.uri, cause);
  });
  try {
    await refuseAnother(file, path, read.uri);
    return await readWhole(file, read);
  } finally {
    await file.close();
  }
}

/** The real path of the file behind a URI, if it is below a root. Only this path may be opened. */
export async function findFile(read: FileRead): Promise<string> {
  const { uri } = read;
  const roots = await realRoots(read.roots);
  let isMissing = false;
  for (const path of candidates(read)) {
    const stats = await lstat(path).catch(() => undefined);
    if (stats) {
      const real = await realpath(path);
      const isAllowed = !stats.isSymbolicLink() && roots.some((root) => contains(root, real));
      if (isAllowed) return real;
      isMissing = false;
      break;
    }
    // A name outside the roots must not tell whether it exists.
    isMissing ||= await isBelow(roots, path);
  }
  const hint = 'MCP_RESOURCES_ROOTS, MCPBASH_ROOTS or config/roots.json say what may be read';
  throw providerError(isMissing ? { status: 3, uri } : { status: 2, uri, hint });
}

function candidates({ uri, knownPath, bases }: FileRead): readonly string[] {
  const place = placeOf(uri);
  if (place === undefined) {
    if (knownPath !== undefined) return [knownPath];
    throw providerError({ status: 4, uri, said: `Not a file:// address: ${uri}` });
  }
  const path = decoded(place);
  if (path.includes('\0')) throw providerError({ status: 4, uri, said: 'The path holds NUL' });
  if (isAbsolute(path)) return [path];
  return bases.map((base) => resolve(base, path));
}

/** What has no scheme is a path. */
function placeOf(uri: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:/iu.test(uri)) return uri;
  return /^file:\/\/(?:localhost(?=\/))?(.*)$/su.exec(uri)?.[1];
}

/** A percent sign that spells nothing stands for itself: older projects write names as they are. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function realRoots(roots: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return found.filter((root) => root !== undefined);
}

/** Where a missing file would be: by its nearest directory that exists. */
async function isBelow(roots: readonly string[], path: string): Promise<boolean> {
  for (let folder = join(path, '..'); ; folder = join(folder, '..')) {
    const real = await realpath(folder).catch(() => undefined);
    if (real !== undefined) return roots.some((root) => contains(root, real));
    if (folder === join(folder, '..')) return false;
  }
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Between the check and the opening somebody may have turned a directory into a link. */
async function refuseAnother(file: FileHandle, path: string, uri: string): Promise<void> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
  if (opened !== path) throw providerError({ status: 2, uri });
}

async function readWhole(file: FileHandle, { uri, maxBytes }: FileRead): Promise<Buffer> {
  const stats = await file.stat();
  if (!stats.isFile()) throw providerError({ status: 3, uri });
  if (stats.size > maxBytes) throw oversized(uri, maxBytes);
  const contents = await file.readFile();
  if (contents.length > maxBytes) throw oversized(uri, maxBytes);
  return contents;
}

export function oversized(uri: string, maxBytes: number) {
  const said = `Resource content exceeds ${maxBytes} bytes`;
  return providerError({ status: 6, uri, said, hint: 'MCPBASH_MAX_RESOURCE_BYTES is the limit' });
}

function openingError(uri: string, cause: unknown) {
  const code = errnoOf(cause) ?? 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') return providerError({ status: 3, uri, cause });
  if (code === 'ELOOP') return providerError({ status: 2, uri, cause });
  return providerError({ status: 5, uri, said: `Cannot read ${uri} (${code})`, cause });
}
