// Prepares a value of the schema for rendering: strings are templates, everything else is kept.
import { amendedError } from '../../../core/amended-error.ts';
import { PlugboardError, toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { parseTemplate } from './parse-template.ts';
import { originOf, renderTemplate, toText, type RenderOptions } from './render-template.ts';
import { isNative, LEFT_OUT, parseNative, resolveNative } from './resolve-native.ts';
import type { Scope } from './scope.ts';
import type { Path } from './template.ts';

/** A text of the schema, ready to be rendered any number of times. */
export interface Field {
  /** Every path it reads. */
  readonly paths: readonly Path[];
  /** The native value of `{!!path!!}`, or the rendered text. */
  value(scope: Scope, options?: RenderOptions): JsonValue | typeof LEFT_OUT;
  /** Always a text, for places that cannot hold anything else. */
  text(scope: Scope, options?: RenderOptions): string;
}

export function compileField(source: string, name: string): Field {
  return within(name, () =>
    isNative(source) ? nativeField(source, name) : textField(source, name),
  );
}

function textField(source: string, name: string): Field {
  const template = parseTemplate(source);
  const text = (scope: Scope, options?: RenderOptions) =>
    within(name, () => renderTemplate(template, scope, options));
  return { paths: template.paths, value: text, text };
}

function nativeField(source: string, name: string): Field {
  const native = parseNative(source);
  const value = (scope: Scope) => within(name, () => resolveNative(native, scope));
  return {
    paths: [native.path],
    value,
    text: (scope, options) => {
      const found = value(scope);
      if (found === LEFT_OUT) throw neededValue(name, native.path);
      const text = toText(found);
      return options?.place?.({ text, origin: originOf(native.path), value: found }) ?? text;
    },
  };
}

function neededValue(name: string, path: Path): PlugboardError {
  const output = `${name} needs a value: Path '${path.text}' not found in context`;
  return new PlugboardError('tool_failed', { output });
}

/** A whole value of the schema, ready to be rendered. */
export type CompiledValue = (scope: Scope) => JsonValue | typeof LEFT_OUT;

/** Members and elements that are left out are missing from the result. */
export function compileValue(value: JsonValue, name: string): CompiledValue {
  if (typeof value === 'string') {
    const field = compileField(value, name);
    return (scope) => field.value(scope);
  }
  if (Array.isArray(value)) {
    const elements = value.map((one, at) => compileValue(one, `${name}[${at}]`));
    return (scope) => elements.map((one) => one(scope)).filter((one) => one !== LEFT_OUT);
  }
  if (!isJsonObject(value)) return () => value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, compileValue(member, `${name}.${key}`)] as const,
  );
  return (scope) => {
    const entries: [string, JsonValue][] = [];
    for (const [key, member] of members) {
      const rendered = member(scope);
      if (rendered !== LEFT_OUT) entries.push([key, rendered]);
    }
    return Object.fromEntries(entries);
  };
}

/** Adds to a failure which field it happened in. */
function within<Value>(name: string, act: () => Value): Value {
  try {
    return act();
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    if (error.hint !== undefined || error.code !== 'tool_failed') throw error;
    throw amendedError(error, { hint: `The template is ${name}` });
  }
}
