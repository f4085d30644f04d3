// The one place that knows JSONC, TOML and YAML: text in, plain data and the places of values out.
import { readFileSync } from 'node:fs';
import type { Node, ParseError } from 'jsonc-parser';
import { PlugboardError } from '../core/errors.ts';
import type { JsonValue } from '../core/json.ts';
import { errnoOf } from './errno.ts';

export type DocumentFormat = 'jsonc' | 'toml' | 'yaml';

/** A text and the file it came from; the name decides the format unless one is given. */
export interface DocumentText {
  readonly file: string;
  readonly text: string;
  readonly format?: DocumentFormat;
}

export interface ReadDocument extends DocumentText {
  /** `undefined` when nothing is written in it. */
  readonly data: JsonValue | undefined;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

export type DocumentPath = readonly (string | number)[];

const FORMATS: readonly (readonly [RegExp, DocumentFormat])[] = [
  [/\.toml$/iu, 'toml'],
  [/\.ya?ml$/iu, 'yaml'],
];

const FORMAT_WORDS: Readonly<Record<DocumentFormat, string>> = {
  jsonc: 'JSON',
  toml: 'TOML',
  yaml: 'YAML',
};

export function formatOf({ file, format }: Pick<DocumentText, 'file' | 'format'>): DocumentFormat {
  return format ?? FORMATS.find(([ending]) => ending.test(file))?.[1] ?? 'jsonc';
}

export async function readDocument(file: string, format?: DocumentFormat): Promise<ReadDocument> {
  let text: string;
  try {
    // Such files are small: a trip through the thread pool costs ten times the reading.
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const code = errnoOf(cause) ?? 'unknown error';
    const reason = code === 'ENOENT' ? 'file not found' : `cannot be read (${code})`;
    throw new PlugboardError('config_error', { file, reason }, { cause });
  }
  const document: DocumentText = { file, text, ...(format && { format }) };
  return { ...document, data: await parseDocument(document) };
}

/** The data of a text; a mistake in it is an error with its line and column. */
export async function parseDocument(document: DocumentText): Promise<JsonValue | undefined> {
  return PARSERS[formatOf(document)]({ ...document, text: withoutMark(document.text) });
}

/** Some editors begin a file with a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const PARSERS: Readonly<
  Record<DocumentFormat, (document: DocumentText) => Promise<JsonValue | undefined>>
> = { jsonc: parseJsonc, toml: parseToml, yaml: parseYaml };

/** Most files are strict JSON, which the engine reads in a fraction of the time and without a package. */
async function parseJsonc(document: DocumentText): Promise<JsonValue | undefined> {
  try {
    return JSON.parse(document.text) as JsonValue;
  } catch {
    const { parseTree, getNodeValue, printParseErrorCode } = await import('jsonc-parser');
    const errors: ParseError[] = [];
    const root = parseTree(document.text, errors, {
      allowTrailingComma: true,
      allowEmptyContent: true,
    });
    const [first] = errors;
    if (first) {
      const words = toWords(printParseErrorCode(first.error));
      throw invalid(document, words, toPosition(document.text, first.offset));
    }
    return root ? (getNodeValue(root) as JsonValue) : undefined;
  }
}

/** `CloseBraceExpected` as `close brace expected`. */
function toWords(code: string): string {
  return code.replaceAll(/(?!^)[A-Z]/gu, (letter) => ` ${letter}`).toLowerCase();
}

async function parseToml(document: DocumentText): Promise<JsonValue | undefined> {
  const { parse, TomlError } = await import('smol-toml');
  try {
    const table = parse(document.text);
    return Object.keys(table).length === 0 ? undefined : toJson(table);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [, detail = cause.message] =
      /^(?:Invalid TOML document: )?(.*)/u.exec(cause.message) ?? [];
    throw invalid(document, detail, { line: cause.line, column: cause.column });
  }
}

/** TOML has dates where JSON has strings. */
function toJson(value: unknown): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
}

async function parseYaml(document: DocumentText): Promise<JsonValue | undefined> {
  const parsed = await composeYaml(document);
  if (parsed.contents === null) return undefined;
  try {
    return parsed.toJS() as JsonValue;
  } catch (cause) {
    throw invalid(document, (cause as Error).message);
  }
}

async function composeYaml(document: DocumentText) {
  const yaml = await import('yaml');
  const parsed = yaml.parseDocument(document.text, {
    merge: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [first] = parsed.errors;
  if (first) throw invalid(document, first.message, toPosition(document.text, first.pos[0]));
  return parsed;
}

function invalid(document: DocumentText, detail: string, at?: Position): PlugboardError {
  const where = at ? ` at line ${at.line} column ${at.column}` : '';
  const reason = `Invalid ${FORMAT_WORDS[formatOf(document)]}: ${detail}${where}`;
  return new PlugboardError('config_error', { file: document.file, reason });
}

/** Where a value stands, or the nearest thing around it; TOML keeps no positions. */
export async function positionOf(
  document: DocumentText,
  path: DocumentPath,
): Promise<Position | undefined> {
  return (await positionsIn(document))(path);
}

/** As `positionOf`, for any number of values: the text is read once. */
export async function positionsIn(
  given: DocumentText,
): Promise<(path: DocumentPath) => Position | undefined> {
  const document = { ...given, text: withoutMark(given.text) };
  const offsetOf = await OFFSETS[formatOf(document)]?.(document);
  const toPlace = positionFinder(document.text);
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsetOf?.(path.slice(0, length));
      if (offset !== undefined) return toPlace(offset);
    }
    return undefined;
  };
}

/** Finds the lines once; each offset is then a search among them. */
function positionFinder(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

type OffsetOf = (path: DocumentPath) => number | undefined;

const OFFSETS: Readonly<
  Partial<Record<DocumentFormat, (document: DocumentText) => Promise<OffsetOf>>>
> = {
  jsonc: async ({ text }) => {
    const { parseTree } = await import('jsonc-parser');
    const root = parseTree(text);
    return (path) => root && lastNodeAt(root, path)?.offset;
  },
  yaml: async (document) => {
    const parsed = await composeYaml(document);
    return (path) => {
      const node = parsed.getIn(path, true) as { range?: [number, number, number] } | undefined;
      return node?.range?.[0];
    };
  },
};

/** Of two members of one name the last one counts, as it does for the data. */
function lastNodeAt(root: Node, path: DocumentPath): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) {
    const children: readonly Node[] = node?.children ?? [];
    node =
      typeof key === 'number'
        ? children[key]
        : children.findLast(({ children: pair }) => pair?.[0]?.value === key)?.children?.[1];
  }
  return node;
}

function toPosition(text: string, offset: number): Position {
  return positionFinder(text)(offset);
}

/** Where an object of a JSONC text stands, and its members; offsets into the text. */
export interface ObjectPlace {
  readonly start: number;
  /** Behind the closing brace. */
  readonly end: number;
  readonly members: readonly MemberPlace[];
}

export interface MemberPlace {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** `undefined` when no object stands there. */
export async function placeOfObject(
  text: string,
  path: DocumentPath,
): Promise<ObjectPlace | undefined> {
  const { parseTree, findNodeAtLocation } = await import('jsonc-parser');
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  if (node?.type !== 'object') return undefined;
  return {
    start: node.offset,
    end: node.offset + node.length,
    members: (node.children ?? []).map(({ offset, length, children }) => ({
      name: String(children?.[0]?.value),
      start: offset,
      valueStart: children?.[1]?.offset ?? offset,
      end: offset + length,
    })),
  };
}
