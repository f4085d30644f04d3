// Proves that lines come out the same however their bytes were cut, and that none grows for ever.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineSplitter } from './line-splitter.ts';

const OVERSIZE = Symbol('oversize');

function split(chunks: readonly Buffer[], maxLineBytes = 1_000_000): (string | symbol)[] {
  const seen: (string | symbol)[] = [];
  const feed = lineSplitter(maxLineBytes, {
    line: (text) => seen.push(text),
    oversize: () => seen.push(OVERSIZE),
  });
  for (const chunk of chunks) feed(chunk);
  return seen;
}

/** Cuts bytes at the given places, which need be neither sorted nor in range. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
}

const line = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\n'));
const cuts = fc.array(fc.nat());

describe('lineSplitter', () => {
  it('gives the same lines for every way of cutting the bytes', () => {
    fc.assert(
      fc.property(fc.array(line), cuts, (lines, places) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        // Characters that UTF-8 cannot carry come back as its replacement, cut or not.
        const expected = bytes.toString().split('\n').slice(0, -1);
        expect(split(cut(bytes, places))).toEqual(expected.filter((text) => text.trim() !== ''));
      }),
    );
  });

  it('keeps characters whole that a chunk border cuts in two', () => {
    const bytes = Buffer.from('"grüße 👋 世界"\n');
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['"grüße 👋 世界"']);
  });

  it('drops what is too long, says so once, and goes on with the next line', () => {
    fc.assert(
      fc.property(fc.array(line), cuts, fc.integer({ min: 1, max: 20 }), (lines, places, max) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const whole = bytes.toString().split('\n').slice(0, -1);
        const expected = lines
          .map((text, at) => (Buffer.byteLength(text) > max ? OVERSIZE : (whole[at] ?? '')))
          .filter((entry) => typeof entry === 'symbol' || entry.trim() !== '');
        expect(split(cut(bytes, places), max)).toEqual(expected);
      }),
    );
  });

  it('takes a line of exactly the limit', () => {
    expect(split([Buffer.from('1234\n12345\n')], 4)).toEqual(['1234', OVERSIZE]);
  });

  it('passes over empty lines and keeps carriage returns to the parser', () => {
    expect(split([Buffer.from('\n \n\r\n{}\r\n')])).toEqual(['{}\r']);
  });

  it('gives nothing for a line that has not ended', () => {
    expect(split([Buffer.from('{"a":1}')])).toEqual([]);
  });
});
