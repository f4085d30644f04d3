// Icons of items: local files become data URIs, so that a client needs no access to them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { mimeTypeOf } from './mime-types.ts';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/iu;

/** Paths start at the folder of the metadata; what is no icon is left out. */
export function toIcons(
  value: JsonValue | undefined,
  folder: string,
): readonly JsonObject[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const icons = value.flatMap((icon) => {
    if (!isJsonObject(icon) || typeof icon['src'] !== 'string') return [];
    return [HAS_SCHEME.test(icon['src']) ? icon : fromFile(icon, icon['src'], folder)];
  });
  return icons.length === 0 ? undefined : icons;
}

/** A file that is not there keeps its name: the item is more than its icon. */
function fromFile(icon: JsonObject, src: string, folder: string): JsonObject {
  const mimeType = typeof icon['mimeType'] === 'string' ? icon['mimeType'] : mimeTypeOf(src);
  try {
    const data = readFileSync(resolve(folder, src)).toString('base64');
    return { ...icon, src: `data:${mimeType};base64,${data}`, mimeType };
  } catch {
    return icon;
  }
}
