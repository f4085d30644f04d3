// What a project registers by hand in server.d/register.json: data, checked before it is used.
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { BashProject } from '../bash-project.ts';
import { distrustOf } from '../trusted-hook.ts';

export const REGISTERED_KINDS = [
  'tools',
  'resources',
  'resourceTemplates',
  'prompts',
  'completions',
] as const;
export type RegisteredKind = (typeof REGISTERED_KINDS)[number];

/** Items by kind, as they were given; a kind that is absent is left to discovery. */
export interface Registered {
  /** For words: the file they come from. */
  readonly origin: string;
  readonly kinds: Readonly<Partial<Record<RegisteredKind, readonly JsonObject[]>>>;
}

const OTHER_KEYS = new Set(['version', '_meta']);

/** Nothing where there is no such file. What is wrong with it is an error, never a fallback. */
export function loadRegisterJson(project: BashProject): Registered | undefined {
  const file = join(project.folders.server, 'register.json');
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const distrust = distrustOf(file, project);
  if (distrust) throw wrong(file, `is not used: ${distrust.reason}`);
  const limitBytes = project.settings.maxManualRegistryBytes;
  if (stats.size > limitBytes) {
    throw wrong(file, `has ${stats.size} bytes, more than ${limitBytes}`);
  }
  return { origin: file, kinds: toKinds(file, parse(file)) };
}

function parse(file: string): JsonValue {
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('\uFEFF')) throw wrong(file, 'must not start with a byte order mark');
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw wrong(file, `Invalid JSON: ${(cause as Error).message}`, cause);
  }
}

/** An object with lists of items; `null` says as little as nothing. */
function toKinds(file: string, data: JsonValue): Registered['kinds'] {
  if (!isJsonObject(data)) throw wrong(file, 'must be a JSON object');
  if (data['version'] !== 1) throw wrong(file, 'version must be 1');
  const known: readonly string[] = REGISTERED_KINDS;
  const unknown = Object.keys(data).find((key) => !known.includes(key) && !OTHER_KEYS.has(key));
  if (unknown !== undefined) throw wrong(file, `'${unknown}' is not known`);
  return listsOf(file, data);
}

export function listsOf(file: string, data: JsonObject): Registered['kinds'] {
  const kinds: Partial<Record<RegisteredKind, readonly JsonObject[]>> = {};
  for (const kind of REGISTERED_KINDS) {
    const list = data[kind];
    if (list === undefined || list === null) continue;
    if (!Array.isArray(list)) throw wrong(file, `${kind} must be an array`);
    if (!list.every(isJsonObject)) throw wrong(file, `${kind} must hold objects only`);
    kinds[kind] = list;
  }
  return kinds;
}

export function wrong(file: string, reason: string, cause?: unknown): PlugboardError {
  const hint = 'Run `mcp-bash validate`';
  return new PlugboardError('config_error', { file, reason }, { hint, cause });
}
