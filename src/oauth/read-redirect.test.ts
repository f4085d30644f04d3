// What people paste.
import { describe, expect, test } from 'vitest';
import { readRedirect } from './read-redirect.ts';

function read(text: string) {
  const { params, problem } = readRedirect(text, 's1');
  return params ? Object.fromEntries(params) : problem;
}

describe('readRedirect', () => {
  test.each([
    ['http://localhost:1/callback?code=c&state=s1', { code: 'c', state: 's1' }],
    [' http://localhost:1/callback?state=s1&error=no \n', { state: 's1', error: 'no' }],
    ['?code=c&state=s1', { code: 'c', state: 's1' }],
    ['code=a%2Fb&state=s1', { code: 'a/b', state: 's1' }],
    ['abc', { code: 'abc' }],
    ['abc==', { code: 'abc==' }],
    ['4/0AX4=_-', { code: '4/0AX4=_-' }],
    ['', 'nothing was pasted'],
    ['   ', 'nothing was pasted'],
    ['http://localhost:1/callback', 'there is no code in it'],
    ['http://localhost:1/callback?code=c', 'it belongs to another login'],
    ['http://localhost:1/callback?code=c&state=s2', 'it belongs to another login'],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
