// The REST routes of an open mcpd: paths, envelope, and what is not there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ask, post, startMcpd, type RunningMcpd } from './run-mcpd.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
let mcpd: RunningMcpd;

beforeAll(async () => {
  writeFileSync(join(folder, 'page.html'), 'leaked');
  mcpd = await startMcpd([
    '--www-config=title=My tools',
    '--www-config=footer=a=b',
    `--www-static-directory=${folder}`,
  ]);
});
afterAll(async () => {
  await mcpd.stop();
  rmSync(folder, { recursive: true });
});

describe('routes', () => {
  verifies(
    ['mcpd:route:get-api-public-configuration', 'mcpd:flag:www-config'],
    'GET /api/public/configuration shows the --www-config values',
    async () => {
      const { status, json } = await ask(mcpd, '/api/public/configuration');
      expect(status).toBe(200);
      expect(json).toEqual({ ok: true, result: { title: 'My tools', footer: 'a=b' } });
    },
  );

  verifies(
    ['mcpd:route:envelope-shape', 'mcpd:route:envelope-content-type', 'mcpd:keep:rest-envelope'],
    'answers are {"ok","result","code"?} as JSON in UTF-8',
    async () => {
      const good = await ask(mcpd, '/api/auth/test');
      expect(good.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(good.json).toEqual({ ok: true, result: null });
      const bad = await ask(mcpd, '/api/public/captcha');
      expect(bad.headers['content-type']).toBe('application/json; charset=utf-8');
      expect([bad.status, bad.json]).toEqual([
        406,
        { ok: false, result: 'unsupported', code: 2012 },
      ]);
    },
  );

  verifies(
    'mcpd:route:auth-token-without-auth',
    'POST /api/auth/token works without credentials when auth is off',
    async () => {
      const { status, json } = await ask(mcpd, '/api/auth/token', { method: 'POST' });
      expect([status, json['ok']]).toEqual([200, true]);
    },
  );

  it('says clearly that the password cannot be changed yet', async () => {
    const { status, json } = await ask(mcpd, '/api/setPassword', { method: 'POST', body: '{}' });
    expect([status, json['code']]).toEqual([503, 1008]);
    expect(json['result']).toContain('password file');
  });

  verifies(
    'mcpd:route:anything-else-404',
    'anything else is 404 with the text "Not Found"',
    async () => {
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/nothing'],
        ['GET', '/api'],
        ['POST', '/api/auth/test'],
        ['GET', '/api/auth/token'],
        ['GET', '/.well-known/oauth-protected-resource'],
      ] as const) {
        const { status, text } = await ask(mcpd, path, { method });
        expect([method, path, status, text]).toEqual([method, path, 404, 'Not Found']);
      }
    },
  );

  verifies('mcpd:route:api-mcp-trailing-slash-404', '/api/mcp/ is 404 too', async () => {
    const { status, text } = await post(mcpd, { id: 1, method: 'ping' }, { path: '/api/mcp/' });
    expect([status, text]).toEqual([404, 'Not Found']);
  });

  verifies('mcpd:route:query-strings-ignored', 'query strings are ignored', async () => {
    const { json } = await ask(mcpd, '/api/public/configuration?x=/../y');
    expect(json['ok']).toBe(true);
    const answer = await post(mcpd, { id: 1, method: 'ping' }, { path: '/api/mcp?session=1' });
    expect(answer.json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  verifies(
    ['mcpd:better:static-paths-normalised', 'mcpd:flag:www-static-directory'],
    'no file is readable below /static/, however the path is written',
    async () => {
      for (const path of [
        '/static/page.html',
        '/static/../page.html',
        '/static//etc/passwd',
        '/static/../../../../../../etc/passwd',
        '/static/%2e%2e/%2e%2e/etc/passwd',
        '/static/..%2f..%2fetc%2fpasswd',
        '/static/..\\..\\etc\\passwd',
        `/static/${folder}/page.html`,
      ]) {
        const { status, text } = await ask(mcpd, path);
        expect([path, status, text]).toEqual([path, 404, 'Not Found']);
      }
    },
  );

  verifies(
    'mcpd:keep:route-paths',
    'every path of the original that is kept is answered',
    async () => {
      const answers = await Promise.all([
        ask(mcpd, '/api/public/captcha'),
        ask(mcpd, '/api/public/configuration'),
        ask(mcpd, '/api/auth/test'),
        ask(mcpd, '/api/auth/token', { method: 'POST' }),
        ask(mcpd, '/api/setPassword', { method: 'POST' }),
        post(mcpd, { id: 1, method: 'tools/list' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([406, 200, 200, 200, 503, 200]);
    },
  );
});
