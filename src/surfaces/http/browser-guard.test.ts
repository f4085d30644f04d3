// Proves which pages and names reach a server, and which are kept out.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { browserGuard } from './browser-guard.ts';

interface Given {
  readonly host?: string;
  readonly origin?: string;
}

function problem(
  headers: Given,
  options: { hosts?: string[]; origins?: string[]; on?: string } = {},
) {
  const guard = browserGuard({
    host: options.on ?? '127.0.0.1',
    allowedHosts: options.hosts ?? [],
    allowedOrigins: options.origins ?? [],
  });
  return guard.problem({ headers } as IncomingMessage);
}

describe('Host', () => {
  it.each([
    'localhost',
    'localhost:1995',
    'LOCALHOST:80',
    '127.0.0.1:1995',
    '127.0.0.2',
    '[::1]:1995',
    '[::1]',
    '192.168.1.7:1995',
  ])('%s is ours', (host) => {
    expect(problem({ host })).toBeUndefined();
  });

  it.each([
    'evil.example.com',
    'evil.example.com:1995',
    'localhost.evil.com',
    'evil.com.localhost.',
    '127.0.0.1.evil.com',
    'localhost@evil.com',
    '1.2.3',
    '',
    ':1995',
    '[evil.com]',
  ])('%s is not', (host) => {
    expect(problem({ host })).toContain('--allowed-host');
  });

  it('must be there', () => {
    expect(problem({})).toContain('Host');
  });

  it('may be allowed by name, with or without a port', () => {
    const hosts = ['tools.example.com', 'Other.example.com:8443'];
    for (const host of ['tools.example.com', 'TOOLS.example.com:99', 'other.example.com:8443']) {
      expect(problem({ host }, { hosts })).toBeUndefined();
    }
    expect(problem({ host: 'other.example.com:1' }, { hosts })).toBeDefined();
    expect(problem({ host: 'x.tools.example.com' }, { hosts })).toBeDefined();
  });

  it('may be any where the owner says so', () => {
    expect(problem({ host: 'evil.example.com' }, { hosts: ['*'] })).toBeUndefined();
  });

  it('may be the name listened on', () => {
    expect(problem({ host: 'box.lan:80' }, { on: 'box.lan' })).toBeUndefined();
  });

  it('is judged anew for each name, also after thousands', () => {
    const guard = browserGuard({ host: '127.0.0.1', allowedHosts: [], allowedOrigins: [] });
    const ask = (host: string) => guard.problem({ headers: { host } } as IncomingMessage);
    for (let at = 0; at < 3000; at += 1) expect(ask(`h${at}.evil.com`)).toBeDefined();
    expect(ask('localhost')).toBeUndefined();
    expect(ask('h1.evil.com')).toBeDefined();
  });
});

describe('Origin', () => {
  const host = 'localhost';

  it.each([
    undefined,
    'http://localhost',
    'http://localhost:3000',
    'https://LOCALHOST',
    'http://127.0.0.1:1995',
    'http://[::1]:80',
  ])('%s may call', (origin) => {
    expect(problem({ host, ...(origin !== undefined && { origin }) })).toBeUndefined();
  });

  it.each([
    'http://evil.example.com',
    'http://localhost.evil.com',
    'http://127.0.0.1.evil.com',
    'http://localhost@evil.com',
    'http://evil.com/localhost',
    'http://192.168.1.7',
    'null',
    '',
    'file://',
    'localhost',
  ])('%s may not', (origin) => {
    expect(problem({ host, origin })).toContain('--allowed-origin');
  });

  it('may be allowed as a whole', () => {
    const origins = ['https://App.example.com'];
    expect(problem({ host, origin: 'https://app.example.com' }, { origins })).toBeUndefined();
    for (const origin of ['http://app.example.com', 'https://app.example.com:8443']) {
      expect(problem({ host, origin }, { origins })).toBeDefined();
    }
  });

  it('is told that it may read the answer, and no other is', () => {
    const guard = browserGuard({ host: '127.0.0.1', allowedHosts: [], allowedOrigins: [] });
    const told = new Map<string, unknown>();
    const res = { setHeader: (name: string, value: unknown) => told.set(name, value) };
    guard.allowPage({ headers: {} } as IncomingMessage, res as unknown as ServerResponse);
    expect(told.size).toBe(0);
    const headers = { origin: 'http://localhost:3000' };
    guard.allowPage({ headers } as IncomingMessage, res as unknown as ServerResponse);
    expect(Object.fromEntries(told)).toEqual({
      'Access-Control-Allow-Origin': 'http://localhost:3000',
      'Access-Control-Expose-Headers': 'Mcp-Session-Id',
      Vary: 'Origin',
    });
  });
});
