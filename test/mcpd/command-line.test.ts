// The command line of mcpd as a user meets it: help, complaints, exit codes, notices and the log.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ask, runMcpd, SCRIPTS, startMcpd } from './run-mcpd.ts';

const TLS_CERT = fileURLToPath(new URL('tls/cert.pem', import.meta.url));
const TLS_KEY = fileURLToPath(new URL('tls/key.pem', import.meta.url));
const ROOT = ['--script-root-directory', SCRIPTS];
const folder = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FLAGS_AND_VARIABLES = {
  '--http-host <IP>': ['MCPD_HTTP_HOST', '127.0.0.1'],
  '--http-port <PORT>': ['MCPD_HTTP_PORT', '1995'],
  '--http-base-path <PATH>': ['MCPD_HTTP_BASE_PATH', '/'],
  '--http-tls-cert-file <FILE>': ['MCPD_HTTP_TLS_CERT_FILE'],
  '--http-tls-key-file <FILE>': ['MCPD_HTTP_TLS_KEY_FILE'],
  '--http-read-timeout-secs <SECS>': ['MCPD_HTTP_READ_TIMEOUT', '30'],
  '--http-write-timeout-secs <SECS>': ['MCPD_HTTP_WRITE_TIMEOUT', '30'],
  '--http-auth-username <NAME>': ['MCPD_HTTP_AUTH_USERNAME'],
  '--http-auth-password-file <FILE>': ['MCPD_HTTP_AUTH_PASSWORD_FILE'],
  '--http-auth-password-sha512 <HASH>': ['MCPD_HTTP_AUTH_PASSWORD_SHA512'],
  '--http-auth-captcha': ['MCPD_HTTP_AUTH_CAPTCHA'],
  '--http-auth-captcha-case-sensitive': ['MCPD_HTTP_AUTH_CAPTCHA_CASE_SENSITIVE'],
  '--http-auth-api-token <TOKEN>': ['MCPD_HTTP_AUTH_API_TOKEN'],
  '--http-auth-token-timeout <SECS>': ['MCPD_HTTP_AUTH_TOKEN_TIMEOUT', '604800'],
  '--script-root-directory <DIR>': ['MCPD_SCRIPT_ROOT_DIRECTORY'],
  '--script-config <KEY=JSON>': [],
  '--www-ui-enable': ['MCPD_WWW_UI_ENABLE'],
  '--www-static-directory <DIR>': ['MCPD_WWW_STATIC_DIRECTORY'],
  '--www-config <KEY=VALUE>': [],
  '--trace': [],
  '--debug': [],
  '--quiet': [],
} as const;

describe('help', () => {
  verifies(
    ['mcpd:keep:flag-names', 'mcpd:keep:environment-names'],
    'lists every flag of the original with its variable and default',
    async () => {
      const { status, stdout } = await runMcpd(['--help']);
      expect(status).toBe(0);
      for (const [flag, [variable, value]] of Object.entries(FLAGS_AND_VARIABLES)) {
        const text = stdout.split(`  ${flag}\n`)[1]?.split('\n')[0];
        expect([flag, text]).toEqual([flag, expect.any(String)]);
        if (variable !== undefined) expect(text).toContain(`[env: ${variable}]`);
        if (value !== undefined) expect(text).toContain(`[default: ${value}]`);
      }
    },
  );

  it('shows its version', async () => {
    const { status, stdout } = await runMcpd(['--version']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^mcpd \d+\.\d+\.\d+/u)]);
  });
});

describe('complaints about the command line: exit 2', () => {
  verifies('mcpd:flag:http-host', '--http-host takes IP literals only', async () => {
    const { status, stderr } = await runMcpd([...ROOT, '--http-host', 'localhost']);
    expect(status).toBe(2);
    expect(stderr).toContain('Could not parse hostname "localhost": invalid IP address syntax');
  });

  verifies('mcpd:flag:http-port', '--http-port takes a port', async () => {
    const { status, stderr } = await runMcpd([...ROOT, '--http-port', '70000']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('70000 is not in 0..=65535')]);
  });

  verifies('mcpd:flag:http-base-path', '--http-base-path needs both slashes', async () => {
    const runs = await Promise.all(
      ['api/', '/api'].map((path) => runMcpd([...ROOT, '--http-base-path', path])),
    );
    expect(runs.map(({ status }) => status)).toEqual([2, 2]);
    expect(runs[0]?.stderr).toContain('needs a slash at both ends');
    expect(runs[1]?.stderr).toContain('needs a slash at both ends');
  });

  verifies('mcpd:flag:script-root-directory', 'the root is required and a directory', async () => {
    const missing = await runMcpd([]);
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining(
        'the following required arguments were not provided:\n  --script-root-directory <DIR>',
      ),
    ]);
    const absent = await runMcpd([], { MCPD_SCRIPT_ROOT_DIRECTORY: '/nowhere' });
    expect(absent.status).toBe(2);
    expect(absent.stderr).toContain('Script root directory "/nowhere" does not exist');
    const file = await runMcpd(['--script-root-directory', TLS_CERT]);
    expect([file.status, file.stderr]).toEqual([2, expect.stringContaining('is not a directory')]);
  });

  it('knows no other flag and takes no operand', async () => {
    const unknown = await runMcpd([...ROOT, '--http-hots', '::1']);
    expect([unknown.status, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("error: unknown option '--http-hots'"),
    ]);
    expect((await runMcpd([...ROOT, 'serve'])).status).toBe(2);
  });

  it('does not start open when the secret that should protect it is empty', async () => {
    const { status, stderr } = await runMcpd(ROOT, { MCPD_HTTP_AUTH_API_TOKEN: '' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('--http-auth-api-token')]);
  });
});

describe('settings that do not work: exit 1', () => {
  verifies(
    ['mcpd:flag:http-tls-cert-file', 'mcpd:flag:http-tls-key-file'],
    'certificate and key need each other, and must exist',
    async () => {
      const [cert, key, absent] = await Promise.all([
        runMcpd([...ROOT, '--http-tls-cert-file', TLS_CERT]),
        runMcpd(ROOT, { MCPD_HTTP_TLS_KEY_FILE: TLS_KEY }),
        runMcpd([...ROOT, '--http-tls-cert-file', '/nowhere.pem']),
      ]);
      expect([cert.status, cert.stderr]).toEqual([
        1,
        'Error: "TLS cert file is set but TLS key file is not set"\n',
      ]);
      expect([key.status, key.stderr]).toEqual([
        1,
        'Error: "TLS key file is set but TLS cert file is not set"\n',
      ]);
      expect([absent.status, absent.stderr]).toEqual([2, expect.stringContaining('TLS file')]);
    },
  );

  it('says what is wrong with a certificate', async () => {
    const args = [...ROOT, '--http-tls-cert-file', TLS_KEY, '--http-tls-key-file', TLS_CERT];
    const { status, stderr } = await runMcpd(args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('TLS certificate or key')]);
  });

  verifies('mcpd:flag:http-auth-username', 'a username needs a password', async () => {
    const { status, stderr } = await runMcpd(ROOT, { MCPD_HTTP_AUTH_USERNAME: 'ann' });
    expect(status).toBe(1);
    expect(stderr).toContain('Configuration contains `--http-auth-username` but ');
  });

  verifies('mcpd:flag:http-auth-password-file', 'the password file must hold a text', async () => {
    const empty = join(folder, 'empty');
    writeFileSync(empty, ' \n');
    const [nothing, absent] = await Promise.all([
      runMcpd([...ROOT, '--http-auth-password-file', empty]),
      runMcpd(ROOT, { MCPD_HTTP_AUTH_PASSWORD_FILE: join(folder, 'absent') }),
    ]);
    expect([nothing.status, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('holds no password'),
    ]);
    expect([absent.status, absent.stderr]).toEqual([
      1,
      expect.stringContaining('Cannot read the password file'),
    ]);
  });

  it('says that the port is taken, as the original does', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { status, stderr } = await runMcpd([...ROOT, '--http-port', String(port)]);
    taken.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      `Error: "Failed to bind to 127.0.0.1:${port}: Address already in use (os error `,
    );
  });
});

describe('notices', () => {
  const later = {
    'mcpd:flag:http-auth-captcha': ['--http-auth-captcha'],
    'mcpd:flag:http-auth-captcha-case-sensitive': ['--http-auth-captcha-case-sensitive'],
    'mcpd:flag:www-ui-enable': ['--www-ui-enable'],
    'mcpd:flag:www-static-directory': ['--www-static-directory', folder],
    'mcpd:flag:www-config': ['--www-config', 'title=Tools'],
  };

  verifies(
    ['mcpd:later:notice-on-stderr', ...Object.keys(later)],
    'what is not built yet is accepted and announced on stderr',
    async () => {
      await using mcpd = await startMcpd(Object.values(later).flat());
      const warnings = mcpd.logs.filter(({ level }) => level === 'WARN').map(({ msg }) => msg);
      for (const [flag] of Object.values(later)) {
        expect(warnings).toContainEqual(
          expect.stringContaining(`${flag} is accepted but not supported yet`),
        );
      }
    },
  );

  it('says nothing about what a variable switches off', async () => {
    await using mcpd = await startMcpd([], {
      MCPD_WWW_UI_ENABLE: 'false',
      MCPD_HTTP_AUTH_CAPTCHA: 'false',
    });
    expect(mcpd.logs.filter(({ level }) => level === 'WARN')).toEqual([]);
  });

  it('warns about a secret that `ps` shows, names the way out, and never repeats it', async () => {
    await using mcpd = await startMcpd(['--http-auth-api-token', 'k33p-me']);
    expect(mcpd.logs).toContainEqual(
      expect.objectContaining({
        level: 'WARN',
        msg: expect.stringContaining('MCPD_HTTP_AUTH_API_TOKEN'),
      }),
    );
    expect(mcpd.stderr + mcpd.stdout).not.toContain('k33p-me');
  });
});

describe('output', () => {
  verifies(
    ['mcpd:flag:debug', 'mcpd:flag:trace'],
    'logs JSON lines on stderr, with a target when asked for more, and no secrets',
    async () => {
      for (const flag of ['--debug', '--trace']) {
        await using mcpd = await startMcpd([flag], { MCPD_HTTP_AUTH_API_TOKEN: 'k33p-me' });
        await ask(mcpd, '/api/auth/test?a=b', { headers: { Authorization: 'Bearer k33p-me' } });
        const line = await mcpd.untilLog(({ msg }) => msg === 'HTTP request/response');
        expect(line).toEqual({
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
          level: 'INFO',
          msg: 'HTTP request/response',
          method: 'GET',
          path: '/api/auth/test',
          status_code: 200,
          remote_addr: expect.stringMatching(/^127\.0\.0\.1:\d+$/u),
          target: 'mcpd',
        });
        expect(mcpd.stderr).not.toContain('k33p-me');
      }
    },
  );

  it('prints one line about itself on stdout and nothing else', async () => {
    const mcpd = await startMcpd();
    await ask(mcpd, '/');
    const { stdout, signal } = await mcpd.stop();
    expect(stdout).toBe('MCP daemon - expose simple scripts as MCP tools and resources\n');
    expect(signal).toBe('SIGTERM');
  });

  verifies('mcpd:flag:quiet', '--quiet wins over --trace and --debug', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { stderr } = await runMcpd([
      ...ROOT,
      '--quiet',
      '--trace',
      '--debug',
      '--http-auth-captcha',
      `--http-port=${port}`,
    ]);
    taken.close();
    expect(stderr.split('\n').filter((line) => line.startsWith('{'))).toEqual([]);
    expect(stderr).toContain('Failed to bind');
  });

  verifies('mcpd:flag:flags-win-over-env', 'a flag wins over its variable', async () => {
    const { status, stderr } = await runMcpd(['--script-root-directory', '/flag'], {
      MCPD_SCRIPT_ROOT_DIRECTORY: SCRIPTS,
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('"/flag" does not exist')]);
  });

  verifies('mcpd:keep:port-1995', 'listens on port 1995 unless told otherwise', async () => {
    const { stdout } = await runMcpd(['--help']);
    expect(stdout).toMatch(/--http-port <PORT>\n.*\[default: 1995\]/u);
    const started = startMcpd(ROOT, { MCPD_HTTP_PORT: '' });
    // Somebody else may sit on the port of this machine; then the complaint names it.
    const port = await started.then(
      async (mcpd) => (await mcpd.stop(), mcpd.port),
      (error: Error) => Number(/Failed to bind to 127\.0\.0\.1:(\d+)/u.exec(error.message)?.[1]),
    );
    expect(port).toBe(1995);
  });
});
