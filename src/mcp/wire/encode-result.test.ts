// Proves what each era adds to a result, and that nothing else is touched.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { encodeResult, serverMetaText } from './encode-result.ts';
import { META } from './meta-keys.ts';
import { LATEST_LEGACY, LATEST_MODERN } from './revisions.ts';

const INFO = { name: 'test', version: '1' };
const serverMeta = serverMetaText(INFO);
const modern = { revision: LATEST_MODERN, serverMeta };
const legacy = { revision: LATEST_LEGACY, serverMeta };
const cache = { ttlMs: 5, cacheScope: 'private' } as const;

const read = (text: string): JsonObject => JSON.parse(text) as JsonObject;
const json = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;

describe('the modern era', () => {
  it('adds type and server to any result, and keeps the rest', () => {
    const reserved = ['_meta', 'resultType', 'ttlMs', 'cacheScope'];
    fc.assert(
      fc.property(json, (result) => {
        fc.pre(!reserved.some((key) => Object.hasOwn(result, key)));
        const plain = read(JSON.stringify(result));
        expect(read(encodeResult(result, modern))).toEqual({
          resultType: 'complete',
          ...plain,
          _meta: { [META.serverInfo]: INFO },
        });
      }),
    );
  });

  it('adds to a result of nothing', () => {
    expect(read(encodeResult({}, { ...modern, cache }))).toEqual({
      resultType: 'complete',
      ttlMs: 5,
      cacheScope: 'private',
      _meta: { [META.serverInfo]: INFO },
    });
  });

  it('keeps a type and a _meta of its own', () => {
    const result = { resultType: 'task', _meta: { mine: 1 }, content: [] };
    expect(read(encodeResult(result, modern))).toEqual({
      resultType: 'task',
      content: [],
      _meta: { mine: 1, [META.serverInfo]: INFO },
    });
  });

  it('keeps structured output of any kind', () => {
    expect(read(encodeResult({ structuredContent: [1] }, modern))['structuredContent']).toEqual([
      1,
    ]);
  });

  it('writes each member once', () => {
    const results = [
      { contents: [], ttlMs: 9 },
      { contents: [], cacheScope: 'public', _meta: {} },
    ];
    for (const result of results) {
      const text = encodeResult(result, { ...modern, cache });
      expect(text.match(/"ttlMs"/gu)).toHaveLength(1);
      expect(text.match(/"cacheScope"/gu)).toHaveLength(1);
      expect(read(text)).toMatchObject(result);
    }
  });
});

describe('the legacy era', () => {
  it('adds nothing', () => {
    fc.assert(
      fc.property(json, (result) => {
        fc.pre(!Object.hasOwn(result, 'structuredContent'));
        expect(encodeResult(result, { ...legacy, cache })).toBe(JSON.stringify(result));
      }),
    );
  });

  it('has structured output of objects only', () => {
    const content = [{ type: 'text', text: '[1]' }];
    for (const structuredContent of [[1], 'x', 1, null]) {
      expect(read(encodeResult({ content, structuredContent }, legacy))).toEqual({ content });
    }
    const result = { content, structuredContent: { a: 1 } };
    expect(read(encodeResult(result, legacy))).toEqual(result);
  });
});

it.each([undefined, null, 'text', 7, [1]])('refuses %j, which is no result', (result) => {
  expect(() => encodeResult(result as never, modern)).toThrow(TypeError);
  expect(() => encodeResult(result as never, legacy)).toThrow(TypeError);
});
