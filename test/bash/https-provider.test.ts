// The https provider as the program shell scripts start.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadHttps } from '../../src/app/bash/download-https.ts';
import { callTool } from '../sdk/call-tool.ts';
import { ROOT } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';

const PROVIDER = join(ROOT, 'sdk/https-provider');

verifies('bash-content:provider:https-program', 'says why not, and how', () => {
  const env = { PATH: process.env['PATH'], MCPBASH_HTTPS_ALLOW_ALL: 'true' };
  for (const uri of ['https://127.0.0.1/', 'http://example.com/', 'https://[::1]/', '']) {
    const ran = spawnSync(PROVIDER, [uri], { encoding: 'utf8', env });
    expect(ran).toMatchObject({ status: 4, stdout: '' });
    expect(ran.stderr).not.toBe('');
  }
});

verifies('bash-content:provider:https-program', 'is what mcp_download_safe starts', async () => {
  const call = await callTool('mcp_download_safe --url https://127.0.0.1/x --out ./never', {
    env: { MCPBASH_HTTPS_PROVIDER: PROVIDER },
  });
  expect(JSON.parse(call.stdout)).toMatchObject({
    success: false,
    error: { type: 'host_blocked', message: expect.stringContaining('private or local') },
  });
});

function answering(status: number, location?: string) {
  return {
    resolve: async () => ['8.8.8.8'],
    get: async () => ({ status, location, body: Buffer.from('body') }),
  };
}

test('statuses follow the answers, the lists come from the environment', async () => {
  const signal = new AbortController().signal;
  const env = { MCPBASH_HTTPS_ALLOW_HOSTS: 'a.example' };
  const ask = (uri: string, doors: ReturnType<typeof answering>) =>
    downloadHttps(uri, { env, signal, doors });
  expect(await ask('https://a.example/', answering(200))).toMatchObject({ status: 0, said: '' });
  expect(await ask('https://a.example/', answering(500))).toMatchObject({ status: 5 });
  expect(await ask('https://b.example/', answering(200))).toMatchObject({ status: 4 });
  expect(await ask('https://a.example/', answering(302, 'https://b.example/'))).toMatchObject({
    status: 7,
    said: 'redirect:https://b.example/',
  });
});
