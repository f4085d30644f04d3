// What `--verbose` may not show.
import { describe, expect, test } from 'vitest';
import { openServers } from '../app/servers/open-servers.ts';
import type { ServerDefinition } from '../config/server-definition.ts';
import { knownSecrets } from './known-secrets.ts';

const ORIGIN = { file: 'x', pointer: '', layer: 'flag' } as const;

function definition(transport: ServerDefinition['transport']): ServerDefinition {
  const lifecycle = { mode: 'ephemeral' } as const;
  return { name: 's', transport, lifecycle, enabled: true, origin: ORIGIN, raw: {} };
}

/** What is left of a text when this server has been opened. */
async function shown(transport: ServerDefinition['transport'], text: string): Promise<string> {
  const secrets = knownSecrets({});
  const listening = await secrets.listeningTo(openServers)({ cwd: '/', home: '/', env: {} });
  await listening.openAdHoc(definition(transport));
  return secrets.hide(text);
}

describe('is what a server was given', () => {
  test('over HTTP', async () => {
    const headers = { 'X-Key': 'k-value-1', Authorization: 'Custom abc=def' };
    const url = 'https://ann:pass1@example.com/mcp?key=querykey&x=1';
    const http = { kind: 'http', url, headers, allowHttp: false } as const;
    expect(await shown(http, 'k-value-1 abc=def ann: pass1 querykey 1 example.com')).toBe(
      '*** *** ann: *** *** 1 example.com',
    );
  });

  test('as a process', async () => {
    const stdio = {
      kind: 'stdio',
      command: 'run',
      args: ['--token', 'flagged', '--api-key=given', '--level', 'info', '/tmp/file'],
      env: { PLAIN: 'env value' },
      cwd: '/',
    } as const;
    expect(await shown(stdio, 'run flagged given info /tmp/file env value')).toBe(
      'run *** *** info /tmp/file ***',
    );
  });
});

test('is what the environment calls a secret, the longer before its part', () => {
  const env = { MY_TOKEN: 'abcd', OTHER_SECRET: 'abcd-efgh', HOME: '/home/ann', KEY: '1' };
  expect(knownSecrets(env).hide('abcd-efgh abcd /home/ann 1')).toBe('*** *** /home/ann 1');
});

test.each([
  ['Headers.append: "Bearer eyJ0" is invalid', 'Headers.append: "Bearer ***" is invalid'],
  ['{"access_token": "abc", "x": 1}', '{"access_token ***", "x": 1}'],
  ['POST refresh_token=abc&x=1', 'POST refresh_token ***&x=1'],
  ['GET /callback?code=abc&state=1', 'GET /callback?code ***&state=1'],
  ['code: ENOENT', 'code: ENOENT'],
])('is what is written like a token: %s', (text, clean) => {
  expect(knownSecrets({}).hide(text)).toBe(clean);
});
