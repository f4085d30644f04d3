// Writes the images, sounds and files of a result to a folder.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import type { ContentBlock, ToolResult } from '../../core/result.ts';
import { errnoOf } from '../../platform/errno.ts';
import { makeFolder } from '../../platform/make-folder.ts';

/** Endings of what servers send; anything else is told by the second half of its type. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'text/plain': 'txt',
  'application/octet-stream': 'bin',
};

export interface SaveOptions {
  readonly folder: string;
  /** Files are called after the tool. */
  readonly tool: string;
}

/** Which file each block went to; a file that is there already is never replaced. */
export async function saveMedia(
  result: ToolResult,
  { folder, tool }: SaveOptions,
): Promise<ReadonlyMap<ContentBlock, string>> {
  const saved = new Map<ContentBlock, string>();
  const stem = tool.replaceAll(/[^A-Za-z0-9_-]+/gu, '_');
  let count = 0;
  for (const block of result.content) {
    const media = mediaOf(block);
    if (!media) continue;
    if (saved.size === 0) openFolder(folder);
    const bytes = Buffer.from(media.base64, 'base64');
    for (let file: string | undefined; file === undefined;) {
      count += 1;
      const wanted = join(folder, `${stem}-${count}.${endingOf(media.mimeType)}`);
      file = await writeNew(wanted, bytes);
      if (file !== undefined) saved.set(block, file);
    }
  }
  return saved;
}

interface Media {
  readonly base64: string;
  readonly mimeType: string;
}

function mediaOf({ data, mimeType, resource }: ContentBlock): Media | undefined {
  if (typeof data === 'string') return { base64: data, mimeType: String(mimeType) };
  if (!isJsonObject(resource) || typeof resource['blob'] !== 'string') return undefined;
  const type = resource['mimeType'];
  return { base64: resource['blob'], mimeType: typeof type === 'string' ? type : '' };
}

function endingOf(mimeType: string): string {
  const [type = ''] = mimeType.split(';');
  const plain = type.trim().toLowerCase();
  return ENDINGS[plain] ?? (/\/([a-z0-9]{1,8})$/u.exec(plain)?.[1] || 'bin');
}

/** The file, or nothing where one of that name exists. */
async function writeNew(file: string, bytes: Buffer): Promise<string | undefined> {
  try {
    await writeFile(file, bytes, { flag: 'wx' });
    return file;
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') return undefined;
    throw notWritten(file, cause);
  }
}

function openFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (cause) {
    throw notWritten(folder, cause);
  }
}

function notWritten(what: string, cause: unknown): PlugboardError {
  const reason = `cannot be written (${errnoOf(cause) ?? 'unknown error'})`;
  return new PlugboardError('forbidden', { what, reason }, { cause });
}
