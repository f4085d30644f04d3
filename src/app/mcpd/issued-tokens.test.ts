// Proves the life of an issued token: good, expired, forgotten, and how many there may be.
import { expect, it } from 'vitest';
import { issuedTokens } from './issued-tokens.ts';

const HOUR_MS = 60 * 60 * 1000;

it('issues 128 hex digits, each time others', () => {
  const tokens = issuedTokens({ timeoutMs: 1000 });
  expect(tokens.issue()).toMatch(/^[0-9a-f]{128}$/u);
  expect(tokens.issue()).not.toBe(tokens.issue());
});

it('says good, then expired, then unknown after it was purged', () => {
  let nowMs = 0;
  const tokens = issuedTokens({ timeoutMs: 1000, nowMs: () => nowMs });
  const token = tokens.issue();
  nowMs = 999;
  expect(tokens.stateOf(token)).toBe('good');
  nowMs = 1000;
  expect(tokens.stateOf(token)).toBe('expired');
  nowMs = 1000 + HOUR_MS;
  const later = tokens.issue();
  expect(tokens.stateOf(token)).toBe('unknown');
  expect(tokens.stateOf(later)).toBe('good');
});

it('knows no token it did not issue', () => {
  const tokens = issuedTokens({ timeoutMs: 1000 });
  tokens.issue();
  expect(tokens.stateOf('')).toBe('unknown');
  expect(tokens.stateOf('0'.repeat(128))).toBe('unknown');
});

it('drops the oldest when there are ten thousand', () => {
  const tokens = issuedTokens({ timeoutMs: 1000, nowMs: () => 0 });
  const oldest = tokens.issue();
  for (let count = 1; count < 10_000; count += 1) tokens.issue();
  expect(tokens.stateOf(oldest)).toBe('good');
  tokens.issue();
  expect(tokens.stateOf(oldest)).toBe('unknown');
});
