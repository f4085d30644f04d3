// What passes between a running tool and its client: progress, logs, questions, roots, and the end.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import type { WireMessage } from '../support/inbox.ts';
import type { RawLines } from '../support/raw-lines.ts';
import { notification, request } from '../support/raw-mcp.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, startedStage } from './stage.ts';

function callMessage(id: string | number, name: string, params: JsonObject = {}): WireMessage {
  return request(id, 'tools/call', { name, arguments: {}, ...params });
}

const answerTo = (client: RawLines, id: string | number) =>
  client.next((message) => message.id === id && message.method === undefined);
const notified = (client: RawLines, method: string) =>
  client.next((message) => message.method === method);

function contentOf(answer: WireMessage): string {
  const { content } = answer.result as { content: { text: string }[] };
  return content[0]?.text ?? '';
}

describe('progress and logs', () => {
  verifies(
    ['mcp-bash:progress:live', 'mcp-bash:log:live', 'mcp-bash:progress:token'],
    'come while the tool runs, under the token of the request',
    async () => {
      const body = `mcp_progress 40 "halfway" 100; mcp_log_info "probe" "at work"
        until [ -e go ]; do sleep 0.02; done; echo done`;
      const root = await bashProject({ probe: body, go: 'touch go' });
      const { client } = await startedStage(root);
      client.send(callMessage(1, 'probe', { _meta: { progressToken: '12' } }));
      expect((await notified(client, 'notifications/progress')).params).toEqual({
        progressToken: '12',
        progress: 40,
        total: 100,
        message: 'halfway',
      });
      expect((await notified(client, 'notifications/message')).params).toMatchObject({
        level: 'info',
        logger: 'probe',
        data: 'at work',
      });
      client.send(callMessage(2, 'go'));
      expect(contentOf(await answerTo(client, 1))).toBe('done\n');
    },
  );

  verifies('mcp-bash:progress:order', 'come before the answer, to the last line', async () => {
    const body = 'for i in 1 2 3 4 5; do mcp_progress $((i * 20)) "step $i"; done; echo done';
    const { client } = await startedStage(await bashProject({ probe: body }));
    client.send(callMessage('a', 'probe', { _meta: { progressToken: 7 } }));
    for (const progress of [20, 40, 60, 80, 100]) {
      expect((await client.next()).params).toMatchObject({ progress, progressToken: 7 });
    }
    expect((await client.next()).id).toBe('a');
    const last = await client.ask('ping');
    expect(last.result).toEqual({});
  });

  verifies(['mcp-bash:progress:rate', 'mcp-bash:log:rate'], 'are limited by rate', async () => {
    const body = `for i in 1 2 3 4 5 6; do mcp_progress "$i" ""; mcp_log_info l "$i"; done`;
    const env = { MCPBASH_MAX_PROGRESS_PER_MIN: '2', MCPBASH_MAX_LOGS_PER_MIN: '3' };
    const { client } = await startedStage(await bashProject({ probe: body }), env);
    const counts = { 'notifications/progress': 0, 'notifications/message': 0 };
    client.send(callMessage(1, 'probe', { _meta: { progressToken: 1 } }));
    for (let message = await client.next(); message.id !== 1; message = await client.next()) {
      counts[message.method as keyof typeof counts] += 1;
    }
    expect(counts).toEqual({ 'notifications/progress': 2, 'notifications/message': 3 });
  });

  verifies('mcp-bash:log:level', 'of lower levels come when they are wanted', async () => {
    const body = 'mcp_log_debug l low; mcp_log_error l high';
    const root = await bashProject({ probe: body });
    const { client } = await startedStage(root);
    client.send(callMessage(1, 'probe'));
    expect((await client.next()).params).toMatchObject({ level: 'error' });
    expect((await client.next()).id).toBe(1);
    await client.ask('logging/setLevel', { level: 'debug' });
    client.send(callMessage(2, 'probe'));
    expect((await client.next()).params).toMatchObject({ level: 'debug', data: 'low' });
    const quiet = await startedStage(root, { MCPBASH_LOG_LEVEL: 'critical' });
    quiet.client.send(callMessage(1, 'probe'));
    expect((await quiet.client.next()).id).toBe(1);
    const { client: debugged } = await startedStage(
      await bashProject({ probe: body }, { 'server.d/.debug': '' }),
    );
    debugged.send(callMessage(1, 'probe'));
    expect((await debugged.next()).params).toMatchObject({ level: 'debug' });
  });

  verifies('mcp-bash:log:unreadable', 'that make no sense are dropped', async () => {
    const body = String.raw`
      printf 'not json\n[]\n{"params":{"level":"loud","data":1}}\n{"params":{"level":"info"}}\n\n' >>"$MCP_LOG_STREAM"
      printf '{"params":{"progress":"x"}}\nnull\n{"params":{"progress":1,"total":null}}\ncut' >>"$MCP_PROGRESS_STREAM"`;
    const { client } = await startedStage(await bashProject({ probe: body }));
    client.send(callMessage(1, 'probe', { _meta: { progressToken: 1 } }));
    expect((await client.next()).params).toEqual({ progressToken: 1, progress: 1 });
    expect((await client.next()).id).toBe(1);
  });
});

describe('cancelling', () => {
  verifies(
    ['mcp-bash:cancel:file', 'mcp-bash:cancel:silent', 'mcp-bash:cancel:string-ids'],
    'marks the call, ends the group and answers nothing',
    async () => {
      const mark = newMark();
      const body = `trap 'mcp_is_cancelled && touch told; exit 1' TERM; touch started
        sh -c 'while :; do sleep 0.05; done' ${mark} & wait`;
      const root = await bashProject({ probe: body });
      const { client } = await startedStage(root);
      client.send(callMessage('my-call', 'probe'));
      await waitUntil(() => existsSync(join(root, 'started')));
      client.send(notification('notifications/cancelled', { requestId: 'my-call' }));
      await waitUntil(() => existsSync(join(root, 'told')));
      await waitUntil(async () => (await countMarked(mark)) === 0);
      expect((await client.ask('ping')).result).toEqual({});
      const ids = client.inbox.all.map((message) => (message as WireMessage).id);
      expect(ids).not.toContain('my-call');
    },
  );

  verifies('mcp-bash:cancel:malformed', 'what nobody asked for changes nothing', async () => {
    const { client } = await startedStage(await bashProject({ probe: 'echo fine' }));
    for (const params of [{}, { requestId: null }, { requestId: 99 }, { requestId: {} }]) {
      client.send(notification('notifications/cancelled', params));
    }
    client.send(callMessage(1, 'probe'));
    expect(contentOf(await answerTo(client, 1))).toBe('fine\n');
  });

  verifies('mcp-bash:launch:group', 'reaches every process of the tool', async () => {
    const mark = newMark();
    const body = `sh -c 'while :; do sleep 1; done' ${mark} & wait`;
    const root = await bashProject({ probe: body });
    const { client } = await startedStage(root);
    client.send(callMessage(5, 'probe'));
    await waitUntil(async () => (await countMarked(mark)) === 1);
    client.send(notification('notifications/cancelled', { requestId: 5 }));
    await waitUntil(async () => (await countMarked(mark)) === 0);
  });
});

describe('questions', () => {
  const body = 'printf "%s " "$MCP_ELICIT_SUPPORTED"; mcp_elicit_string "Your name?" name || :';
  const able = { elicitation: {} };

  verifies(
    'mcp-bash:elicit:supported',
    'are declined where the client has no answers',
    async () => {
      const { client } = await startedStage(await bashProject({ probe: body }));
      client.send(callMessage(1, 'probe'));
      expect(contentOf(await answerTo(client, 1))).toMatch(/^0 .*"action":"decline"/su);
    },
  );

  verifies('mcp-bash:elicit:accept', 'reach the client, and the answers the tool', async () => {
    const { client } = await startedStage(await bashProject({ probe: body }), {}, able);
    client.send(callMessage(1, 'probe'));
    const question = await notified(client, 'elicitation/create');
    expect(question.params).toMatchObject({
      message: 'Your name?',
      requestedSchema: { properties: { name: { type: 'string' } } },
    });
    const result = { action: 'accept', content: { name: 'Ann' } };
    client.send({ jsonrpc: '2.0', id: question.id, result });
    expect(contentOf(await answerTo(client, 1))).toMatch(/^1 .*"accept".*"Ann"/su);
  });

  verifies('mcp-bash:elicit:time', 'take no time from the tool', async () => {
    const spec = { body, meta: { timeoutSecs: 0.5 } };
    const { client } = await startedStage(await bashProject({ probe: spec }), {}, able);
    client.send(callMessage(1, 'probe'));
    const { id } = await notified(client, 'elicitation/create');
    const laterMs = performance.now() + 800;
    await waitUntil(() => performance.now() > laterMs);
    client.send({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Ann' } } });
    expect(contentOf(await answerTo(client, 1))).toContain('"Ann"');
  });

  verifies('mcp-bash:elicit:client-error', 'a client that fails is an error', async () => {
    const { client } = await startedStage(await bashProject({ probe: body }), {}, able);
    client.send(callMessage(1, 'probe'));
    const { id } = await notified(client, 'elicitation/create');
    client.send({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } });
    expect(contentOf(await answerTo(client, 1))).toContain('"action":"error"');
  });

  verifies('mcp-bash:elicit:url', 'with an address need a client that shows it', async () => {
    const root = await bashProject({
      probe: 'mcp_elicit_url "Log in" "https://example.com/x" || :',
    });
    const without = await startedStage(root, {}, able);
    without.client.send(callMessage(1, 'probe'));
    expect(contentOf(await answerTo(without.client, 1))).toContain('"action":"decline"');
    const { client } = await startedStage(root, {}, { elicitation: { url: {} } });
    client.send(callMessage(1, 'probe'));
    const { id, params } = await notified(client, 'elicitation/create');
    expect(params).toMatchObject({ mode: 'url', url: 'https://example.com/x' });
    client.send({ jsonrpc: '2.0', id, result: { action: 'accept' } });
    expect(contentOf(await answerTo(client, 1))).toContain('"action":"accept"');
  });
});

const roots = (...paths: readonly string[]) => ({
  roots: paths.map((path) => ({ uri: `file://${path}` })),
});

describe('roots of the client', () => {
  verifies(
    ['mcp-bash:roots:client', 'mcp-bash:roots:changed'],
    'are asked for after initialized, and again when they changed',
    async () => {
      const root = await bashProject({ probe: 'mcp_roots_list' }, { 'a b/x': '', 'c/x': '' });
      const { client } = await startedStage(root, {}, { roots: { listChanged: true } });
      const first = await notified(client, 'roots/list');
      const result = roots(`${root}/a%20b`, '/gone', `${root}/c/x`);
      client.send({ jsonrpc: '2.0', id: first.id, result });
      client.send(callMessage(1, 'probe'));
      expect(contentOf(await answerTo(client, 1)).trim()).toBe(`${root}/a b`);
      client.send(notification('notifications/roots/list_changed'));
      const again = await notified(client, 'roots/list');
      const changed = roots(`${root}/c`);
      client.send({ jsonrpc: '2.0', id: again.id, result: changed });
      client.send(callMessage(2, 'probe'));
      expect(contentOf(await answerTo(client, 2)).trim()).toBe(`${root}/c`);
      client.send(notification('notifications/roots/list_changed'));
      const { id } = await notified(client, 'roots/list');
      client.send({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } });
      client.send(callMessage(3, 'probe'));
      expect(contentOf(await answerTo(client, 3)).trim()).toBe(`${root}/c`);
    },
  );
});

verifies(
  'mcp-bash:env:numbers',
  'numbers and keys reach the tool as they were written',
  async () => {
    const { client } = await startedStage(await bashProject({ probe: 'mcp_args_raw' }));
    const args = '{"b": 12345678901234567890, "2": 1.0, "1": 1}';
    client.sendText(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe","arguments":${args}}}\n`,
    );
    expect(contentOf(await answerTo(client, 1))).toBe('{"b":12345678901234567890,"2":1.0,"1":1}');
  },
);
