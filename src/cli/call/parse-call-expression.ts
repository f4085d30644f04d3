// Reads `tool(key: "value", other: [1, 2], "positional")`: a call written as in a program.
import { unreadable } from '../unreadable.ts';
import type { NamedValue, WrittenValue } from './type-value.ts';

export interface CallExpression {
  /** What stands before the parenthesis. */
  readonly selector: string;
  readonly named: readonly NamedValue[];
  readonly positional: readonly WrittenValue[];
}

/** Whether a word is a call rather than a mere name. */
export function isCallExpression(text: string): boolean {
  // A folder may have parentheses in its name, but a call ends with one.
  return text.includes('(') && (text.trimEnd().endsWith(')') || !/^[./~]|^\w:/u.test(text));
}

export function parseCallExpression(text: string): CallExpression {
  const open = text.indexOf('(');
  const scanner = new Scanner(text, open + 1);
  const named: NamedValue[] = [];
  const positional: WrittenValue[] = [];
  for (scanner.skipBlanks(); !scanner.takes(')'); scanner.separator(')')) {
    const name = scanner.key();
    const value = scanner.value(')');
    if (name === undefined) positional.push(value);
    else named.push({ name, value });
  }
  scanner.end();
  return { selector: text.slice(0, open).trim(), named, positional };
}

type Closer = ')' | ']' | '}';

const BLANKS = /\s*/uy;
const QUOTE = /["'`]/uy;
/** A name and its colon; `https://x` is no name and `//x`. */
const KEY = /([A-Za-z_$][\w$.-]*)\s*(?::(?!\/\/)|=)/uy;
const QUOTED_KEY_END = /\s*:/uy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class Scanner {
  #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  skipBlanks(): void {
    this.#match(BLANKS);
  }

  takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  /** A comma, or nothing where the container ends. */
  separator(closer: Closer): void {
    this.skipBlanks();
    if (this.takes(',')) this.skipBlanks();
    else if (this.#text[this.#at] !== closer) throw this.#expected(`',' or '${closer}'`);
  }

  key(): string | undefined {
    const start = this.#at;
    const quote = this.#match(QUOTE)?.[0];
    if (quote === undefined) return this.#match(KEY)?.[1];
    const name = this.#quoted(quote);
    if (this.#match(QUOTED_KEY_END)) return name;
    this.#at = start;
    return undefined;
  }

  value(closer: Closer): WrittenValue {
    this.skipBlanks();
    if (this.takes('[')) return { kind: 'list', items: this.#items() };
    if (this.takes('{')) return { kind: 'object', members: this.#members() };
    const quote = this.#match(QUOTE)?.[0];
    if (quote !== undefined) return { kind: 'text', text: this.#quoted(quote), isQuoted: true };
    return { kind: 'text', text: this.#bare(closer), isQuoted: false };
  }

  end(): void {
    this.skipBlanks();
    this.takes(';');
    this.skipBlanks();
    if (this.#at < this.#text.length) throw this.#expected('the end');
  }

  #items(): readonly WrittenValue[] {
    const items: WrittenValue[] = [];
    for (this.skipBlanks(); !this.takes(']'); this.separator(']')) items.push(this.value(']'));
    return items;
  }

  #members(): readonly NamedValue[] {
    const members: NamedValue[] = [];
    for (this.skipBlanks(); !this.takes('}'); this.separator('}')) {
      const name = this.key();
      if (name === undefined) throw this.#expected('a name and a colon');
      members.push({ name, value: this.value('}') });
    }
    return members;
  }

  /** What follows an opening quote, up to its twin. */
  #quoted(quote: string): string {
    let text = '';
    for (let char = this.#next(); char !== quote; char = this.#next()) {
      if (char === undefined) throw this.#expected(quote);
      text += char === '\\' ? this.#escaped() : char;
    }
    return text;
  }

  #escaped(): string {
    const char = this.#next() ?? '';
    if (char !== 'u') return ESCAPES[char] ?? char;
    const code = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-f]{4}$/iu.test(code)) throw this.#expected('four hex digits');
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** Text without quotes ends at a comma or where its container ends; parentheses in it pair up. */
  #bare(closer: Closer): string {
    const start = this.#at;
    let depth = 0;
    for (let char = this.#text[this.#at]; char !== undefined; char = this.#text[this.#at]) {
      if (depth === 0 && (char === ',' || char === closer)) break;
      if (char === '(') depth += 1;
      if (char === ')') depth -= 1;
      this.#at += 1;
    }
    const text = this.#text.slice(start, this.#at).trim();
    if (text === '') throw this.#expected(this.#at < this.#text.length ? 'a value' : `'${closer}'`);
    return text;
  }

  #next(): string | undefined {
    const char = this.#text[this.#at];
    this.#at += 1;
    return char;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #expected(what: string): Error {
    const at = Math.min(this.#at, this.#text.length) + 1;
    return unreadable(`expected ${what} at ${at}`);
  }
}
