// Reads a text file after its path was checked, and makes sure it is that very file.
import { isUtf8 } from 'node:buffer';
import { constants, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { MCI_LIMITS } from './limits.ts';
import { allowedPath, type PathRules } from './path-rules.ts';

/** A link in the place of the file is refused; a pipe without a writer must not hold us up. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function readAllowedFile(given: string, rules: PathRules): Promise<string> {
  const path = await allowedPath(given, rules);
  const file = await open(path, FLAGS).catch((thrown) => {
    throw openingError(given, thrown);
  });
  try {
    await refuseAnother(file, path, given);
    return toText(await readWhole(file, given), given);
  } finally {
    await file.close();
  }
}

/** Between the check and the opening somebody may have turned a directory into a link. */
async function refuseAnother(file: FileHandle, path: string, given: string): Promise<void> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
  if (opened === path) return;
  throw new PlugboardError('forbidden', { what: given, reason: 'was moved while it was opened' });
}

async function readWhole(file: FileHandle, given: string): Promise<Buffer> {
  const stats = await file.stat();
  if (!stats.isFile()) throw failed(`Path is not a file: ${given}`);
  const limitBytes = MCI_LIMITS.maxFileBytes.value;
  if (stats.size > limitBytes) throw new PlugboardError('too_large', { limitBytes });
  return file.readFile();
}

function toText(contents: Buffer, given: string): string {
  if (!isUtf8(contents)) throw failed(`File is not UTF-8 text: ${given}`);
  const text = contents.toString();
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function openingError(given: string, cause: unknown): PlugboardError {
  const code = errnoOf(cause) ?? 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
    return failed(`File not found: ${given}`, cause);
  if (code === 'EISDIR') return failed(`Path is not a file: ${given}`, cause);
  return failed(`Cannot read file: ${given} (${code})`, cause);
}

function failed(output: string, cause?: unknown): PlugboardError {
  return new PlugboardError('tool_failed', { output }, { cause });
}
