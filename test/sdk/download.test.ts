// Guarded downloads; the provider is a stand-in with the exit statuses of the real one.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, quoted, type ToolCallOptions } from './call-tool.ts';

/** A provider that runs this script; it gets the URI as $1. */
async function providerOf(script: string): Promise<string> {
  const file = join(await tempFolder(), 'provider');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

async function download(words: string, options: ToolCallOptions = {}): Promise<unknown> {
  const call = await callTool(`mcp_download_safe ${words}`, options);
  expect(call).toMatchObject({ exit: 0, stderr: '' });
  return JSON.parse(call.stdout);
}

describe('[bash-sdk:download:safe] mcp_download_safe', () => {
  test('writes the file and tells its size', async () => {
    const out = join(await tempFolder(), 'a file');
    const provider = await providerOf('printf "%s" "content of $1"');
    const env = { MCPBASH_HTTPS_PROVIDER: provider };
    const answer = await download(`--url https://example.com/x --out ${quoted(out)}`, { env });
    expect(answer).toEqual({ success: true, bytes: 32, path: out });
    expect(await readFile(out, 'utf8')).toBe('content of https://example.com/x');
  });

  test('hands its limits to the provider', async () => {
    const out = join(await tempFolder(), 'out');
    const provider = await providerOf('env | grep ^MCPBASH_HTTPS_ | sort');
    const env = {
      MCPBASH_HTTPS_PROVIDER: provider,
      MCPBASH_HTTPS_ALLOW_HOSTS: 'unused.example',
      MCPBASH_HTTPS_DENY_HOSTS: 'never.example',
    };
    await download(
      `--url https://a.example --out ${out} --allow a.example --allow b.example --deny c.example \
       --max-bytes 1000 --timeout 900 --user-agent 'my agent'`,
      { env },
    );
    expect((await readFile(out, 'utf8')).split('\n')).toEqual([
      'MCPBASH_HTTPS_ALLOW_HOSTS=a.example,b.example',
      'MCPBASH_HTTPS_DENY_HOSTS=never.example,c.example',
      'MCPBASH_HTTPS_MAX_BYTES=1000',
      `MCPBASH_HTTPS_PROVIDER=${provider}`,
      'MCPBASH_HTTPS_TIMEOUT=60',
      'MCPBASH_HTTPS_USER_AGENT=my agent',
      '',
    ]);
  });

  test.each([
    [4, 'not allowed: x', { type: 'host_blocked', message: 'not allowed: x' }],
    [5, 'timed "out"', { type: 'network_error', message: 'timed "out"' }],
    [6, '', { type: 'size_exceeded', message: 'The download is too large' }],
    [7, 'redirect:https://b.example/', { type: 'redirect', location: 'https://b.example/' }],
    [9, 'odd', { type: 'provider_error', message: 'odd' }],
  ])('[bash-sdk:download:statuses] status %d', async (status, stderr, error) => {
    const folder = await tempFolder();
    const provider = await providerOf(`echo part; printf '%s' '${stderr}' >&2; exit ${status}`);
    const env = { MCPBASH_HTTPS_PROVIDER: provider };
    const answer = await download(`--url https://a.example --out ${folder}/out`, { env });
    expect(answer).toMatchObject({ success: false, error });
    const left = await callTool(`ls ${folder}`);
    expect(left.stdout).toBe('');
  });

  test.each([
    ['--out /tmp/x', 'invalid_params'],
    ['--url https://a.example', 'invalid_params'],
    ['--url https://a.example --out /tmp/x --max-bytes many', 'invalid_params'],
    ['--url https://a.example --out /tmp/x --what 1', 'invalid_params'],
    ['--url http://a.example --out /tmp/x', 'invalid_url'],
    ['--url file:///etc/passwd --out /tmp/x', 'invalid_url'],
    ['--url https://a.example --out /nonexistent/x', 'write_error'],
  ])('%s is %s', async (words, type) => {
    const env = { MCPBASH_HTTPS_PROVIDER: await providerOf('echo x') };
    expect(await download(words, { env })).toMatchObject({ success: false, error: { type } });
  });

  test('without a provider says so, and finds the one of the project', async () => {
    const words = '--url https://a.example --out "$HOME/out"';
    expect(await download(words)).toMatchObject({ error: { type: 'provider_unavailable' } });
    const provider = await providerOf('echo of the project');
    const body = `mkdir -p p/providers; cp ${provider} p/providers/https.sh; chmod -x p/providers/*
      MCPBASH_PROJECT_ROOT=p mcp_download_safe ${words}; cat "$HOME/out"`;
    expect((await callTool(body)).stdout).toContain('of the project');
  });

  test.each([
    [5, 3],
    [9, 3],
    [4, 1],
    [6, 1],
    [7, 1],
  ])('[bash-sdk:download:retry] tries status %d %d times', async (status, times) => {
    const provider = await providerOf(`echo x >>"$HOME/runs"; exit ${status}`);
    const body = `mcp_download_safe --url https://a.example --out "$HOME/o" --retry 2 \
      --retry-delay 0.01 >/dev/null; wc -l <"$HOME/runs"`;
    const call = await callTool(body, { env: { MCPBASH_HTTPS_PROVIDER: provider } });
    expect(call.stdout.trim()).toBe(String(times));
  });
});

describe('[bash-sdk:download:or-fail] mcp_download_safe_or_fail', () => {
  const words = '--url https://a.example --out "$HOME/o p"';

  test('prints the path', async () => {
    const env = { MCPBASH_HTTPS_PROVIDER: await providerOf('echo x') };
    const call = await callTool(`path=$(mcp_download_safe_or_fail ${words}); cat "$path"`, { env });
    expect(call).toMatchObject({ exit: 0, stdout: 'x\n' });
  });

  test('fails with the reason', async () => {
    const env = { MCPBASH_HTTPS_PROVIDER: await providerOf('echo "is private" >&2; exit 4') };
    const call = await callTool(`mcp_download_safe_or_fail ${words}`, { env });
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual({
      code: -32602,
      message: 'Download failed (host_blocked): is private',
      data: null,
    });
  });
});
