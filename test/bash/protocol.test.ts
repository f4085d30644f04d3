// The protocol as mcp-bash speaks it: its lifecycle, its codes, its lists and its subscriptions.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { WireMessage } from '../support/inbox.ts';
import { initializeParams, notification, request, textIn } from '../support/raw-mcp.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, serveStage, startedStage } from './stage.ts';

const codeOf = (answer: WireMessage) => answer.error?.code;

describe('the beginning', () => {
  verifies('mcp-bash:protocol:versions', 'speaks every revision that is asked for', async () => {
    const root = await bashProject({ probe: 'echo fine' });
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const { result } = await serveStage(root).client.initialize(version);
      expect(result).toMatchObject({ protocolVersion: version, serverInfo: { name: 'stage' } });
    }
  });

  verifies(
    ['mcp-bash:protocol:unknown-version', 'mcp-bash:protocol:no-version'],
    'negotiates a version it does not know, and wants one',
    async () => {
      const root = await bashProject({});
      const { client } = serveStage(root);
      const { protocolVersion: _, ...without } = initializeParams('');
      expect(codeOf(await client.ask('initialize', without))).toBe(-32602);
      expect(codeOf(await client.ask('initialize', { ...without, protocolVersion: 7 }))).toBe(
        -32602,
      );
      const { result } = await client.initialize('1999-01-01');
      expect(result?.['protocolVersion']).toBe('2025-11-25');
    },
  );

  verifies('mcp-bash:protocol:capabilities', 'advertises what it has', async () => {
    const { result } = await serveStage(await bashProject({})).client.initialize('2025-06-18');
    expect(result?.['capabilities']).toEqual({
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
    });
  });

  verifies(
    [
      'mcp-bash:protocol:not-initialized',
      'mcp-bash:protocol:early-ping',
      'mcp-bash:protocol:early-unknown',
      'mcp-bash:protocol:twice',
    ],
    'comes first, once, but for ping and what nobody has',
    async () => {
      const { client } = serveStage(await bashProject({}));
      expect(codeOf(await client.ask('tools/list'))).toBe(-32002);
      expect(codeOf(await client.ask('logging/setLevel', { level: 'info' }))).toBe(-32002);
      expect((await client.ask('ping')).result).toEqual({});
      expect(codeOf(await client.ask('no/such'))).toBe(-32601);
      await client.initialize('2025-06-18');
      expect(codeOf(await client.ask('initialize', initializeParams('2025-06-18')))).toBe(-32600);
    },
  );
});

describe('the end', () => {
  verifies(
    ['mcp-bash:protocol:shutting-down', 'mcp-bash:protocol:early-exit', 'mcp-bash:protocol:exit'],
    'is shutdown, then exit',
    async () => {
      const { client, ended } = await startedStage(await bashProject({ probe: 'echo fine' }));
      expect(codeOf(await client.ask('exit'))).toBe(-32005);
      client.send(notification('exit'));
      expect((await client.ask('shutdown')).result).toEqual({});
      expect(codeOf(await client.ask('tools/list'))).toBe(-32003);
      expect(codeOf(await client.ask('ping'))).toBe(-32003);
      client.send(request(9, 'exit'));
      expect((await client.next(({ id }) => id === 9)).result).toEqual({});
      expect(await ended).toBe(0);
    },
  );

  verifies(
    ['mcp-bash:protocol:shutting-down', 'mcp-bash:protocol:exit'],
    'comes in the order it was asked for, also in one piece',
    async () => {
      const { client, ended } = await startedStage(await bashProject({ probe: 'echo fine' }));
      client.send(request(1, 'shutdown'), request(2, 'tools/list'), request(3, 'exit'));
      expect(codeOf(await client.next(({ id }) => id === 2))).toBe(-32003);
      expect((await client.next(({ id }) => id === 1)).result).toEqual({});
      expect((await client.next(({ id }) => id === 3)).result).toEqual({});
      expect(await ended).toBe(0);
    },
  );

  verifies('mcp-bash:protocol:exit', 'may come before the beginning', async () => {
    const { client, ended } = serveStage(await bashProject({}));
    await client.ask('shutdown');
    client.send(notification('exit'));
    expect(await ended).toBe(0);
  });

  verifies('mcp-bash:protocol:shutdown-watchdog', 'comes by itself after shutdown', async () => {
    const env = { MCPBASH_SHUTDOWN_TIMEOUT: '0' };
    const { client, ended } = await startedStage(await bashProject({}), env);
    await client.ask('shutdown');
    expect(await ended).toBe(0);
  });

  verifies('mcp-bash:protocol:eof', 'waits for what was asked', async () => {
    const { client, ended } = await startedStage(await bashProject({ probe: 'sleep 0.3; echo x' }));
    client.send(request(1, 'tools/call', { name: 'probe' }));
    client.end();
    expect((await client.next(({ id }) => id === 1)).result).toMatchObject({ isError: false });
    expect(await ended).toBe(0);
  });

  verifies('mcp-bash:protocol:idle', 'comes when nobody talks', async () => {
    const { ended } = await startedStage(await bashProject({}), { MCPBASH_IDLE_TIMEOUT: '1' });
    const keepsRunning = setTimeout(() => {}, 4_000);
    expect(await ended).toBe(0);
    clearTimeout(keepsRunning);
  });
});

describe('what is wrong', () => {
  verifies(
    ['mcp-bash:protocol:parse', 'mcp-bash:protocol:invalid', 'mcp-bash:protocol:no-method'],
    'has the code of the specification',
    async () => {
      const { client } = await startedStage(await bashProject({}));
      client.sendText('{broken\n');
      expect(codeOf(await client.next())).toBe(-32700);
      client.send({ jsonrpc: '2.0', id: 1 });
      expect(codeOf(await client.next())).toBe(-32600);
      client.send([request(1, 'ping')]);
      expect(codeOf(await client.next())).toBe(-32600);
      expect(codeOf(await client.ask('no/such'))).toBe(-32601);
    },
  );

  verifies('mcp-bash:protocol:batches', 'is no batch where batches are taken', async () => {
    const root = await bashProject({});
    const env = { MCPBASH_COMPAT_BATCHES: 'true' };
    const { client } = await startedStage(root, env);
    client.send([request(1, 'ping'), request(2, 'ping')]);
    expect(await client.nextBatch()).toHaveLength(2);
    const old = serveStage(root);
    await old.client.initialize('2025-03-26');
    old.client.send([request(1, 'ping')]);
    expect(await old.client.nextBatch()).toHaveLength(1);
  });

  verifies(
    ['mcp-bash:protocol:bad-params', 'mcp-bash:protocol:unknown-tool'],
    'in parameters is -32602',
    async () => {
      const { client } = await startedStage(await bashProject({ probe: 'echo x' }));
      expect(codeOf(await client.ask('tools/list', { cursor: 'garbage' }))).toBe(-32602);
      expect(codeOf(await client.ask('tools/list', { limit: 0 }))).toBe(-32602);
      expect(codeOf(await client.ask('logging/setLevel', { level: 'loud' }))).toBe(-32602);
      const { error } = await client.ask('tools/call', { name: 'none' });
      expect(error).toMatchObject({
        code: -32602,
        message: expect.stringContaining("Tool 'none' not found") as string,
      });
      expect(codeOf(await client.ask('tools/call', {}))).toBe(-32602);
    },
  );

  verifies(
    'mcp-bash:result:fail',
    'as a tool says it reaches the client word by word',
    async () => {
      const body = `mcp_fail -32050 "not today" '["a"]'`;
      const { client } = await startedStage(await bashProject({ probe: body }));
      const { error } = await client.ask('tools/call', { name: 'probe' });
      expect(error).toEqual({ code: -32050, message: 'not today', data: ['a'] });
    },
  );
});

describe('lists', () => {
  verifies(
    ['mcp-bash:lists:total', 'mcp-bash:lists:pages', 'mcp-bash:lists:cursor'],
    'come in pages with their total',
    async () => {
      const names = Array.from({ length: 60 }, (_, at) => `tool-${String(at).padStart(2, '0')}`);
      const root = await bashProject(Object.fromEntries(names.map((name) => [name, 'echo x'])));
      const { client } = await startedStage(root);
      const pageOf = async (params: JsonObject = {}) => {
        const { result = {} } = await client.ask('tools/list', params);
        expect(result).toMatchObject({ total: 60, _meta: { 'mcpbash/total': 60 } });
        return result as { tools: { name: string }[]; nextCursor?: string };
      };
      const first = await pageOf();
      expect(first.tools).toHaveLength(50);
      const { nextCursor = '' } = first;
      const second = await pageOf({ cursor: nextCursor });
      expect(second).not.toHaveProperty('nextCursor');
      expect([...first.tools, ...second.tools].map(({ name }) => name)).toEqual(names);
      expect((await pageOf({ limit: 7 })).tools).toHaveLength(7);
      expect((await pageOf({ limit: 1000 })).tools).toHaveLength(60);
    },
  );

  verifies('mcp-bash:lists:fields', 'hold what MCP knows, and nothing else', async () => {
    const meta = {
      title: 'Probe',
      timeoutSecs: 5,
      annotations: { readOnlyHint: true },
      _meta: { mine: 1 },
      icons: [{ src: 'https://example.com/i.png' }],
      outputSchema: { type: 'object' },
    };
    const { client } = await startedStage(await bashProject({ probe: { body: ':', meta } }));
    const { result } = await client.ask('tools/list');
    const [tool = {}] = (result as { tools: object[] }).tools;
    expect(Object.keys(tool).toSorted()).toEqual(
      '_meta annotations description icons inputSchema name outputSchema title'.split(' '),
    );
  });

  verifies('mcp-bash:lists:problems', 'tell once what is missing in them', async () => {
    const root = await bashProject({ good: 'echo x' }, { 'tools/bad/tool.meta.json': '{broken' });
    await writeFile(join(root, 'tools/bad/tool.sh'), '#!/bin/sh\n', { mode: 0o755 });
    const { client } = await startedStage(root);
    await client.ask('tools/list');
    await client.ask('tools/list');
    const logs = client.inbox.all.filter((one) => (one as WireMessage).method !== undefined);
    expect(logs).toHaveLength(1);
    expect((logs[0] as WireMessage).params).toMatchObject({
      level: 'warning',
      logger: 'mcp.tools',
    });
  });
});

describe('resources', () => {
  const files = {
    'resources/note.txt': 'one',
    'resources/note.meta.json': JSON.stringify({
      name: 'note',
      description: 'A note.',
      uri: 'file://./note.txt',
      mimeType: 'text/plain',
    }),
  };

  verifies('mcp-bash:resources:by-name', 'are read by URI, by name, or by both', async () => {
    const { client } = await startedStage(await bashProject({}, files));
    const { result } = await client.ask('resources/list');
    const [{ uri } = { uri: '' }] = (result as { resources: { uri: string }[] }).resources;
    for (const params of [{ uri }, { name: 'note' }, { uri, name: 'note' }]) {
      const answer = await client.ask('resources/read', params);
      expect(answer.result).toMatchObject({ contents: [{ text: 'one' }] });
    }
    expect(codeOf(await client.ask('resources/read', { uri: 'file:///x', name: 'note' }))).toBe(
      -32602,
    );
    expect(codeOf(await client.ask('resources/read', {}))).toBe(-32602);
  });

  verifies(
    ['mcp-bash:subscriptions:ids', 'mcp-bash:subscriptions:unsubscribe'],
    'are followed under an id',
    async () => {
      const root = await bashProject({}, files);
      const { client } = await startedStage(root);
      const { result } = await client.ask('resources/subscribe', { name: 'note' });
      const id = textIn(result?.['subscriptionId']);
      expect(id).toMatch(/^sub-/u);
      await writeFile(join(root, 'resources/note.txt'), 'two');
      const updated = await client.next(
        ({ method }) => method === 'notifications/resources/updated',
      );
      const { uri } = updated.params ?? {};
      expect(updated.params).toEqual({ uri, subscriptionId: id, subscription: { id, uri } });
      expect((await client.ask('resources/unsubscribe', { subscriptionId: id })).result).toEqual(
        {},
      );
      expect((await client.ask('resources/unsubscribe', { uri: textIn(uri) })).result).toEqual({});
      expect(codeOf(await client.ask('resources/unsubscribe', {}))).toBe(-32602);
    },
  );
});

verifies('mcp-bash:minimal:mode', 'minimal mode has lifecycle, ping and logging only', async () => {
  const env = { MCPBASH_FORCE_MINIMAL: 'true' };
  const { client } = serveStage(await bashProject({ probe: 'echo x' }), env);
  const { result } = await client.initialize('2025-06-18');
  expect(result?.['capabilities']).toEqual({ logging: {} });
  expect((await client.ask('ping')).result).toEqual({});
  expect((await client.ask('logging/setLevel', { level: 'debug' })).result).toEqual({});
  expect((await client.ask('tools/list')).error).toMatchObject({
    code: -32601,
    message: 'Tools capability unavailable in minimal mode',
  });
});

describe('the remote token', () => {
  const token = 'a-secret-of-at-least-thirty-two-characters';

  verifies('mcp-bash:remote-token:wanted', 'is wanted in every request', async () => {
    const env = { MCPBASH_REMOTE_TOKEN: token };
    const { client } = serveStage(await bashProject({}), env);
    const params = initializeParams('2025-06-18');
    const _meta = { 'mcpbash/remoteToken': token };
    expect((await client.ask('initialize', params)).error).toMatchObject({
      code: -32602,
      message: 'Remote token missing or invalid',
    });
    expect((await client.ask('initialize', { ...params, _meta })).result).toBeDefined();
    expect(codeOf(await client.ask('ping', { _meta: { remoteToken: `${token}x` } }))).toBe(-32602);
    expect((await client.ask('ping', { _meta: { remoteToken: token } })).result).toEqual({});
    const wrong = Array.from({ length: 10 }, () => client.ask('ping'));
    const last = (await Promise.all(wrong)).at(-1);
    expect(last?.error?.message).toContain('(throttled)');
  });

  verifies('mcp-bash:remote-token:short', 'is long, or nothing starts', async () => {
    const served = serveStage(await bashProject({}), { MCPBASH_REMOTE_TOKEN: 'short' });
    expect(await served.ended).toBe(1);
    await waitUntil(() => served.stderr() !== '');
    expect(served.stderr()).toContain('fewer than 32 characters');
  });
});
