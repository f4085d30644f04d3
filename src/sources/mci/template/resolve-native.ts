// Resolves `{!!path!!}`, which stands alone in its field and keeps the type of its value.
import { PlugboardError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import { NO_VARIABLES, parsePath } from './parse-path.ts';
import { mixedNative } from './parse-template.ts';
import { missAt, valueAt, type Scope, type Slots } from './scope.ts';
import type { Path } from './template.ts';

/** The field is left out: it stands for an optional property that was not given. */
export const LEFT_OUT = Symbol('left out');

const NATIVE = /^\{!!((?:(?!!!\}).)*)!!\}$/su;
const NO_SLOTS: Slots = { values: [], keys: [] };

/** Whether a field is one native placeholder and nothing else. */
export function isNative(field: string): boolean {
  return field.startsWith('{!!') && NATIVE.test(field);
}

export interface NativeField {
  readonly field: string;
  readonly path: Path;
}

export function parseNative(field: string): NativeField {
  const inner = NATIVE.exec(field)?.[1];
  if (inner === undefined) throw failure(mixedNative(field));
  const at = field.length - inner.trimStart().length - '!!}'.length;
  return { field, path: parsePath(inner.trim(), at, { ...NO_VARIABLES, source: field }) };
}

export function resolveNative(native: NativeField, scope: Scope): JsonValue | typeof LEFT_OUT {
  const sight = { scope, slots: NO_SLOTS };
  const value = valueAt(native.path, sight);
  if (value !== undefined) return value;
  const { reason, isOptional } = missAt(native.path, sight);
  if (isOptional) return LEFT_OUT;
  throw failure(`Failed to resolve JSON-native placeholder '${native.field}': ${reason}`);
}

function failure(output: string): PlugboardError {
  return new PlugboardError('tool_failed', { output });
}
