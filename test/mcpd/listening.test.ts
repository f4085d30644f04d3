// Where mcpd listens and for whom: addresses, TLS, slow clients, many at once, and its end.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ask, callText, post, runMcpd, SCRIPTS, startMcpd, type RunningMcpd } from './run-mcpd.ts';

const TLS = [
  `--http-tls-cert-file=${fileURLToPath(new URL('tls/cert.pem', import.meta.url))}`,
  `--http-tls-key-file=${fileURLToPath(new URL('tls/key.pem', import.meta.url))}`,
];
const EVERYWHERE = ['--http-host', '0.0.0.0'];
const POST_HEAD = 'POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
/** For what waits a second by design and starts a process besides. */
const SLOW_MS = 15_000;
const PING = { id: 1, method: 'ping' };
const REFUSED = [...EVERYWHERE, '--http-port', '0', '--script-root-directory', SCRIPTS];

/** Two calls that can only succeed if they run at the same time. */
async function meet(mcpd: RunningMcpd, patience: number): Promise<readonly string[]> {
  const place = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
  const visit = (me: string, you: string) =>
    callText(mcpd, 'show/meeting', { args: { me, you, place, patience } });
  const said = await Promise.all([visit('ann', 'bob'), visit('bob', 'ann')]);
  rmSync(place, { recursive: true });
  return said;
}

describe('addresses', () => {
  verifies(
    'mcpd:auth:refuses-non-loopback',
    'a public address is refused without authentication, and the way out is named',
    async () => {
      const { status, stderr } = await runMcpd(REFUSED);
      expect(status).toBe(1);
      expect(stderr).toContain('Error: "Refused to listen on 0.0.0.0 without authentication"');
      expect(stderr).toMatch(/hint: .*MCPD_HTTP_AUTH_API_TOKEN.*--allow-unauthenticated/u);
    },
  );

  verifies('mcpd:auth:tls-alone-is-not-auth', 'TLS alone changes nothing about it', async () => {
    expect((await runMcpd([...REFUSED, ...TLS])).status).toBe(1);
  });

  verifies('mcpd:auth:bearer-allows-non-loopback', 'a token allows it', async () => {
    await using mcpd = await startMcpd(EVERYWHERE, { MCPD_HTTP_AUTH_API_TOKEN: 'token' });
    expect((await post(mcpd, PING)).status).toBe(401);
  });

  verifies('mcpd:auth:basic-allows-non-loopback', 'a password allows it', async () => {
    const MCPD_HTTP_AUTH_PASSWORD_SHA512 = hashSync('any', 4);
    await using mcpd = await startMcpd(EVERYWHERE, { MCPD_HTTP_AUTH_PASSWORD_SHA512 });
    expect((await post(mcpd, PING)).status).toBe(401);
  });

  verifies(
    'mcpd:auth:allow-unauthenticated-with-warning',
    '--allow-unauthenticated lifts it with a warning',
    async () => {
      await using mcpd = await startMcpd([...EVERYWHERE, '--allow-unauthenticated']);
      expect((await post(mcpd, PING)).status).toBe(200);
      expect(mcpd.logs).toContainEqual(
        expect.objectContaining({
          level: 'WARN',
          msg: expect.stringContaining('without authentication'),
        }),
      );
    },
  );

  verifies(
    ['mcpd:flag:http-tls-cert-file', 'mcpd:flag:http-tls-key-file'],
    'a certificate and its key make it HTTPS, and scripts are told',
    async () => {
      await using mcpd = await startMcpd(TLS);
      expect(mcpd.isHttps).toBe(true);
      expect((await ask(mcpd, '/api/auth/test')).status).toBe(200);
      expect(await callText(mcpd, 'show/env')).toContain('MCPD_CONFIG_SERVER_HTTPS=true');
    },
  );

  verifies(
    'mcpd:keep:start-command-unchanged',
    'a start command of the original works unchanged',
    async () => {
      const command =
        '--http-host 127.0.0.1 --http-base-path / --http-read-timeout-secs 30 ' +
        '--http-auth-api-token secret --http-auth-token-timeout=3600 --debug ' +
        '--script-config OWN_A="1" --www-config title=Tools --www-ui-enable';
      await using mcpd = await startMcpd(command.split(' '), {
        MCPD_SCRIPT_ROOT_DIRECTORY: SCRIPTS,
        MCPD_HTTP_WRITE_TIMEOUT: '30',
      });
      const headers = { Authorization: 'Bearer secret' };
      expect(await callText(mcpd, 'show/env', { headers })).toContain('OWN_A=1');
    },
  );
});

describe('an open server', () => {
  let mcpd: RunningMcpd;
  beforeAll(async () => {
    mcpd = await startMcpd(['--script-timeout', '0']);
  });
  afterAll(() => mcpd.stop());

  it('is out of reach for web pages', async () => {
    const rebound = await post(mcpd, PING, { headers: { Host: 'evil.example' } });
    const foreign = await post(mcpd, PING, { headers: { Origin: 'https://evil.example' } });
    expect([rebound.status, foreign.status]).toEqual([403, 403]);
  });

  verifies(
    ['mcpd:better:concurrent-http', 'mcpd:limits:script-timeout-0-is-none'],
    'runs calls at the same time, and without an end when the timeout is 0',
    async () => {
      expect(await meet(mcpd, 300)).toEqual(['ann met bob', 'bob met ann']);
    },
  );

  it('does not end because nobody reads its log any more', async () => {
    mcpd.stopReadingLogs();
    for (const _ of [1, 2, 3]) expect((await post(mcpd, PING)).status).toBe(200);
  });
});

describe.concurrent('limits', () => {
  verifies(
    'mcpd:flag:http-read-timeout-secs',
    '--http-read-timeout-secs ends a request that does not come to its end',
    async () => {
      await using mcpd = await startMcpd([], { MCPD_HTTP_READ_TIMEOUT: '1' });
      const socket = connect(mcpd.port, '127.0.0.1');
      socket.write(`${POST_HEAD}Content-Length: 100\r\n\r\n{`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /u);
      socket.destroy();
    },
    SLOW_MS,
  );

  verifies(
    'mcpd:flag:http-write-timeout-secs',
    '--http-write-timeout-secs ends an answer that is not taken',
    async () => {
      await using mcpd = await startMcpd(['--http-write-timeout-secs', '1']);
      const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'show/much' } };
      // More than the buffers of both ends can hold.
      const body = JSON.stringify([1, 2].map((id) => ({ ...call, id })));
      const socket = connect(mcpd.port, '127.0.0.1').pause();
      socket.on('error', () => {});
      socket.write(`${POST_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
      const line = await mcpd.untilLog(({ msg }) => msg === 'HTTP request/response');
      expect(line).toMatchObject({ method: 'POST', path: '/api/mcp' });
      socket.destroy();
    },
    SLOW_MS,
  );

  verifies(
    'mcpd:limits:script-timeout-flag',
    '--script-timeout ends a long call',
    async () => {
      await using mcpd = await startMcpd(['--script-timeout', '1']);
      const params = { name: 'show/forever', arguments: {} };
      const { text } = await post(mcpd, { id: 1, method: 'tools/call', params });
      expect(text).toContain('Timeout after 1s');
    },
    SLOW_MS,
  );

  verifies(
    'mcpd:limits:max-concurrent-flag',
    '--max-concurrent bounds how many run at the same time',
    async () => {
      await using mcpd = await startMcpd(['--max-concurrent', '1']);
      expect(await meet(mcpd, 10)).toContainEqual(expect.stringMatching(/did not come$/u));
    },
    SLOW_MS,
  );

  it(
    'lets go of the port and ends running scripts on SIGTERM',
    async () => {
      const mcpd = await startMcpd();
      const params = { name: 'show/forever', arguments: {} };
      const hanging = post(mcpd, { id: 1, method: 'tools/call', params }).catch(() => undefined);
      await ask(mcpd, '/api/auth/test');
      const { signal } = await mcpd.stop();
      await hanging;
      expect(signal).toBe('SIGTERM');
      await expect(ask(mcpd, '/')).rejects.toThrow('ECONNREFUSED');
    },
    SLOW_MS,
  );
});
