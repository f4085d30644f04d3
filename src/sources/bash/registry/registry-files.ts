// The files under .registry/: one envelope per kind, written whole or not at all.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { writeFileAtomic } from '../../../platform/write-file-atomic.ts';
import { hashOf, itemsJson } from './registry-part.ts';

const VERSION = 1;

export interface RegistryContents {
  /** The items as canonical JSON. */
  readonly json: string;
  readonly hash: string;
  readonly total: number;
}

export function toContents(items: readonly object[]): RegistryContents {
  const json = itemsJson(items);
  return { json, hash: hashOf(json), total: items.length };
}

/** `generatedAt` is the time of the scan that found something different. */
export async function writeRegistryFile(
  folder: string,
  name: string,
  contents: RegistryContents,
): Promise<void> {
  const generatedAt = new Date().toISOString().replace(/\.\d+Z$/u, 'Z');
  const head = `{"version":${VERSION},"generatedAt":"${generatedAt}","items":`;
  await writeFileAtomic(join(folder, `${name}.json`), head + contents.json + tailOf(contents));
}

function tailOf({ hash, total }: RegistryContents): string {
  return `,"hash":"${hash}","total":${total}}\n`;
}

/** Whether the file already says this; its end tells, because it was written whole. */
export function isWritten(folder: string, name: string, contents: RegistryContents): boolean {
  const tail = tailOf(contents);
  let file: number;
  try {
    file = openSync(join(folder, `${name}.json`), 'r');
  } catch {
    return false;
  }
  try {
    const bytes = Buffer.alloc(Buffer.byteLength(tail));
    const start = fstatSync(file).size - bytes.length;
    return start > 0 && readSync(file, bytes, { position: start }) > 0 && bytes.toString() === tail;
  } finally {
    closeSync(file);
  }
}

export interface CachedRegistry {
  readonly items: readonly JsonObject[];
  readonly hash: string;
  readonly generatedAt: string;
}

/** Nothing where there is no file, or one that is too large, damaged or not ours. */
export function loadRegistryFile(
  folder: string,
  name: string,
  limitBytes: number,
): CachedRegistry | undefined {
  const file = join(folder, `${name}.json`);
  let data: JsonValue;
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > limitBytes) return undefined;
    data = JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
  } catch {
    return undefined;
  }
  if (!isJsonObject(data) || data['version'] !== VERSION || !Array.isArray(data['items'])) {
    return undefined;
  }
  const items = data['items'].filter(isJsonObject);
  const { hash, generatedAt } = data;
  if (items.length !== data['total'] || typeof generatedAt !== 'string') return undefined;
  return { items, hash: typeof hash === 'string' ? hash : hashOf(itemsJson(items)), generatedAt };
}
