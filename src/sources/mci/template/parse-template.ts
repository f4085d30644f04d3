// Turns the text of a template into its parts, in one pass from left to right.
import { OpenBlocks } from './open-blocks.ts';
import { parseCondition } from './parse-condition.ts';
import { parseAmount, parsePath, type PathContext } from './parse-path.ts';
import { parsePlaceholder } from './parse-placeholder.ts';
import { Scanner } from './scanner.ts';
import type { Path, Template } from './template.ts';

/** Everything that is not text; `@for you` is text. */
const MARK =
  /\{\{|\{!!|@(?:foreach|for|if|elseif)(?=[ \t]*\()|@(?:else(?!if)|endif|endforeach|endfor)/g;

interface Parsing {
  readonly scanner: Scanner;
  readonly blocks: OpenBlocks;
  readonly context: PathContext;
}

export function parseTemplate(source: string): Template {
  const scanner = new Scanner(source);
  const blocks = new OpenBlocks(scanner);
  const paths: Path[] = [];
  const context: PathContext = {
    source,
    variable: (name) => blocks.variable(name),
    note: (path) => void paths.push(path),
  };
  let endsInDirectiveLine = false;
  for (let textStart = 0; ; textStart = scanner.at) {
    const mark = nextMark(scanner, blocks);
    if (mark === undefined) {
      blocks.addText(textStart, source.length);
      break;
    }
    const isDirective = mark.startsWith('@');
    const at = scanner.at;
    const read = parseMark(mark, { scanner, blocks, context });
    const line = isDirective ? ownLine(scanner, at) : undefined;
    blocks.addText(textStart, line?.start ?? at);
    if (line) scanner.at = line.end;
    endsInDirectiveLine = line !== undefined && line.end === source.length;
    read();
  }
  const nodes = blocks.end();
  return { source, nodes, paths, endsInDirectiveLine, steps: scanner.steps };
}

/** Moves the scanner to the next mark. */
function nextMark(scanner: Scanner, blocks: OpenBlocks): string | undefined {
  const { source } = scanner;
  for (let from = scanner.at; ; from = MARK.lastIndex) {
    MARK.lastIndex = from;
    const found = MARK.exec(source);
    scanner.steps += 1 + (found?.index ?? source.length) - from;
    scanner.at = found?.index ?? source.length;
    if (!found) return undefined;
    const [mark] = found;
    // `@elsewhere` is text where nothing can be ended or turned; `yes@elseno@endif` is not.
    if (blocks.canTake(mark) || !/[\p{L}\p{N}_]/u.test(source[MARK.lastIndex] ?? '')) return mark;
  }
}

/** Reads to the end of the mark; what it means for the blocks comes after the text before it. */
function parseMark(mark: string, parsing: Parsing): () => void {
  const { scanner, blocks, context } = parsing;
  const at = scanner.at;
  scanner.at += mark.length;
  if (mark === '{{') {
    const alternatives = parsePlaceholder(scanner, context);
    const end = scanner.at;
    return () => blocks.add({ kind: 'print', at, end, alternatives });
  }
  if (mark === '{!!') scanner.fail(mixedNative(scanner.source), at);
  return parseDirective(mark.slice(1), at, parsing);
}

function parseDirective(name: string, at: number, parsing: Parsing): () => void {
  const { scanner, blocks, context } = parsing;
  switch (name) {
    case 'for':
      return parseFor(at, parsing);
    case 'foreach':
      return parseForeach(at, parsing);
    case 'if':
    case 'elseif': {
      scanner.expect(/[ \t]*\(/y, '(');
      const condition = parseCondition(scanner, context);
      scanner.expect(/\s*\)/y, `) after the condition of @${name}`);
      return () => (name === 'if' ? blocks.openIf(at, condition) : blocks.elseIf(at, condition));
    }
    case 'else':
      return () => blocks.else(at);
    default:
      return () => blocks.close(name.slice('end'.length), at);
  }
}

const FOR = /[ \t]*\(\s*([\p{L}_][\p{L}\p{N}_]*)\s+in\s+range\s*\(([^,()]*),([^,()]*)\)\s*\)/uy;

function parseFor(at: number, { scanner, blocks, context }: Parsing): () => void {
  const [, name = '', from = '', to = ''] = scanner.expect(FOR, '(variable in range(start, end))');
  const range = { from: parseAmount(from, at, context), to: parseAmount(to, at, context) };
  return () => blocks.openFor(at, name, range);
}

const FOREACH =
  /[ \t]*\(\s*(?:([\p{L}_][\p{L}\p{N}_]*)\s*,\s*)?([\p{L}_][\p{L}\p{N}_]*)\s+in\s+((?:[^\s()[\]]|\[[^()[\]]*\])+)\s*\)/uy;

function parseForeach(at: number, { scanner, blocks, context }: Parsing): () => void {
  const what = '(variable in path) or (key, value in path)';
  const [, key, value = '', text = ''] = scanner.expect(FOREACH, what);
  const path = parsePath(text, at, context);
  return () => blocks.openForeach(at, path, { key, value });
}

interface OwnLine {
  readonly start: number;
  readonly end: number;
}

/** The line of a directive that stands alone on it, newline included. */
function ownLine(scanner: Scanner, at: number): OwnLine | undefined {
  const { source } = scanner;
  let start = at;
  while (isBlank(source[start - 1])) start -= 1;
  let end = scanner.at;
  while (isBlank(source[end])) end += 1;
  scanner.steps += end - scanner.at + at - start;
  if (start > 0 && source[start - 1] !== '\n') return undefined;
  if (source.startsWith('\r\n', end)) return { start, end: end + 2 };
  if (source[end] === '\n') return { start, end: end + 1 };
  return end === source.length ? { start, end } : undefined;
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

const SHOWN_CHARS = 120;

export function mixedNative(field: string): string {
  const shown = field.length > SHOWN_CHARS ? `${field.slice(0, SHOWN_CHARS)}…` : field;
  return `Invalid JSON-native placeholder format: '${shown}'. Must be exactly {!!path!!} with no surrounding content.`;
}
