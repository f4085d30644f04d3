// What is read from a WWW-Authenticate header.
import { describe, expect, test } from 'vitest';
import { joinScopes, parseChallenge } from './challenge.ts';

describe('parseChallenge', () => {
  test.each([
    [undefined, {}],
    ['', {}],
    ['Basic realm="x", scope="y"', {}],
    ['Bearer', {}],
    ['Bearer scope=""', {}],
    ['bearer scope=read', { scope: 'read' }],
    [
      'Bearer realm="a, b", error="insufficient_scope", scope="a b"',
      { error: 'insufficient_scope', scope: 'a b' },
    ],
    ['Basic realm="x", Bearer scope="a\\"b"', { scope: 'a"b' }],
    ['Bearer resource_metadata="https://x/y?z=1"', { resourceMetadataUrl: 'https://x/y?z=1' }],
    ['Bearer resource_metadata="not an address"', {}],
    ['Bearer error_description="no, scope=x", scope="y"', { scope: 'y' }],
    ['DPoP scope="y"', { scope: 'y' }],
  ])('%j', (header, expected) => {
    expect(parseChallenge(header)).toEqual(expected);
  });
});

describe('joinScopes', () => {
  test('names each scope once, in the order they came', () => {
    expect(joinScopes('a b', undefined, 'b  c', '')).toBe('a b c');
    expect(joinScopes(undefined, '  ')).toBeUndefined();
  });
});
