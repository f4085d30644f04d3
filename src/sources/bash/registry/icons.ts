// Icons of items: local files become data URIs, so that a client needs no access to them.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { isShortage } from '../../../platform/shortage.ts';
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

/** Every list carries them whole. */
const MAX_ICON_BYTES = 1_048_576;

/** What is not there or no picture keeps its name: nothing else of the machine goes to clients. */
function fromFile(icon: JsonObject, src: string, folder: string): JsonObject {
  const byName = mimeTypeOf(src);
  if (!byName.startsWith('image/')) return icon;
  const mimeType = typeof icon['mimeType'] === 'string' ? icon['mimeType'] : byName;
  const file = resolve(folder, src);
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MAX_ICON_BYTES) return icon;
    const data = readFileSync(file).toString('base64');
    return { ...icon, src: `data:${mimeType};base64,${data}`, mimeType };
  } catch (thrown) {
    if (isShortage(thrown)) throw thrown;
    return icon;
  }
}
