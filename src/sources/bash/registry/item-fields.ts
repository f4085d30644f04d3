// Reads fields of metadata with their types; a wrong type is a mistake that names the file.
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { toIcons } from './icons.ts';

/** Where metadata comes from, and which of its members are looked at. */
export interface Fields {
  readonly data: JsonObject;
  /** For words: the file, or the entry of a manual registration. */
  readonly origin: string;
  /** Where relative paths of icons start. */
  readonly folder: string;
}

export function textField({ data }: Fields, key: string): string | undefined {
  const value = data[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function objectField(fields: Fields, key: string): JsonObject | undefined {
  const value = fields.data[key];
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value;
  throw mistake(fields, `${key} must be an object`);
}

/** Seconds may be written as text, as shell scripts do. */
export function secondsField({ data }: Fields, key: string): number | undefined {
  const value = data[key];
  const seconds = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined;
}

export function flagField({ data }: Fields, key: string): boolean | undefined {
  const value = data[key];
  return typeof value === 'boolean' ? value : undefined;
}

/** A schema of an object: what is missing of that is added. */
export function schemaField(fields: Fields, ...keys: readonly string[]): JsonObject {
  for (const key of keys) {
    const schema = objectField(fields, key);
    if (!schema) continue;
    if (isJsonObject(schema['properties']) && schema['type'] !== undefined) return schema;
    return { type: 'object', properties: {}, ...schema };
  }
  return { type: 'object', properties: {} };
}

/** Fields that tools, resources and prompts have in common. */
export function commonFields(fields: Fields) {
  const title = textField(fields, 'title');
  const icons = toIcons(fields.data['icons'], fields.folder);
  const _meta = objectField(fields, '_meta');
  return {
    ...(title !== undefined && { title }),
    ...(icons && { icons }),
    ...(_meta && { _meta }),
  };
}

export function mistake({ origin }: Pick<Fields, 'origin'>, reason: string): PlugboardError {
  const hint = 'Run `mcp-bash validate`';
  return new PlugboardError('config_error', { file: origin, reason }, { hint });
}

/** A bound for the length of an item as JSON: escapes take up to six characters for one. */
export function boundOf(chars: number, item: { readonly icons?: readonly JsonObject[] }): number {
  const icons = item.icons ?? [];
  const images = icons.reduce((sum, { src }) => sum + lengthOf(src), 0);
  return ITEM_OVERHEAD + chars * MAX_ESCAPE + images;
}

/** Names, paths and defaults that stand in an item, though not in its metadata. */
const ITEM_OVERHEAD = 8_192;
const MAX_ESCAPE = 6;

function lengthOf(value: JsonValue | undefined): number {
  return typeof value === 'string' ? value.length : 0;
}
