// Builds the argument list of a command: args first, then flags in the order of the schema.
import { PlugboardError } from '../../../core/errors.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { CliExecution, CommandFlag, Scalar } from '../schema.ts';
import { compileField, type Field } from '../template/compile-value.ts';
import { isTruthy } from '../template/evaluate.ts';
import { parseFlagPath } from '../template/parse-path.ts';
import { originOf, toText, type Piece, type Place } from '../template/render-template.ts';
import { isNative, LEFT_OUT } from '../template/resolve-native.ts';
import { valueAt, type Scope } from '../template/scope.ts';

export interface CommandLineOptions {
  readonly allowOptionLikeValues: boolean;
}

export type BuildArguments = (scope: Scope) => readonly string[];

export function compileCommandLine(
  { args = [], flags = {} }: CliExecution,
  options: CommandLineOptions,
): BuildArguments {
  const parts = [
    ...args.map((arg, at) => compileArgument(arg, `execution.args[${at}]`, options)),
    ...Object.entries(flags).map(([name, flag]) => compileFlag(name, flag, options)),
  ];
  return (scope) => parts.flatMap((part) => part(scope)).map(withoutNul);
}

function compileArgument(arg: Scalar, name: string, options: CommandLineOptions): BuildArguments {
  if (typeof arg !== 'string') return () => [String(arg)];
  const field = compileField(arg, name);
  if (isNative(arg)) return (scope) => nativeArguments(field, scope, options);
  return (scope) => [field.text(scope, { place: argumentPlace(options) })];
}

/** A native list is as many arguments as it has elements; an absent optional is none. */
function nativeArguments(
  field: Field,
  scope: Scope,
  options: CommandLineOptions,
): readonly string[] {
  const value = field.value(scope);
  if (value === LEFT_OUT) return [];
  const [path] = field.paths;
  const origin = path ? originOf(path) : 'author';
  return toList(value).map((one) =>
    argumentPlace(options)({ text: toText(one), origin, value: one }),
  );
}

const toList = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value]);

function compileFlag(name: string, flag: CommandFlag, options: CommandLineOptions): BuildArguments {
  const path = parseFlagPath(flag.from);
  const style = flag.style ?? (name.startsWith('--') ? 'equals' : 'space');
  return (scope) => {
    const value = valueAt(path, { scope, slots: { values: [], keys: [] } });
    if (value === undefined || value === null) return [];
    if (flag.type === 'boolean') return isTruthy(value) ? [name] : [];
    return toList(value).flatMap((one) => {
      const piece: Piece = { text: toText(one), origin: originOf(path), value: one };
      return style === 'equals' ? [`${name}=${piece.text}`] : [name, argumentPlace(options)(piece)];
    });
  };
}

/** Refuses what a caller could pass off as an option of the command. */
function argumentPlace({ allowOptionLikeValues }: CommandLineOptions): Place {
  let isStart = true;
  return ({ text, origin, value }) => {
    const isOptionLike = origin === 'props' && typeof value === 'string' && text.startsWith('-');
    if (isStart && isOptionLike && !allowOptionLikeValues) {
      const reason = `'${text}' begins with '-' and could be taken for an option of the command`;
      const hint = 'The author of the tool can permit it with "allowOptionLikeValues": true';
      throw new PlugboardError('invalid_arguments', { reason }, { hint });
    }
    if (text !== '') isStart = false;
    return text;
  };
}

function withoutNul(argument: string): string {
  if (!argument.includes('\0')) return argument;
  throw new PlugboardError('invalid_arguments', {
    reason: 'An argument of a command cannot hold a NUL character',
  });
}
