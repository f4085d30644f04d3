// Replaces `${VAR}`, `${VAR:-fallback}`, `$env:VAR` and `${env:VAR}` in a text of the configuration.

/** A place in a text that stands for a value. */
export interface Reference {
  /** What stands before the first colon: `${input:key}` is of kind `input`. */
  readonly kind: ReferenceKind;
  readonly name: string;
  /** What to take when there is no value; itself a text with references. */
  readonly fallback?: readonly Part[];
}

export type Part = string | Reference;

const REFERENCE_KINDS = ['env', 'input', 'file', 'command', 'config'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface ExpandOptions {
  /** The value, or `undefined` to take the fallback; a reference without either is an error. */
  readonly valueOf: (reference: Reference) => Promise<string | undefined>;
  /** The error for a reference that has neither value nor fallback. */
  readonly missing: (reference: Reference) => Error;
  /** The error for a reference that does not end. */
  readonly malformed: (reason: string) => Error;
  /** `\${` stands for itself; wrong where backslashes are the separators of paths. */
  readonly hasEscapes?: boolean;
}

/** The text with every reference replaced; values are put in as they are and never read again. */
export async function expandEnv(text: string, options: ExpandOptions): Promise<string> {
  if (!text.includes('$')) return text;
  return join(parseReferences(text, options), options);
}

async function join(parts: readonly Part[], options: ExpandOptions): Promise<string> {
  let joined = '';
  for (const part of parts) {
    // One after the other, so that questions to the user come in the order of the text.
    joined += typeof part === 'string' ? part : await valueOf(part, options);
  }
  return joined;
}

async function valueOf(reference: Reference, options: ExpandOptions): Promise<string> {
  const value = await options.valueOf(reference);
  if (value !== undefined) return value;
  if (reference.fallback === undefined) throw options.missing(reference);
  return join(reference.fallback, options);
}

type ParseOptions = Pick<ExpandOptions, 'malformed' | 'hasEscapes'>;

/** The parts of a text, in order. */
export function parseReferences(text: string, options: ParseOptions): readonly Part[] {
  return new ReferenceParser(text, options).parts();
}

const PLAIN_TO_DOLLAR = /[^\\$]*/uy;
const PLAIN_TO_BRACE = /[^\\$}]*/uy;
const ESCAPED = /\\(?=\$(?:\{|env:))/uy;
const SHORT = /\$env:([A-Za-z0-9_]+)/uy;
const LONG_START = /\$\{([^}]*?)(:-|\})/uy;

class ReferenceParser {
  readonly #text: string;
  readonly #options: ParseOptions;
  #at = 0;

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
  }

  /** Up to the end of the text or, inside a fallback, up to its brace. */
  parts(isFallback = false): Part[] {
    const parts: Part[] = [];
    while (this.#at < this.#text.length) {
      parts.push(this.#take(isFallback ? PLAIN_TO_BRACE : PLAIN_TO_DOLLAR)?.[0] ?? '');
      if (isFallback && this.#text[this.#at] === '}') break;
      parts.push(this.#escaped() ?? this.#reference() ?? this.#character());
    }
    return joinStrings(parts);
  }

  #escaped(): string | undefined {
    if (!this.#options.hasEscapes || !this.#take(ESCAPED)) return undefined;
    return this.#character();
  }

  #reference(): Reference | undefined {
    const [, short] = this.#take(SHORT) ?? [];
    if (short !== undefined) return { kind: 'env', name: short };
    if (!this.#text.startsWith('${', this.#at)) return undefined;
    const start = this.#at;
    const [, body = '', end] = this.#take(LONG_START) ?? [];
    if (end === undefined) throw this.#unclosed(start);
    if (body === '') throw this.#options.malformed(`Empty variable reference: \${${end}`);
    if (end === '}') return toReference(body);
    const fallback = this.parts(true);
    if (this.#character() !== '}') throw this.#unclosed(start);
    return { ...toReference(body), fallback };
  }

  #unclosed(start: number): Error {
    return this.#options.malformed(`Unclosed variable reference: ${this.#text.slice(start)}`);
  }

  #character(): string {
    const character = this.#text.charAt(this.#at);
    this.#at += 1;
    return character;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }
}

function joinStrings(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

function toReference(body: string): Reference {
  const colon = body.indexOf(':');
  const kind = REFERENCE_KINDS.find((known) => known === body.slice(0, Math.max(colon, 0)));
  return kind === undefined ? { kind: 'env', name: body } : { kind, name: body.slice(colon + 1) };
}
