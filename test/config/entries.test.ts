// What an entry of ours or of mcporter may say, in every spelling, and what becomes of it.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/temp-folder.ts';
import { fakeMachine, fixtureMachine, servers, type MachineOptions } from './fake-machine.ts';

async function machineWith(entry: object) {
  return fakeMachine({ 'project/config/mcplug.json': servers({ x: entry }) });
}

async function resolved(entry: object, options?: MachineOptions) {
  return (await machineWith(entry)).resolve('x', options);
}

async function complaint(entry: object, options?: MachineOptions) {
  const machine = await machineWith(entry);
  const { message } = await machine.refusal('x', options);
  return message.replace(join(machine.project, 'config/mcplug.json'), 'FILE');
}

describe('the schema of the specification', () => {
  test('[mcplug:config:stdio-entry] [mcplug:config:stdio-cwd] a command, started beside its file', async () => {
    const machine = await machineWith({
      description: 'Human-readable description',
      command: 'executable',
      args: ['arg1', 'arg2'],
      env: { KEY: 'value' },
      lifecycle: 'keep-alive',
    });
    const file = join(machine.project, 'config/mcplug.json');
    expect(await machine.resolve('x')).toMatchObject({
      name: 'x',
      description: 'Human-readable description',
      transport: {
        kind: 'stdio',
        command: 'executable',
        args: ['arg1', 'arg2'],
        env: { KEY: 'value' },
        cwd: join(machine.project, 'config'),
      },
      lifecycle: { mode: 'keep-alive' },
      enabled: true,
      origin: { file, pointer: '/mcpServers/x', layer: 'project' },
      raw: { command: 'executable' },
    });
  });

  test('[mcplug:config:http-entry] an address with headers', async () => {
    const entry = {
      baseUrl: 'https://mcp.example.com/mcp',
      headers: { Authorization: '$env:API_KEY' },
    };
    expect((await resolved(entry, { env: { API_KEY: 'k' } })).transport).toEqual({
      kind: 'http',
      url: 'https://mcp.example.com/mcp',
      headers: { Authorization: 'k' },
      allowHttp: false,
    });
  });

  test('[mcplug:config:lifecycle-default] a server is ephemeral unless it says otherwise', async () => {
    expect((await resolved({ command: 'a' })).lifecycle).toEqual({ mode: 'ephemeral' });
    expect((await resolved({ command: 'a', lifecycle: 'ephemeral' })).lifecycle.mode).toBe(
      'ephemeral',
    );
  });

  test.each([
    ['mcplug:config:keepalive-variable', { MCPLUG_KEEPALIVE: 'x' }, 'ephemeral', 'keep-alive'],
    ['mcplug:config:keepalive-variable', { MCPLUG_KEEPALIVE: 'a, x' }, 'ephemeral', 'keep-alive'],
    ['mcplug:config:keepalive-variable', { MCPLUG_KEEPALIVE: '*' }, 'ephemeral', 'keep-alive'],
    ['mcplug:config:keepalive-variable', { MCPLUG_KEEPALIVE: 'xy' }, 'ephemeral', 'ephemeral'],
    [
      'mcplug:config:disable-keepalive-variable',
      { MCPLUG_DISABLE_KEEPALIVE: 'x' },
      'keep-alive',
      'ephemeral',
    ],
    [
      'mcplug:config:disable-keepalive-variable',
      { MCPLUG_DISABLE_KEEPALIVE: '*' },
      'keep-alive',
      'ephemeral',
    ],
    [
      'mcplug:config:keepalive-variable',
      { MCPLUG_KEEPALIVE: 'x', MCPLUG_DISABLE_KEEPALIVE: '*' },
      'ephemeral',
      'keep-alive',
    ],
  ])('[%s] %o makes %s %s', async (...row) => {
    const [, env, lifecycle, mode] = row;
    expect((await resolved({ command: 'a', lifecycle }, { env })).lifecycle.mode).toBe(mode);
  });

  test('an address wins over a command, unless the type says stdio', async () => {
    const both = { baseUrl: 'https://a.test', command: 'a' };
    expect((await resolved(both)).transport.kind).toBe('http');
    expect((await resolved({ ...both, type: 'stdio' })).transport.kind).toBe('stdio');
  });

  test('[mcplug:config:comments-and-trailing-commas]', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json':
        '// top\n{ "mcpServers": { /* one */ "x": { "command": "a", "args": ["// no comment",], }, }, }',
    });
    expect((await machine.resolve('x')).transport).toMatchObject({ args: ['// no comment'] });
  });

  test('[mcplug:config:explicit-nulls] what `config add` of the original writes is read', async () => {
    const remote = {
      args: [],
      baseUrl: 'https://z/mcp',
      command: null,
      description: 'my desc',
      env: {},
      headers: {},
      lifecycle: 'keep-alive',
    };
    expect((await resolved(remote)).transport).toMatchObject({
      kind: 'http',
      url: 'https://z/mcp',
    });
    const local = { args: null, baseUrl: null, command: 'c', description: null, lifecycle: null };
    expect((await resolved({ ...local, env: null, headers: null })).transport).toMatchObject({
      kind: 'stdio',
      command: 'c',
      args: [],
      env: {},
    });
  });
});

describe('mcporter’s keys', () => {
  test.each(['baseUrl', 'base_url', 'url', 'serverUrl', 'server_url'])(
    '[mcplug:config:mcporter-keys] `%s` is an address',
    async (key) => {
      expect((await resolved({ [key]: 'https://a.test/mcp' })).transport).toMatchObject({
        url: 'https://a.test/mcp',
      });
    },
  );

  test.each([
    [{ command: ['npx', '-y', 'server'] }, 'npx', ['-y', 'server']],
    [{ command: ['npx'], args: ['-y'] }, 'npx', ['-y']],
    [{ command: ['my program'] }, 'my program', []],
    [{ executable: 'npx', args: ['-y'] }, 'npx', ['-y']],
    [{ command: `npx -y 'my server'` }, 'npx', ['-y', 'my server']],
    [{ command: 'npx -y', args: [] }, 'npx', ['-y']],
    [{ command: 'my program', args: ['x'] }, 'my program', ['x']],
    [{ command: 'a', args: [1, true, 'b'] }, 'a', ['1', 'true', 'b']],
  ])('[mcplug:config:command-forms] %j', async (entry, command, args) => {
    expect((await resolved(entry)).transport).toMatchObject({ command, args });
  });

  test('a program whose name has blanks is not cut', async () => {
    const folder = await folderWith({ 'my program': '#!/bin/sh\n' });
    const command = join(folder, 'my program');
    expect((await resolved({ command })).transport).toMatchObject({ command, args: [] });
  });

  test('the value of a variable is never cut', async () => {
    const env = { DIR: '/my files' };
    expect((await resolved({ command: 'serve ${DIR}' }, { env })).transport).toMatchObject({
      command: 'serve',
      args: ['/my files'],
    });
  });

  test('`cwd` starts at the folder of the file or at home', async () => {
    const machine = await machineWith({ command: 'a', cwd: '../sub' });
    expect((await machine.resolve('x')).transport).toMatchObject({
      cwd: join(machine.project, 'sub'),
    });
    const home = await machineWith({ command: 'a', cwd: '~/sub' });
    expect((await home.resolve('x')).transport).toMatchObject({ cwd: join(home.home, 'sub') });
  });

  test.each([
    [{ bearerToken: 'secret' }, 'Bearer secret'],
    [{ bearer_token: 'Bearer secret' }, 'Bearer secret'],
    [{ bearerToken: '${TOKEN}' }, 'Bearer from-env'],
    [{ bearerTokenEnv: 'TOKEN' }, 'Bearer from-env'],
    [{ bearer_token_env: 'PREFIXED' }, 'bearer from-env'],
    [{ bearerToken: 'x', headers: { authorization: 'Basic y' } }, 'Basic y'],
  ])('[mcplug:config:bearer-tokens] %j', async (entry, expected) => {
    const env = { TOKEN: 'from-env', PREFIXED: 'bearer from-env' };
    const { transport } = await resolved({ url: 'https://a.test', ...entry }, { env });
    const headers = transport.kind === 'http' ? transport.headers : {};
    expect(Object.values(headers)).toEqual([expected]);
  });

  test.each([
    ['keep-alive', { mode: 'keep-alive' }],
    [
      { mode: 'keep-alive', idleTimeoutMs: 500 },
      { mode: 'keep-alive', idleTimeoutMs: 500 },
    ],
    [
      { mode: 'ephemeral', idle_timeout_ms: 5 },
      { mode: 'ephemeral', idleTimeoutMs: 5 },
    ],
  ])('[mcplug:config:lifecycle-object] %j', async (lifecycle, expected) => {
    expect((await resolved({ command: 'a', lifecycle })).lifecycle).toEqual(expected);
  });

  test('[mcplug:config:mcporter-keys] what is about logging in is kept, in either spelling', async () => {
    const machine = await machineWith({
      url: 'https://a.test',
      auth: 'OAuth',
      token_cache_dir: '~/tokens',
      clientName: 'me',
      oauthClientId: 'id',
      oauth_client_secret: '${SECRET}',
      oauthClientSecretEnv: 'SECRET',
      oauthClientMetadataUrl: 'https://a.test/client.json',
      oauth_token_endpoint_auth_method: 'client_secret_post',
      oauthRedirectUrl: 'http://localhost:1/callback',
      oauth_scope: 'read write',
      oauthCommand: { args: ['auth'] },
      refresh: { token_endpoint: 'https://a.test/token', refreshSkewSeconds: 30 },
    });
    expect((await machine.resolve('x', { env: { SECRET: 's' } })).auth).toEqual({
      kind: 'oauth',
      tokenCacheDir: join(machine.home, 'tokens'),
      clientName: 'me',
      clientId: 'id',
      clientSecret: 's',
      clientSecretEnv: 'SECRET',
      clientMetadataUrl: 'https://a.test/client.json',
      tokenEndpointAuthMethod: 'client_secret_post',
      redirectUrl: 'http://localhost:1/callback',
      scope: 'read write',
      commandArgs: ['auth'],
      refresh: { tokenEndpoint: 'https://a.test/token', refreshSkewSeconds: 30 },
    });
  });

  test('a way of logging in nobody knows is ignored', async () => {
    expect(await resolved({ url: 'https://a.test', auth: 'magic' })).not.toHaveProperty('auth');
  });

  test('[mcplug:config:tool-lists] allowed and blocked tools, protocol, logging, cleartext', async () => {
    const entry = {
      url: 'http://a.test',
      allow_http: true,
      allowedTools: ['a'],
      blocked_tools: ['b'],
      protocol_version: 'legacy',
      logging: { daemon: { enabled: true } },
    };
    expect(await resolved(entry)).toMatchObject({
      transport: { allowHttp: true },
      allowedTools: ['a'],
      blockedTools: ['b'],
      protocolVersion: 'legacy',
      isLogged: true,
    });
  });

  test('the camelCase spelling wins over its twin, and keys nobody knows are ignored', async () => {
    const entry = { base_url: 'https://snake.test', baseUrl: 'https://camel.test', future: [1] };
    expect((await resolved(entry)).transport).toMatchObject({ url: 'https://camel.test' });
  });

  test('[mcplug:config:mcporter-files-unmodified] a file of mcporter', async () => {
    const linear = await fixtureMachine().resolve('linear');
    expect(linear).toMatchObject({
      transport: { kind: 'http', url: 'https://mcp.linear.example.test/mcp' },
      auth: {
        kind: 'oauth',
        clientName: 'mcporter',
        redirectUrl: 'http://127.0.0.1:4848/callback',
      },
      lifecycle: { mode: 'keep-alive', idleTimeoutMs: 60_000 },
    });
  });

  test('a snake_case container and `daemonIdleTimeoutMs` are known', async () => {
    const machine = await fakeMachine({
      'home/.mcporter/mcporter.json': {
        mcp_servers: { x: { command: 'a' } },
        daemon_idle_timeout_ms: 9,
      },
    });
    const config = await machine.load();
    expect(config.daemonIdleTimeoutMs).toBe(9);
    expect(config.servers.get('x')?.origin.pointer).toBe('/mcp_servers/x');
  });

  test.each(['60000', 0, -1])(
    '`daemonIdleTimeoutMs` of %j is told',
    async (daemonIdleTimeoutMs) => {
      const machine = await fakeMachine({
        'home/.mcporter/mcporter.json': { mcpServers: {}, daemonIdleTimeoutMs },
      });
      const config = await machine.load();
      expect(config.daemonIdleTimeoutMs).toBeUndefined();
      expect(config.problems.map(({ error }) => error.message)).toEqual([
        expect.stringMatching(/: daemonIdleTimeoutMs must be a positive number of milliseconds$/u),
      ]);
    },
  );
});

describe('local sources', () => {
  test.each(['scripts', 'bash', 'mci'])('[mcplug:config:local-sources] %s', async (source) => {
    const machine = await machineWith({ [source]: '../tools', env: { K: '${V}' } });
    expect((await machine.resolve('x', { env: { V: 'v' } })).transport).toEqual({
      kind: 'local',
      source,
      path: join(machine.project, 'tools'),
      env: { K: 'v' },
    });
  });
});

describe('mistakes', () => {
  test.each([
    [{}, "server 'x': needs baseUrl, command, scripts, bash or mci"],
    [{ command: 7 }, "server 'x': command must be a string"],
    [{ command: ['a', {}] }, "server 'x': command must be a list of strings"],
    [{ command: [] }, "server 'x': needs baseUrl, command, scripts, bash or mci"],
    [{ command: 'a', args: [{}] }, "server 'x': args must be a list of strings"],
    [{ command: 'a', env: 'K=v' }, "server 'x': env must be an object of strings"],
    [
      { command: 'a', env: { K: [] } },
      "server 'x': env must be an object of strings; K is not one",
    ],
    [
      { command: 'a', lifecycle: 'forever' },
      "server 'x': lifecycle must be one of keep-alive, ephemeral",
    ],
    [
      { command: 'a', lifecycle: { mode: 'x', idleTimeoutMs: -1 } },
      "server 'x': lifecycle mode must be one of keep-alive, ephemeral; " +
        'lifecycle idleTimeoutMs must be a positive number of milliseconds',
    ],
    [
      { url: 'https://a', type: 'ws' },
      "server 'x': type 'ws' is not supported; use stdio, http or sse",
    ],
    [{ url: 'https://a', type: 'constructor' }, "server 'x': type 'constructor' is not supported"],
    [{ command: 'a', enabled: 'no' }, "server 'x': enabled must be true or false"],
    [
      { command: 'a', protocolVersion: '1' },
      "server 'x': protocolVersion must be one of auto, legacy",
    ],
    [
      { command: 'a', oauthCommand: { args: 'login' } },
      "server 'x': oauthCommand.args must be a list of strings at line",
    ],
    [{ command: 'a', allowedTools: 'a' }, "server 'x': allowedTools must be a list of strings"],
  ])('%j', async (entry, reason) => {
    expect(await complaint(entry)).toContain(`Error in config FILE: ${reason}`);
  });

  test.each([
    ['not a url', "server 'x': baseUrl 'not a url' is not a URL"],
    ['ftp://x', "server 'x': baseUrl 'ftp://x' must begin with http:// or https://"],
    ['${U}', "server 'x': baseUrl '${U}' is not a URL"],
  ])('the address %s', async (baseUrl, reason) => {
    expect(await complaint({ baseUrl }, { env: { U: 'has a secret' } })).toBe(
      `Error in config FILE: ${reason}`,
    );
  });

  test('names that mean something to the language are only names', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json':
        '{"mcpServers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}}}',
      'home/.mcplug/mcplug.jsonc': '{"mcpServers": {"__proto__": {"command": "c"},},}',
    });
    const config = await machine.load();
    expect([...config.servers.keys()]).toEqual(['__proto__', 'constructor']);
    expect(config.servers.get('__proto__')?.shadowed).toHaveLength(1);
    expect((await machine.resolve('constructor')).transport).toMatchObject({ command: 'b' });
    expect((await machine.refusal('toString')).code).toBe('not_found');
  });
});
