// What a template can see while it is rendered, and how a path finds its value in it.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { Amount, Key, Path } from './template.ts';

/** Stands for any element of an array, or any member of an object, in a declared path. */
export const ELEMENT = Symbol('element');
export type DeclaredKey = string | typeof ELEMENT;

export interface Scope {
  readonly props: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the tool's input schema has such a property; absent means it declares none. */
  readonly declares?: (keys: readonly DeclaredKey[]) => boolean;
}

/** The loop variables of the moment, by slot. */
export interface Slots {
  readonly values: JsonValue[];
  /** The keys of loops over objects. */
  readonly keys: (string | undefined)[];
}

export interface Sight {
  readonly scope: Scope;
  readonly slots: Slots;
}

/** Why a path has no value. */
export interface Miss {
  readonly reason: string;
  /** The path leads to a declared property that was not given. */
  readonly isOptional: boolean;
}

/** The value at the end of the path, or `undefined`. */
export function valueAt(path: Path, sight: Sight): JsonValue | undefined {
  let from = 0;
  let value = rootOf(path, sight);
  if (path.root === 'loop' && isEntryKey(path, sight)) {
    // In a loop over an object, `v.key` and `v.value` are the entry, whatever the value holds.
    if (path.keys[0] === 'key') value = sight.slots.keys[path.slot];
    from = 1;
  }
  for (let at = from; at < path.keys.length && value !== undefined; at += 1) {
    value = memberOf(value, path.keys[at], sight);
  }
  return value;
}

function rootOf(path: Path, { scope, slots }: Sight): JsonValue | undefined {
  if (path.root === 'props') return scope.props;
  if (path.root === 'env') return scope.env;
  return path.root === 'loop' ? slots.values[path.slot] : undefined;
}

function isEntryKey({ keys, slot }: Path, { slots }: Sight): boolean {
  const [first] = keys;
  return slots.keys[slot] !== undefined && (first === 'key' || first === 'value');
}

function memberOf(value: JsonValue, key: Key | undefined, sight: Sight): JsonValue | undefined {
  if (typeof key === 'string') {
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  const index = key && amountOf(key, sight);
  return Array.isArray(value) && index !== undefined ? value[index] : undefined;
}

/** The whole number an amount stands for, or `undefined` where its path leads to none. */
export function amountOf({ path, offset }: Amount, sight: Sight): number | undefined {
  if (!path) return offset;
  const value = valueAt(path, sight);
  const number = typeof value === 'string' && /^-?\d+$/u.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) + offset : undefined;
}

/** Says why `valueAt` found nothing. */
export function missAt(path: Path, sight: Sight): Miss {
  const whole = `Path '${path.text}' not found in context`;
  let value = rootOf(path, sight);
  for (const [at, key] of path.keys.entries()) {
    const next = value === undefined ? undefined : memberOf(value, key, sight);
    if (next === undefined) {
      const isOptional = isDeclared(path, at + 1, sight.scope);
      return { reason: whole + (isOptional ? '' : holderWords(value, key)), isOptional };
    }
    value = next;
  }
  return { reason: whole, isOptional: false };
}

function holderWords(value: JsonValue | undefined, key: Key | undefined): string {
  if (value === undefined) return '';
  if (typeof key === 'string') return isJsonObject(value) ? '' : ` (${kindOf(value)} on the way)`;
  return Array.isArray(value) ? ' (no such element)' : ` (${kindOf(value)} on the way)`;
}

/** `an array`, `a string`, …: never the value itself, which may be a secret. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isDeclared(path: Path, length: number, scope: Scope): boolean {
  const keys = declaredKeys(path, length);
  return keys !== undefined && keys.length > 0 && scope.declares?.(keys) === true;
}

/** The way from the input schema to a path, through the loops its variable comes from. */
function declaredKeys(path: Path, length = path.keys.length): readonly DeclaredKey[] | undefined {
  const own = path.keys.slice(0, length).map((key) => (typeof key === 'string' ? key : ELEMENT));
  if (path.root === 'props') return own;
  const before = path.of && declaredKeys(path.of);
  return before && [...before, ELEMENT, ...own];
}
