// Reads the words after a generated command: our few options, and the arguments of the tool.
import type { GeneratedTool } from '../../codegen/generated-cli.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { MAX_TIMER_MS } from '../../core/max-timer.ts';
import { coerce, typesOf } from '../call/coerce.ts';
import { memberOf } from '../call/schema-view.ts';
import { typeValues, type WrittenValue } from '../call/type-value.ts';
import { wholeNumber } from '../flags.ts';
import { suggest } from '../suggest.ts';
import { unreadable } from '../unreadable.ts';

export interface ReadWords {
  readonly args: JsonObject;
  readonly format: 'text' | 'json' | 'raw';
  readonly timeoutMs: number | undefined;
}

export interface WordSources {
  readonly readStdin: () => Promise<string>;
  readonly readFile: (path: string) => Promise<string>;
}

interface Given {
  readonly property: string;
  readonly text?: string;
  /** It stood alone, so that `-` and `@file` mean their contents. */
  readonly isWord: boolean;
}

const FLAG = /^--([^=]+)(?:=(.*))?$/su;

export async function readGeneratedWords(
  words: readonly string[],
  { tool, schema }: { readonly tool: GeneratedTool; readonly schema: JsonObject },
  sources: WordSources,
): Promise<ReadWords> {
  const reader = new WordReader(tool, schema, words);
  reader.read();
  const { whole, isJson, isRaw, timeoutMs } = reader;
  const args = whole === undefined ? {} : parseWhole(await contentOf(whole, sources));
  const byProperty = new Map<string, (WrittenValue | undefined)[]>();
  for (const given of reader.given) {
    const values = byProperty.get(given.property) ?? [];
    byProperty.set(given.property, [...values, await toWritten(given, sources)]);
  }
  const typed = [...byProperty].map(([property, values]): [string, JsonValue] => [
    property,
    typeValues(property, values, memberOf(schema, property)),
  ]);
  // Made from entries, because any name can be a property.
  const all = Object.fromEntries([...Object.entries(args), ...typed]);
  return { args: all, format: isJson ? 'json' : isRaw ? 'raw' : 'text', timeoutMs };
}

class WordReader {
  readonly given: Given[] = [];
  whole: string | undefined;
  isJson = false;
  isRaw = false;
  timeoutMs: number | undefined;
  readonly #tool: GeneratedTool;
  readonly #schema: JsonObject;
  readonly #words: string[];

  constructor(tool: GeneratedTool, schema: JsonObject, words: readonly string[]) {
    this.#tool = tool;
    this.#schema = schema;
    this.#words = [...words];
  }

  read(): void {
    for (let word = this.#words.shift(); word !== undefined; word = this.#words.shift()) {
      const [, name, inline] = FLAG.exec(word) ?? [];
      if (name === undefined) throw unreadable(`'${word}' is no flag`, { hint: this.#helpHint() });
      if (!this.#takeOwn(name, inline)) this.#takeArgument(name, inline);
    }
  }

  #takeOwn(name: string, inline: string | undefined): boolean {
    if (name === 'verbose') return true;
    if (name === 'json') this.isJson = true;
    else if (name === 'raw') this.isRaw = true;
    else if (name === 'args') this.whole = this.#value(name, inline);
    else if (name === 'timeout') {
      const parse = wholeNumber('timeout', { min: 1, max: MAX_TIMER_MS });
      this.timeoutMs = parse(this.#value(name, inline));
    } else return false;
    return true;
  }

  #takeArgument(name: string, inline: string | undefined): void {
    const property = this.#propertyOf(name);
    const denied = property === undefined ? this.#deniedBy(name) : undefined;
    if (denied !== undefined) {
      this.given.push({ property: denied, text: 'false', isWord: false });
    } else if (property === undefined) {
      throw this.#unknown(name);
    } else if (inline !== undefined) {
      this.given.push({ property, text: inline, isWord: false });
    } else if (this.#takesNext(property)) {
      this.given.push({ property, text: this.#words.shift() ?? '', isWord: true });
    } else this.given.push({ property, isWord: false });
  }

  /** By its flag, or by its own name. */
  #propertyOf(name: string): string | undefined {
    const { flags } = this.#tool;
    const found =
      flags.find(({ flag }) => flag === name) ?? flags.find(({ property }) => property === name);
    return found?.property;
  }

  /** `--no-color` switches `--color` off. */
  #deniedBy(name: string): string | undefined {
    const property = name.startsWith('no-') ? this.#propertyOf(name.slice(3)) : undefined;
    return property !== undefined && this.#isSwitch(property) ? property : undefined;
  }

  #isSwitch(property: string): boolean {
    const types = typesOf(memberOf(this.#schema, property));
    return types?.size === 1 && types.has('boolean');
  }

  #takesNext(property: string): boolean {
    const [next] = this.#words;
    if (next === undefined || next.startsWith('--')) return false;
    if (!this.#isSwitch(property)) return true;
    return typeof coerce(next, memberOf(this.#schema, property)) === 'boolean';
  }

  #value(name: string, inline: string | undefined): string {
    const value = inline ?? this.#words.shift();
    if (value === undefined) {
      throw unreadable(`--${name} needs a value`, { hint: this.#helpHint() });
    }
    return value;
  }

  #unknown(name: string) {
    const flags = this.#tool.flags.map(({ flag }) => flag);
    const meant = suggest(name, flags);
    const hint = meant === undefined ? this.#helpHint() : `Did you mean \`--${meant}\`?`;
    return unreadable(`unknown flag --${name}`, { hint });
  }

  #helpHint(): string {
    return `Run it with \`${this.#tool.command} --help\``;
  }
}

function parseWhole(text: string): JsonObject {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw unreadable(`--args is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (!isJsonObject(data)) throw unreadable('--args is no JSON object');
  return data;
}

async function toWritten(
  { text, isWord }: Given,
  sources: WordSources,
): Promise<WrittenValue | undefined> {
  if (text === undefined) return undefined;
  const isRead = isWord && (text === '-' || /^@[^@]/u.test(text));
  if (isRead) return { kind: 'text', text: await contentOf(text, sources), isQuoted: true };
  return { kind: 'text', text: isWord ? text.replace(/^@@/u, '@') : text, isQuoted: false };
}

/** `-` is stdin, `@file` a file, anything else itself. */
async function contentOf(text: string, { readStdin, readFile }: WordSources): Promise<string> {
  if (text === '-') return readStdin();
  return text.startsWith('@') ? readFile(text.slice(1)) : text;
}
