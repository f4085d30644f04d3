// Lines come out the same however the bytes are cut.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLines } from './text-lines.ts';

function linesOf(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const splitter = textLines((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

describe('textLines', () => {
  it('cuts at line ends of both kinds, and hands on a last line without one', () => {
    expect(linesOf([Buffer.from('a\r\nb\n\nc')])).toEqual(['a', 'b', '', 'c']);
    expect(linesOf([Buffer.from('a\n')])).toEqual(['a']);
    expect(linesOf([])).toEqual([]);
  });

  it('does not depend on where the bytes are cut', () => {
    const text = fc
      .array(fc.constantFrom('a', 'ü', '👋', '\n', '\r\n', ' '))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(50)), (whole, cuts) => {
        const bytes = Buffer.from(whole);
        const chunks: Buffer[] = [];
        let at = 0;
        for (const size of cuts) chunks.push(bytes.subarray(at, (at += size)));
        chunks.push(bytes.subarray(at));
        expect(linesOf(chunks)).toEqual(linesOf([bytes]));
      }),
    );
  });

  it('hands a very long line on in pieces, without loss', () => {
    const long = 'x'.repeat(200_000);
    const lines = linesOf([Buffer.from(long.slice(0, 150_000)), Buffer.from(long.slice(150_000))]);
    expect(lines.join('')).toBe(long);
    expect(Math.max(...lines.map((line) => line.length))).toBe(65_536);
  });
});
