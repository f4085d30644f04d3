// How a tool script is started: where, with what, and what is refused before.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, callOnce, failOnce, openStage, textOf } from './stage.ts';

const run = promisify(execFile);
const ctx = localContext();

/** The environment a tool finds, by names. */
async function environmentOf(
  options: Parameters<typeof callOnce>[1] = {},
): Promise<Readonly<Record<string, string>>> {
  const result = await callOnce('env -0 | base64 -w0', options);
  const entries = Buffer.from(textOf(result), 'base64').toString().split('\0').filter(Boolean);
  return Object.fromEntries(entries.map((entry) => entry.split(/=(.*)/su)));
}

describe('start', () => {
  verifies('mcp-bash:launch:cwd', 'in the project, without arguments', async () => {
    const root = await bashProject({ probe: 'printf "%s %s" "$PWD" "$#"' });
    const source = await openStage(root);
    expect(textOf(await source.tools.call('probe', {}, ctx))).toBe(`${root} 0`);
  });

  verifies('mcp-bash:launch:stdin', 'with an empty stdin and no descriptor of ours', async () => {
    // What whoever started the tests left open reaches every child.
    const left = descriptorsIn((await run('ls', ['-l', '/proc/self/fd'])).stdout);
    const seen = descriptorsIn(textOf(await callOnce('cat; ls -l /proc/$$/fd')));
    const others = seen.filter((entry) => Number.parseInt(entry) > 2 && !left.includes(entry));
    expect(others.filter((entry) => !entry.endsWith('tool.sh'))).toEqual([]);
    expect(seen).toContain('0 /dev/null');
  });

  verifies('mcp-bash:launch:not-executable', 'by bash where it may not be executed', async () => {
    const root = await bashProject({ probe: 'printf "%s" "$BASH_VERSION"' });
    await chmod(join(root, 'tools/probe/tool.sh'), 0o644);
    const source = await openStage(root);
    expect(textOf(await source.tools.call('probe', {}, ctx))).toMatch(/^\d/u);
  });

  verifies('mcp-bash:launch:folder', 'with a private folder, of which nothing stays', async () => {
    const root = await bashProject({ probe: 'd=${MCP_TOOL_ERROR_FILE%/*}; stat -c "%a %n" "$d"' });
    const source = await openStage(root);
    const result = await source.tools.call('probe', {}, ctx);
    await source[Symbol.asyncDispose]();
    const [mode, folder = ''] = textOf(result).trim().split(' ');
    expect(mode).toBe('700');
    expect(existsSync(folder)).toBe(false);
  });

  verifies('mcp-bash:launch:outside', 'never through a link out of the tools folder', async () => {
    const root = await bashProject({ probe: 'echo fine' }, { 'evil.sh': '#!/bin/sh\necho evil\n' });
    const file = join(root, 'tools/probe/tool.sh');
    const source = await openStage(root);
    await source.tools.list(ctx);
    await rename(file, `${file}.old`);
    await symlink(join(root, 'evil.sh'), file);
    const call = source.tools.call('probe', {}, ctx);
    await expect(call).rejects.toMatchObject({
      message: "Tool 'probe' path rejected by policy",
      wire: -32602,
    });
  });

  verifies('mcp-bash:launch:writable', 'never what others may write', async () => {
    const root = await bashProject({ probe: 'echo fine' });
    await chmod(join(root, 'tools/probe/tool.sh'), 0o777);
    const source = await openStage(root);
    const call = source.tools.call('probe', {}, ctx);
    await expect(call).rejects.toMatchObject({
      message: "Tool 'probe' path rejected by policy",
      wire: -32602,
    });
  });

  verifies(
    'mcp-bash:launch:replaced',
    'a tool that is replaced while it runs ends well',
    async () => {
      const root = await bashProject({
        probe: 'touch started; until [ -e go ]; do :; done; echo old',
      });
      const file = join(root, 'tools/probe/tool.sh');
      const source = await openStage(root);
      const running = source.tools.call('probe', {}, ctx);
      await waitUntil(async () => (await readdir(root)).includes('started'));
      await writeFile(`${file}.new`, '#!/usr/bin/env bash\necho new\n', { mode: 0o755 });
      await rename(`${file}.new`, file);
      await writeFile(join(root, 'go'), '');
      expect(textOf(await running)).toBe('old\n');
      expect(textOf(await source.tools.call('probe', {}, ctx))).toBe('new\n');
    },
  );

  verifies('mcp-bash:launch:new-tool', 'a tool that was added a moment ago', async () => {
    const root = await bashProject({ probe: 'echo fine' });
    const source = await openStage(root);
    await source.tools.list(ctx);
    await mkdir(join(root, 'tools/late'));
    await writeFile(join(root, 'tools/late/tool.sh'), '#!/bin/sh\necho late\n', { mode: 0o755 });
    const meta = { name: 'late', description: 'Added later.' };
    await writeFile(join(root, 'tools/late/tool.meta.json'), JSON.stringify(meta));
    expect(textOf(await source.tools.call('late', {}, ctx))).toBe('late\n');
  });
});

describe('environment', () => {
  const ours = {
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    EDITOR: 'ed',
    MCPBASH_CUSTOM: 'mine',
    MCP_OF_ANOTHER: 'theirs',
    MCP_TOOLS_TTL: '7',
    MCP_API_KEY: 'k',
    MCPBASH_REMOTE_TOKEN: 'x'.repeat(40),
    GITHUB_TOKEN: 't',
  };

  verifies(
    ['mcp-bash:env:minimal', 'mcp-bash:env:secrets'],
    'by default holds little, and no secrets',
    async () => {
      const env = await environmentOf({ env: ours });
      expect(env).toMatchObject({ PATH: ours.PATH, LANG: 'C.UTF-8', MCPBASH_CUSTOM: 'mine' });
      expect(env).toMatchObject({ MCP_TOOLS_TTL: '7' });
      expect(env['MCP_OF_ANOTHER']).toBeUndefined();
      const { EDITOR, MCP_API_KEY, MCPBASH_REMOTE_TOKEN, GITHUB_TOKEN } = env;
      expect([EDITOR, MCP_API_KEY, MCPBASH_REMOTE_TOKEN, GITHUB_TOKEN]).toEqual(
        Array(4).fill(undefined),
      );
    },
  );

  verifies('mcp-bash:env:minimal', 'has defaults for what ours lacks', async () => {
    const root = await bashProject({ probe: 'printf "%s %s %s" "$HOME" "$TMPDIR" "$LANG"' });
    const { PATH = '' } = process.env;
    const source = await openStage(root, { PATH, HOME: '' });
    expect(textOf(await source.tools.call('probe', {}, ctx))).toMatch(/ \/tmp C$/u);
  });

  verifies('mcp-bash:env:allowlist', 'holds more names where they are listed', async () => {
    const env = await environmentOf({
      env: {
        ...ours,
        MCPBASH_TOOL_ENV_MODE: 'allowlist',
        MCPBASH_TOOL_ENV_ALLOWLIST: 'EDITOR, GITHUB_TOKEN',
      },
    });
    expect(env).toMatchObject({ EDITOR: 'ed', GITHUB_TOKEN: 't' });
    expect(env['MCP_API_KEY']).toBeUndefined();
  });

  verifies('mcp-bash:env:inherit', 'is ours whole, but for the remote token', async () => {
    const env = await environmentOf({ env: { ...ours, MCPBASH_TOOL_ENV_MODE: 'inherit' } });
    expect(env).toMatchObject({ EDITOR: 'ed', GITHUB_TOKEN: 't', MCP_API_KEY: 'k' });
    expect(env['MCPBASH_REMOTE_TOKEN']).toBeUndefined();
  });

  verifies(
    ['mcp-bash:env:contract', 'mcp-bash:env:meta', 'mcp-bash:env:metadata', 'mcp-bash:env:sdk'],
    'has every variable of the contract',
    async () => {
      const meta: JsonObject = { progressToken: 12, 'x/y': [1] };
      const env = await environmentOf({
        args: { a: 1 },
        request: { id: 7, params: { _meta: meta } },
      });
      expect(env).toMatchObject({
        MCP_TOOL_NAME: 'probe',
        MCP_TOOL_ARGS_JSON: '{"a":1}',
        MCP_TOOL_META_JSON: JSON.stringify(meta),
        MCP_PROGRESS_TOKEN: '12',
        MCP_ELICIT_SUPPORTED: '0',
        MCP_UI_SUPPORTED: '0',
        MCPBASH_MODE: 'full',
        MCPBASH_WORKER_KEY: Buffer.from('7').toString('base64url'),
      });
      expect(JSON.parse(env['MCP_TOOL_METADATA_JSON'] ?? '')).toMatchObject({
        name: 'probe',
        path: 'probe/tool.sh',
      });
      for (const name of ['ERROR_FILE', 'RESOURCES_FILE']) {
        expect(env[`MCP_TOOL_${name}`]).toContain(tmpdir());
      }
      for (const name of ['MCP_PROGRESS_STREAM', 'MCP_LOG_STREAM', 'MCP_CANCEL_FILE']) {
        expect(env[name]).toContain(tmpdir());
      }
      expect(env['MCP_TOOL_PATH']).toMatch(/^\/.*\/tools\/probe\/tool\.sh$/u);
      expect(env['MCP_TOOL_ARGS_FILE']).toBeUndefined();
      expect(await readdir(env['MCP_SDK'] ?? '')).toContain('tool-sdk.sh');
    },
  );

  verifies('mcp-bash:env:secrets', 'does not hold the secret of the connection', async () => {
    const token = 'x'.repeat(40);
    const meta: JsonObject = { 'mcpbash/remoteToken': token, remoteToken: token, kept: 1 };
    const env = await environmentOf({
      env: { MCPBASH_REMOTE_TOKEN: token },
      request: { id: 7, params: { _meta: meta } },
    });
    expect(env['MCP_TOOL_META_JSON']).toBe('{"kept":1}');
    expect(JSON.stringify(env)).not.toContain(token);
  });

  verifies('mcp-bash:env:debug-log', 'has the log of the user, where one is named', async () => {
    const named = await environmentOf({ env: { MCPBASH_DEBUG_LOG: '/tmp/mine.log' } });
    expect(named['MCPBASH_DEBUG_LOG']).toBe('/tmp/mine.log');
    expect((await environmentOf())['MCPBASH_DEBUG_LOG']).toMatch(/debug$/u);
  });

  verifies('mcp-bash:env:server', 'says which server it is', async () => {
    const env = await environmentOf();
    expect(env).toMatchObject({ MCPBASH_SERVER_NAME: 'stage', MCPBASH_SERVER_VERSION: '1.2.3' });
    expect(env['MCPBASH_FRAMEWORK_VERSION']).toBe('1.6.0');
    expect(env['MCPBASH_PROJECT_ROOT']).toBe(env['PWD']);
  });

  verifies('mcp-bash:env:json-tool', 'names the jq that is installed', async () => {
    const folder = await bashProject({}, { 'bin/gojq': '#!/bin/sh\n', 'bin/jq': '#!/bin/sh\n' });
    const env = await environmentOf({ env: { PATH: `${folder}/bin:${process.env['PATH']}` } });
    expect(env).toMatchObject({
      MCPBASH_JSON_TOOL: 'gojq',
      MCPBASH_JSON_TOOL_BIN: join(folder, 'bin/gojq'),
    });
  });

  verifies('mcp-bash:env:own-jq', 'names ours where none is installed', async () => {
    const folder = await bashProject({}, { 'bin/nothing': '' });
    for (const name of ['bash', 'env', 'base64', 'cat']) {
      await symlink(await whereIs(name), join(folder, 'bin', name));
    }
    const env = await environmentOf({ env: { PATH: `${folder}/bin` } });
    expect(env['MCPBASH_JSON_TOOL_BIN']).toBe(join(env['MCP_SDK'] ?? '', 'jq'));
    const root = await bashProject({ probe: 'printf %s "$(mcp_args_get ".a | length")"' });
    const source = await openStage(root, { PATH: `${folder}/bin` });
    expect(textOf(await source.tools.call('probe', { a: [1, 2, 3] }, ctx))).toBe('3');
  });

  verifies('mcp-bash:env:too-long', 'leaves out or spills what no variable can hold', async () => {
    const icons = [{ src: `data:image/png;base64,${'A'.repeat(200_000)}` }];
    const files = { 'server.d/server.meta.json': JSON.stringify({ name: 'stage', icons }) };
    const env = { MCPBASH_ENV_PAYLOAD_THRESHOLD: '10000000' };
    const body = 'printf %s "${MCPBASH_SERVER_ICONS-none}"; [[ -s $MCP_TOOL_ARGS_FILE ]]';
    const result = await callOnce(body, { files, env, args: { text: 'x'.repeat(200_000) } });
    expect([textOf(result), result.isError]).toEqual(['none', false]);
  });

  verifies('mcp-bash:env:spill', 'has what is long in files', async () => {
    const body = 'printf "%s|%s|" "$MCP_TOOL_ARGS_JSON" "${MCP_TOOL_META_FILE-none}"; mcp_args_raw';
    const long = { text: 'x'.repeat(70_000) };
    expect(textOf(await callOnce(body, { args: long }))).toBe(`|none|${JSON.stringify(long)}`);
    const always = await callOnce(body, { env: { MCPBASH_ENV_PAYLOAD_THRESHOLD: '0' } });
    expect(textOf(always)).toMatch(/^\|\/.*\|\{\}$/u);
  });
});

describe('roots', () => {
  const body = 'printf "%s %s " "$MCP_ROOTS_COUNT" "$MCP_ROOTS_PATHS"; printf %s "$MCP_ROOTS_JSON"';

  verifies(
    ['mcp-bash:roots:project', 'mcp-bash:roots:variables'],
    'are the project where nobody says more',
    async () => {
      const root = await bashProject({ probe: body });
      const source = await openStage(root);
      const [count, path, json = ''] = textOf(await source.tools.call('probe', {}, ctx)).split(' ');
      expect([count, path]).toEqual(['1', root]);
      expect(JSON.parse(json)).toEqual([
        { uri: `file://${root}`, name: root.split('/').at(-1), path: root },
      ]);
    },
  );

  verifies('mcp-bash:roots:env', 'are those of MCPBASH_ROOTS that exist', async () => {
    const root = await bashProject({ probe: body }, { 'data/x': '', 'config/roots.json': '{}' });
    const source = await openStage(root, { MCPBASH_ROOTS: `data:${root}:/gone` });
    const [count, paths] = textOf(await source.tools.call('probe', {}, ctx)).split(' ');
    expect([count, paths]).toEqual(['2', `${root}/data\n${root}`]);
  });

  verifies('mcp-bash:roots:file', 'are those of config/roots.json', async () => {
    const roots = JSON.stringify({ roots: [{ path: 'data', name: 'Data' }, 7, { path: 'gone' }] });
    const root = await bashProject({ probe: body }, { 'data/x': '', 'config/roots.json': roots });
    const text = textOf(await (await openStage(root)).tools.call('probe', {}, ctx));
    expect(text).toMatch(new RegExp(`^1 ${root}/data .*"name":"Data"`, 'u'));
  });

  verifies('mcp-bash:roots:file', 'are none where that file cannot be read', async () => {
    const files = { 'config/roots.json': 'broken' };
    expect(textOf(await callOnce(body, { files }))).toBe('0  []');
  });
});

verifies('mcp-bash:args:schema', 'arguments that break the schema are refused', async () => {
  const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const error = await failOnce('echo never', { meta: { inputSchema }, args: { n: 'x' } });
  expect(error).toMatchObject({ code: 'invalid_arguments', wire: -32602 });
  expect(error.message).toContain('n must be integer');
});

/** Numbers and targets, of what `ls -l` prints. */
function descriptorsIn(text: string): readonly string[] {
  return [...text.matchAll(/ (\d+) -> (.*)/gu)].map(([, fd, to]) => `${fd} ${to}`);
}

async function whereIs(name: string): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    const names = await readdir(folder).catch((): string[] => []);
    if (names.includes(name)) return join(folder, name);
  }
  throw new Error(`no ${name}`);
}
