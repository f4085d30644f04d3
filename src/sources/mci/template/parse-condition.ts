// Reads the condition of an `@if`: comparisons of paths and literals, joined by && || ! and brackets.
import { isPathLike, parsePath, type PathContext } from './parse-path.ts';
import { parsePlaceholder } from './parse-placeholder.ts';
import type { Scanner } from './scanner.ts';
import type { Comparison, Condition, Operand } from './template.ts';

/** Deeper brackets are a mistake or an attack. */
const MAX_DEPTH = 100;

const COMPARISON = /\s*(==|!=|>=|<=|>|<)\s*/y;
const STRING = /(["'`])(.*?)\1/sy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy;
const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+|\[[^\]\n]*\])*/uy;

const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

interface Reading {
  readonly scanner: Scanner;
  readonly context: PathContext;
}

export function parseCondition(scanner: Scanner, context: PathContext): Condition {
  return parseAny({ scanner, context }, 0);
}

function parseAny(reading: Reading, depth: number): Condition {
  return parseJoined('any', () => parseAll(reading, depth), reading);
}

function parseAll(reading: Reading, depth: number): Condition {
  return parseJoined('all', () => parseOne(reading, depth), reading);
}

const JOINTS = { any: /\s*\|\|/y, all: /\s*&&/y } as const;

function parseJoined(kind: 'any' | 'all', parse: () => Condition, { scanner }: Reading): Condition {
  const first = parse();
  const of = [first];
  while (scanner.take(JOINTS[kind])) of.push(parse());
  return of.length === 1 ? first : { kind, of };
}

function parseOne(reading: Reading, depth: number): Condition {
  const { scanner } = reading;
  if (depth > MAX_DEPTH) scanner.fail(`Conditions cannot nest deeper than ${MAX_DEPTH}`);
  scanner.skipBlanks();
  if (scanner.take(/!(?!=)/y)) return { kind: 'not', of: parseOne(reading, depth + 1) };
  if (scanner.take(/\(/y)) {
    const inside = parseAny(reading, depth + 1);
    scanner.expect(/\s*\)/y, ')');
    return inside;
  }
  const left = parseOperand(reading, 'left');
  const by = scanner.take(COMPARISON)?.[1];
  if (by === undefined) return { kind: 'truthy', operand: left };
  return {
    kind: 'compare',
    by: by as Comparison,
    left,
    right: parseOperand(reading, 'right'),
  };
}

function parseOperand({ scanner, context }: Reading, side: 'left' | 'right'): Operand {
  const at = scanner.at;
  const quoted = scanner.take(STRING);
  if (quoted) return { literal: quoted[2] ?? '' };
  const number = scanner.take(NUMBER);
  if (number) return { literal: Number(number[0]) };
  if (scanner.take(/\{\{/y)) return { alternatives: parsePlaceholder(scanner, context) };
  const word = scanner.expect(WORD, 'a path, a quoted text, a number, true, false or null')[0];
  const literal = context.variable(word) ? undefined : WORDS.get(word);
  if (literal !== undefined) return { literal };
  // A bare word to compare with is a text; anywhere else it would be a path nobody provides.
  if (side === 'right' && !isPathLike(word, context)) return { literal: word };
  return { alternatives: [{ path: parsePath(word, at, context) }] };
}
