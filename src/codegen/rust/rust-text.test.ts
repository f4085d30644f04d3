// Proves that any text becomes a Rust literal or comment that holds it and nothing more.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderRustDoc, toDocLines, toRustString } from './rust-text.ts';

/** Any text, half pairs excepted. */
const TEXT = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10_ff_ff })))
  .map((codes) => String.fromCodePoint(...codes).replaceAll(/\p{Cs}/gu, '?'));

/** Reads a literal as the compiler would. */
function readLiteral(literal: string): string {
  const simple: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return literal
    .slice(1, -1)
    .replaceAll(/\\(?:u\{([0-9a-f]+)\}|(.))/gu, (_, hex: string | undefined, one: string) =>
      hex === undefined ? (simple[one] ?? one) : String.fromCodePoint(Number.parseInt(hex, 16)),
    );
}

describe('toRustString', () => {
  it('[codegen-rust:text] gives every text back', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const literal = toRustString(text);
        expect(readLiteral(literal)).toBe(text);
        expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      }),
    );
  });

  it('replaces half a surrogate pair, which Rust cannot hold', () => {
    expect(toRustString('a\uD800b')).toBe(String.raw`"a\u{fffd}b"`);
  });
});

describe('toDocLines', () => {
  it.each([
    ['one\ntwo', ['one', 'two']],
    ['\n\n one \r\ntwo\u2028three\n\n', ['one', 'two', 'three']],
    ['    let x = 1;', ['let x = 1;']],
    ['```\nx\n```', ['```text', 'x', '```']],
    ['```rust\n  panic!()\n```\nend', ['```text', '  panic!()', '```', 'end']],
    ['left \u202E right', ['left   right']],
    ['', []],
    [' \n ', []],
  ])('%j becomes %j', (text, lines) => {
    expect(toDocLines(text)).toEqual(lines);
  });

  it('[codegen-rust:text] leaves nothing outside the comment', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const comment = renderRustDoc(toDocLines(text), '  ');
        for (const line of comment.split('\n').slice(0, -1)) expect(line).toMatch(/^ {2}\/\/\//u);
        expect(comment.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});
