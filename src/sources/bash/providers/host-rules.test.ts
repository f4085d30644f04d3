// Which hosts and addresses the providers may reach.
import { assert, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusedAddresses, refusedHost } from './host-rules.ts';
import { isPublicAddress } from './public-address.ts';

const check = (lists: { allow?: string[]; deny?: string[]; allowAll?: boolean }) => ({
  rules: { allow: [], deny: [], allowAll: false, ...lists },
  isDeclared: false,
  variable: 'MCPBASH_HTTPS_ALLOW_HOSTS',
});

describe('[bash-content:provider:https-hosts] hosts', () => {
  test.each([
    ['example.com', { allow: ['example.com'] }, true],
    ['EXAMPLE.com.', { allow: ['example.com'] }, true],
    ['a.example.com', { allow: ['example.com'] }, false],
    ['a.example.com', { allow: ['*.example.com'] }, true],
    ['example.com', { allow: ['*.example.com'] }, false],
    ['badexample.com', { allow: ['.example.com'] }, false],
    ['example.com', {}, false],
    ['example.com', { allowAll: true }, true],
    ['example.com', { allowAll: true, deny: ['example.com'] }, false],
    ['example.com', { allow: ['example.com'], deny: ['*'] }, false],
  ])('%s with %j: allowed is %s', (host, lists, isAllowed) => {
    expect(refusedHost(host, check(lists)) === undefined).toBe(isAllowed);
  });

  test('[bash-content:provider:https-declared] a declared host needs no list, but can be denied', () => {
    const declared = { ...check({}), isDeclared: true };
    expect(refusedHost('example.com', declared)).toBeUndefined();
    const denied = { ...check({ deny: ['example.com'] }), isDeclared: true };
    expect(refusedHost('example.com', denied)?.said).toContain('denied');
  });

  test('the hint names the variable', () => {
    expect(refusedHost('a.example', check({}))?.hint).toContain('MCPBASH_HTTPS_ALLOW_HOSTS');
  });
});

describe('[bash-content:provider:https-private] addresses inside', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each(['127.0.0.1', '[::1]', 'localhost', 'a.localhost', 'db.internal', 'printer.local'])(
    '%s is refused whatever the lists say',
    (host) => {
      expect(refusedHost(host, { ...check({ allowAll: true }), isDeclared: true })).toBeDefined();
    },
  );

  test('one address inside among public ones is enough, and none at all too', () => {
    expect(refusedAddresses('a.example', ['8.8.8.8'])).toBeUndefined();
    expect(refusedAddresses('a.example', ['8.8.8.8', '127.0.0.1'])).toBeDefined();
    expect(refusedAddresses('a.example', [])).toBeDefined();
  });

  test('no address of a private network passes, however it is chosen', () => {
    const byte = nat(255);
    assert(
      property(byte, byte, byte, (b, c, d) => {
        for (const address of [`10.${b}.${c}.${d}`, `127.${b}.${c}.${d}`, `192.168.${c}.${d}`]) {
          expect(isPublicAddress(address)).toBe(false);
          expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
        }
      }),
    );
  });
});
