// Reads paths such as `props.user.name`, `item.tags[0]` or `props.rows[i - 1]`.
import type { Amount, Key, Path } from './template.ts';
import { templateError } from './template-error.ts';

/** What a parser knows at the place it has reached. */
export interface PathContext {
  readonly source: string;
  /** The loop variable of that name, if one is in scope here. */
  variable(name: string): { readonly slot: number; readonly of?: Path } | undefined;
  /** Told of every path. */
  note(path: Path): void;
}

const ROOTS: ReadonlyMap<string, 'props' | 'env'> = new Map([
  ['props', 'props'],
  ['input', 'props'],
  ['env', 'env'],
]);

/** Where no loop variable can be in scope. */
export const NO_VARIABLES: PathContext = {
  source: '',
  variable: () => undefined,
  note: () => {},
};

/** The path a flag of a command is filled from; a bare name can only mean a property. */
export function parseFlagPath(from: string): Path {
  const text = isPathLike(from, NO_VARIABLES) ? from : `props.${from}`;
  return parsePath(text, 0, NO_VARIABLES);
}

const PART = /(\.?)([^.[\]]+)|\[([^\]]*)\]/y;

export function parsePath(text: string, at: number, context: PathContext): Path {
  const [first, ...keys] = parseKeys(text, at, context);
  const name = typeof first === 'string' ? first : '';
  const variable = context.variable(name);
  const root = variable ? 'loop' : (ROOTS.get(name) ?? 'unknown');
  if (root === 'env' && keys.length === 0) {
    const message = `'${text}' as a whole is refused; name one variable, such as env.HOME`;
    throw templateError({ source: context.source, at }, message);
  }
  const path: Path = {
    text,
    at,
    root,
    keys,
    slot: variable?.slot ?? 0,
    ...(variable?.of && { of: variable.of }),
  };
  context.note(path);
  return path;
}

function parseKeys(text: string, at: number, context: PathContext): Key[] {
  const keys: Key[] = [];
  for (let end = 0; end < text.length; end = PART.lastIndex) {
    PART.lastIndex = end;
    const part = PART.exec(text);
    const [, dot, name, index] = part ?? [];
    const isFirst = end === 0;
    if (name !== undefined && (dot === '') === isFirst) keys.push(name);
    else if (index !== undefined && !isFirst) {
      const next = PART.lastIndex;
      keys.push(parseAmount(index, at + end + 1, context));
      PART.lastIndex = next;
    } else throw templateError({ source: context.source, at }, `'${text}' is not a path`);
  }
  return keys;
}

const AMOUNT = /^\s*(?:(-?\d+)|([\p{L}_][\p{L}\p{N}_.]*))(?:\s*([+-])\s*(\d+))?\s*$/u;

/** `3`, `i`, `props.n + 1`: a constant may be added to a path or taken from it. */
export function parseAmount(text: string, at: number, context: PathContext): Amount {
  const [, number, path, sign, constant] = AMOUNT.exec(text) ?? [];
  const offset = Number(constant ?? 0) * (sign === '-' ? -1 : 1);
  if (number !== undefined) return { offset: Number(number) + offset };
  if (path !== undefined) return { path: parsePath(path, at, context), offset };
  const message = `'${text.trim()}' is not a whole number, a path, or a path plus a number`;
  throw templateError({ source: context.source, at }, message);
}

/** Whether a bare word is meant as a path: it begins with a root and a dot, or is a loop variable. */
export function isPathLike(text: string, context: PathContext): boolean {
  const [, name = '', mark = ''] = /^([^.[\]]*)([.[]?)/u.exec(text) ?? [];
  return context.variable(name) !== undefined || (ROOTS.has(name) && mark === '.');
}
