// Writes strings and comments as Rust, whatever is in them.

export const RUST_WIDTH = 100;

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '"': String.raw`\"`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** A string literal. Half a surrogate pair is no text in Rust and becomes a replacement character. */
export function toRustString(text: string): string {
  const body = text.replaceAll(/["\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    if (/\p{Cs}/u.test(character)) return String.raw`\u{fffd}`;
    const code = character.codePointAt(0) ?? 0;
    return SIMPLE_ESCAPES[character] ?? `\\u{${code.toString(16)}}`;
  });
  return `"${body}"`;
}

/** The lines of a text, without what would end a comment early or hide its direction. */
export function toDocLines(text: string): readonly string[] {
  const lines = text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first === -1 ? [] : withoutExamples(lines.slice(first, last + 1));
}

/** Indented and fenced lines would be compiled and run as examples by `cargo test`. */
function withoutExamples(lines: readonly string[]): readonly string[] {
  let isFenced = false;
  return lines.map((line) => {
    const fence = /^\s*(?<marks>`{3,}|~{3,})/u.exec(line)?.groups?.['marks'];
    if (fence === undefined) return isFenced ? line : line.trimStart();
    isFenced = !isFenced;
    return isFenced ? `${fence}text` : fence;
  });
}

/** The comment, ending with its line; nothing for no lines. */
export function renderRustDoc(lines: readonly string[], indent: string): string {
  return lines.map((line) => `${`${indent}/// ${line}`.trimEnd()}\n`).join('');
}
