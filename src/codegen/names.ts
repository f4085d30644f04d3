// How names of tools, properties and types become identifiers: words, spellings, keywords, collisions.

const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words of a name: cut at everything no identifier may hold, at `_`, and at camel humps. */
export function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFC')
    .split(/[^\p{XID_Continue}]+|_+/u)
    .flatMap((part) => part.split(HUMP))
    .filter((word) => word !== '');
}

/** `list_issues` as `ListIssues`; what would start with a digit gets `_` before it. */
export function toPascal(name: string): string {
  return asIdentifier(wordsOf(name).map(capitalized).join(''));
}

/** `list_issues` as `listIssues`. */
export function toCamel(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return asIdentifier(first.toLowerCase() + rest.map(capitalized).join(''));
}

/** `listIssues` as `list_issues`. */
export function toSnake(name: string): string {
  return asIdentifier(lowerWords(name).join('_'));
}

/** `listIssues` as `list-issues`: for command lines, where a leading digit does no harm. */
export function toKebab(name: string): string {
  return lowerWords(name).join('-') || 'unnamed';
}

function lowerWords(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.toLowerCase());
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('').toLowerCase();
}

const UNNAMED = '_unnamed';

function asIdentifier(text: string): string {
  if (text === '') return UNNAMED;
  return /^\p{XID_Start}/u.test(text) ? text : `_${text}`;
}

/** Words that cannot name a variable, a function or a field. */
export const KEYWORDS = {
  ts: new Set(
    (
      'abstract any arguments as asserts async await bigint boolean break case catch class const ' +
      'constructor continue debugger declare default delete do else enum eval export extends ' +
      'false finally for from function get global if implements import in infer instanceof ' +
      'interface is keyof let module namespace never new null number object of package private ' +
      'protected public readonly require return set static string super switch symbol this throw ' +
      'true try type typeof undefined unique unknown using var void while with yield'
    ).split(' '),
  ),
  rust: new Set(
    (
      'abstract as async await become box break const continue crate do dyn else enum extern ' +
      'false final fn for gen if impl in let loop macro match mod move mut override priv pub ref ' +
      'return self Self static struct super trait true try type typeof union unsafe unsized use ' +
      'virtual where while yield'
    ).split(' '),
  ),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

/** The name itself, or with `_` behind it where the language keeps it for itself. */
export function avoiding(keywords: ReadonlySet<string>, name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** Hands out names that are all different; who comes later gets a number. */
export interface NameScope {
  take(wanted: string): string;
}

export interface NameScopeOptions {
  /** Names nobody gets as they are. */
  readonly reserved?: Iterable<string>;
  /** What stands before the number: `Name2`, `name_2`, `name-2`. */
  readonly separator?: '' | '_' | '-';
}

export function openNameScope({ reserved = [], separator = '' }: NameScopeOptions = {}): NameScope {
  const taken = new Set(reserved);
  const nextNumbers = new Map<string, number>();
  return {
    take: (wanted) => {
      let number = nextNumbers.get(wanted) ?? 2;
      let name = wanted;
      for (; taken.has(name); number += 1) name = `${wanted}${separator}${number}`;
      nextNumbers.set(wanted, number);
      taken.add(name);
      return name;
    },
  };
}
