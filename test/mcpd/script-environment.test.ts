// What scripts of a running mcpd are told, what is kept from them, and what they may say to its log.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { callText, post, SCRIPTS, startMcpd, type RunningMcpd } from './run-mcpd.ts';

const TOKEN = 'a-token-for-scripts';
const HASH = hashSync(createHash('sha256').update('pw').digest('hex'), 4);
const headers = { Authorization: `Bearer ${TOKEN}` };
const root = relative(process.cwd(), SCRIPTS);
const folder = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
let mcpd: RunningMcpd;

beforeAll(async () => {
  mcpd = await startMcpd(
    [
      '--http-host=0.0.0.0',
      '--http-base-path=/tools/',
      '--debug',
      `--script-root-directory=${root}`,
      '--script-config=OWN_TEXT="quoted"',
      '--script-config=OWN_PLAIN=plain words',
      '--script-config=OWN_FLAG=true',
      '--script-config=OWN_NUMBER=2.50',
    ],
    {
      MCPD_HTTP_AUTH_API_TOKEN: TOKEN,
      MCPD_HTTP_AUTH_USERNAME: 'ann',
      MCPD_HTTP_AUTH_PASSWORD_SHA512: HASH,
    },
  );
});
afterAll(async () => {
  await mcpd.stop();
  rmSync(folder, { recursive: true });
});

const toRecord = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

async function stateText(): Promise<string> {
  const params = { uri: 'mcpd://show/env/state' };
  const { json } = await post(mcpd, { id: 1, method: 'resources/read', params }, { headers });
  const { contents } = json['result'] as { contents: { text: string }[] };
  return contents[0]?.text ?? '';
}

async function helpText(): Promise<string> {
  const { json } = await post(mcpd, { id: 1, method: 'tools/list' }, { headers });
  const { tools } = json['result'] as { tools: { name: string; description: string }[] };
  return tools.find(({ name }) => name === 'show/env')?.description ?? '';
}

describe('a call', () => {
  verifies(
    [
      'scripts:env:automatic',
      'scripts:env:server-host',
      'scripts:env:server-port',
      'scripts:env:server-http-base-path',
      'scripts:env:server-username',
      'scripts:env:server-api-token',
      'scripts:env:commands-root-directory',
      'scripts:env:server-https',
      'scripts:env:logging-level-name',
      'scripts:env:configuration-filename',
      'scripts:env:script-config',
      'mcpd:better:config-variables-on-call',
      'mcpd:better:script-config-on-call',
      'mcpd:auth:config-username-passed',
      'mcpd:auth:config-api-token-passed',
      'mcpd:flag:http-base-path',
      'mcpd:flag:script-config',
    ],
    'is told about the server and given the --script-config values',
    async () => {
      const text = await callText(mcpd, 'show/env', { headers, args: { word: 'given' } });
      expect(toRecord(text)).toEqual({
        // An address one can connect to, although mcpd listens on all.
        MCPD_CONFIG_SERVER_HOST: '127.0.0.1',
        MCPD_CONFIG_SERVER_PORT: String(mcpd.port),
        MCPD_CONFIG_SERVER_HTTP_BASE_PATH: '/tools/',
        MCPD_CONFIG_SERVER_USERNAME: 'ann',
        MCPD_CONFIG_SERVER_API_TOKEN: TOKEN,
        MCPD_CONFIG_COMMANDS_ROOT_DIRECTORY: root,
        MCPD_CONFIG_SERVER_HTTPS: 'false',
        MCPD_CONFIG_LOGGING_LEVEL_NAME: 'debug',
        MCPD_CONFIGURATION_FILENAME: '<COMMANDLINE>',
        OWN_TEXT: 'quoted',
        OWN_PLAIN: 'plain words',
        OWN_FLAG: 'true',
        OWN_NUMBER: '2.5',
        word: 'given',
      });
    },
  );

  verifies(
    ['mcpd:auth:http-auth-variables-stripped', 'mcpd:better:daemon-secrets-stripped'],
    'inherits none of the variables that hold secrets of mcpd',
    async () => {
      const texts = [
        await callText(mcpd, 'show/env', { headers }),
        await stateText(),
        await helpText(),
      ];
      for (const text of texts) {
        expect(text).toContain('MCPD_CONFIG_SERVER_PORT');
        expect(text).not.toContain('MCPD_HTTP_AUTH_');
        expect(text).not.toContain(HASH);
      }
    },
  );
});

describe('state and help', () => {
  verifies(
    'mcpd:auth:config-variables-on-state',
    '--state is told the same as a call',
    async () => {
      expect(await stateText()).toContain(`MCPD_CONFIG_SERVER_API_TOKEN=${TOKEN}`);
      expect(await stateText()).toContain('OWN_PLAIN=plain words');
    },
  );

  verifies('mcpd:auth:config-variables-on-help', '--help is told the same as a call', async () => {
    expect(await helpText()).toContain('MCPD_CONFIG_SERVER_USERNAME=ann');
    expect(await helpText()).toContain('OWN_FLAG=true');
  });

  verifies('mcpd:auth:option-variables-only-to-calls', 'options go to calls only', async () => {
    expect(await callText(mcpd, 'show/env', { headers })).toContain('word=none');
    expect(await stateText()).not.toContain('word=');
    expect(await helpText()).not.toContain('word=');
  });
});

describe('the log of mcpd', () => {
  verifies(
    'scripts:logging:parsed-and-forwarded',
    'carries what a script logs, and how it ended',
    async () => {
      await callText(mcpd, 'show/logs', { headers });
      const command = 'show/logs';
      await mcpd.untilLog(({ msg }) => msg === 'Command finished execution');
      expect(mcpd.logs).toContainEqual(
        expect.objectContaining({ level: 'INFO', msg: 'all is well', command }),
      );
      expect(mcpd.logs).toContainEqual(
        expect.objectContaining({ level: 'ERROR', msg: 'or is it', command }),
      );
      expect(mcpd.logs).toContainEqual(
        expect.objectContaining({ msg: 'Command finished execution', command, exit_status: 0 }),
      );
      expect(mcpd.stderr).not.toContain(TOKEN);
    },
  );
});

describe('--no-cache', () => {
  verifies('mcpd:help-cache:no-cache-flag', 'asks for --help anew at each start', async () => {
    const OWN_COUNTER = join(folder, 'asked');
    const env = { OWN_COUNTER, XDG_CACHE_HOME: join(folder, 'cache') };
    const timesAsked = async (...args: string[]): Promise<number> => {
      const started = await startMcpd(args, env);
      await started.untilLog(({ msg }) => msg === 'Scripts are loaded');
      await started.stop();
      return readFileSync(OWN_COUNTER, 'utf8').trim().split('\n').length;
    };
    expect(await timesAsked()).toBe(1);
    expect(await timesAsked()).toBe(1);
    expect(await timesAsked('--no-cache')).toBe(2);
    expect(await timesAsked('--no-cache')).toBe(3);
  });
});
