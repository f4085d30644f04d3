// Which hosts are this machine, and which only look like it.
import { expect, it } from 'vitest';
import { isLoopback } from './is-loopback.ts';

it.each(['127.0.0.1', '127.255.0.9', '::1', '[::1]', 'localhost', 'app.localhost'])(
  '%s is',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '127.0.0.1.evil.com',
  '1127.0.0.1',
  'localhost.evil.com',
  '127.evil.com',
  '',
])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});
