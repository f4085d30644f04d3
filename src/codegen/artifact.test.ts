// The note an artifact carries, written and found again.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNote, renderHeader, renderNote } from './artifact.ts';
import type { Provenance } from './catalog.ts';

/** Any sequence of code units, halves of pairs too. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));

const PROVENANCE: Provenance = {
  format: 1,
  kind: 'cli-ts',
  version: '1.2.3',
  server: 'linear',
  source: 'https://mcp.example.com/mcp',
  origin: { kind: 'configured', server: 'linear' },
  options: { form: 'bundle' },
  tools: ['list', 'größe', '🎉', '*/ @end @plugboard-artifact'],
};

test('is one line of plain characters that ends no comment', () => {
  const note = renderNote(PROVENANCE);
  expect(note).toMatch(/^[ -~]+$/u);
  expect(note).not.toContain('*/');
});

test('is found whatever stands around it, and whatever it holds', () => {
  fc.assert(
    fc.property(fc.string(), anyText, (around, server) => {
      const provenance = { ...PROVENANCE, server };
      const bytes = Buffer.from(`${around}${renderNote(provenance)}${around}`).toString('latin1');
      expect(findNote(bytes)).toEqual(JSON.parse(JSON.stringify(provenance)));
    }),
  );
});

test('what only looks like a note is passed over', () => {
  const text = `@plugboard-artifact {"format":1} @end ${renderNote(PROVENANCE)}`;
  expect(findNote(text)).toEqual(PROVENANCE);
  expect(findNote('@plugboard-artifact {"format":2} @end')).toBeUndefined();
  expect(findNote('@plugboard-artifact')).toBeUndefined();
});

test('[codegen:header] the header names the version and the source, each line a line', () => {
  const header = renderHeader({ ...PROVENANCE, source: 'a\nb\u2028c' }, '//');
  const [first, ...others] = header.trimEnd().split(/[\n\u2028]/u);
  expect(first).toBe('// Made by plugboard 1.2.3 from linear (a b c). Do not edit:');
  expect(others).toHaveLength(2);
  for (const line of others) expect(line).toMatch(/^\/\/ /u);
  expect(findNote(header)).toMatchObject({ server: 'linear', source: 'a\nb\u2028c' });
});
