// Proves that heavy messages count until the last of their requests has ended, and light ones never.
import { afterEach, expect, it } from 'vitest';
import { wireLimit } from '../wire/limits.ts';
import { counted, hasRoomFor, holdArriving, LIGHT_BYTES } from './held-bytes.ts';

const ALL = wireLimit('maxInflightBytes');
const releases: (() => void)[] = [];
afterEach(() => releases.splice(0).forEach((release) => release()));

/** Reads a message with so many requests, none of which ends by itself. */
function arrive(bytes: number, requests: number): readonly (() => void)[] {
  const ends: (() => void)[] = [];
  counted(bytes, () => {
    for (let count = 0; count < requests; count += 1) ends.push(holdArriving() ?? (() => {}));
  })();
  return ends;
}

it('a message counts while it waits to be read, and with no request no longer', () => {
  const read = counted(ALL, () => {});
  expect(hasRoomFor(LIGHT_BYTES + 1)).toBe(false);
  read();
  expect(hasRoomFor(ALL)).toBe(true);
});

it('a batch holds its bytes until its last request has ended', () => {
  const [first, second] = arrive(ALL, 2);
  expect(hasRoomFor(LIGHT_BYTES + 1)).toBe(false);
  first?.();
  expect(hasRoomFor(LIGHT_BYTES + 1)).toBe(false);
  second?.();
  expect(hasRoomFor(ALL)).toBe(true);
});

it('light messages find room always, and take none', () => {
  releases.push(...arrive(ALL, 1));
  expect(hasRoomFor(LIGHT_BYTES)).toBe(true);
  counted(LIGHT_BYTES, () => expect(holdArriving()).toBeUndefined())();
});

it('a message that cannot be read holds nothing', () => {
  const read = counted(ALL, () => JSON.parse('{'));
  expect(read).toThrow(SyntaxError);
  expect(hasRoomFor(ALL)).toBe(true);
  expect(holdArriving()).toBeUndefined();
});
