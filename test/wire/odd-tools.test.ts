// Tools that behave badly cannot leave their caller without an answer, nor end the server.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defineTools, type ToolDefinition } from '../../src/core/define-tools.ts';
import { PlugboardError } from '../../src/core/errors.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import type { WireMessage } from '../support/inbox.ts';
import { serveRawLines, type RawLines } from '../support/raw-lines.ts';
import {
  modernPost,
  modernRequest,
  notification,
  openRawSession,
  request,
} from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

function throwing(thrown: () => unknown): ToolDefinition {
  return {
    call: () => {
      throw thrown();
    },
  };
}

/** What a function in plain JavaScript may give back, whatever the types say. */
function giving(value: unknown): ToolDefinition {
  return { call: () => value as never };
}

const BAD: Readonly<Record<string, ToolDefinition>> = {
  gives_nothing: giving(undefined),
  gives_null: giving(null),
  gives_number: giving(7),
  gives_list: giving([]),
  gives_circle: giving({ content: [circular] }),
  gives_bigint: giving({ content: [{ type: 'text', text: 1n }] }),
  gives_trap: giving({
    content: [],
    toJSON: () => {
      throw new Error('secret');
    },
  }),
  throws_nothing: throwing(() => undefined),
  throws_null: throwing(() => null),
  throws_text: throwing(() => 'secret'),
  throws_frozen: throwing(() => Object.freeze({ message: 'secret' })),
  throws_bigint: throwing(
    () =>
      new PlugboardError('forbidden', { what: 'x', reason: 'y' }, { data: { big: 1n as never } }),
  ),
  rejects: { call: () => Promise.reject(new Error('secret')) },
};

/** Gives up by itself, though nobody cancelled. */
const QUITTING: Readonly<Record<string, ToolDefinition>> = {
  aborts: throwing(() => AbortSignal.abort().reason),
  cancels: throwing(() => new PlugboardError('cancelled', {})),
};

let problems: string[];
let asked: unknown;
let lines: RawLines;
let url: string;

beforeEach(async () => {
  problems = [];
  asked = undefined;
  const source = defineTools({
    name: 'odd',
    tools: {
      ...BAD,
      ...QUITTING,
      asks_too_late: {
        call: async (_, ctx) => {
          ctx.progress({ progress: 1 });
          await new Promise((resolve) => {
            ctx.signal.addEventListener('abort', resolve);
          });
          asked = await ctx.elicit({ message: 'still there?' }).catch((thrown: unknown) => thrown);
          return 'x';
        },
      },
      fine: { call: () => 'fine' },
    },
  });
  const onProblem = (message: string) => problems.push(message);
  const server = await serveHttp(source, { port: 0, onProblem });
  const stage = await serveRawLines(source, { onProblem });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  });
  ({ url } = server);
  lines = stage.client;
});

const WAYS: Readonly<Record<string, (name: string) => Promise<WireMessage>>> = {
  'stdio 2025': async (name) => {
    await lines.initialize('2025-11-25');
    return lines.ask('tools/call', { name });
  },
  'stdio 2026': (name) => lines.askModern('tools/call', { name }),
  'HTTP 2025': async (name) => {
    const session = await openRawSession(url);
    return (await session.call(name)).message();
  },
  'HTTP 2026': async (name) =>
    (await modernPost(url, modernRequest(1, 'tools/call', { name }))).message(),
};

describe.each(Object.entries(WAYS))('%s', (_, call) => {
  test.each(Object.keys(BAD))('%s is an internal error, told to the operator', async (name) => {
    const { error } = await call(name);
    expect(error).toEqual({ code: -32603, message: 'Internal error.', data: { code: 'internal' } });
    expect(problems).toEqual(['tools/call failed']);
  });

  test.each(Object.keys(QUITTING))('%s is answered all the same', async (name) => {
    const { result } = await call(name);
    expect(result).toMatchObject({ isError: true, content: [{ text: 'Cancelled.' }] });
  });

  test('and the others work', async () => {
    expect((await call('fine')).result).toMatchObject({ content: [{ text: 'fine' }] });
  });
});

describe('a tool that asks after its caller left', () => {
  test('2025: bothers nobody', async () => {
    await lines.initialize('2025-11-25');
    const params = { name: 'asks_too_late', _meta: { progressToken: 1 } };
    lines.send(request('late', 'tools/call', params));
    await lines.next(({ method }) => method === 'notifications/progress');
    lines.send(notification('notifications/cancelled', { requestId: 'late' }));
    await waitUntil(() => asked !== undefined);
    expect(asked).toMatchObject({ code: 'cancelled' });
    await lines.ask('ping');
    expect(lines.inbox.all.map((entry) => 'method' in entry && entry.method)).not.toContain(
      'elicitation/create',
    );
  });

  test('2026: is told', async () => {
    const params = { name: 'asks_too_late', _meta: { progressToken: 1 } };
    const answer = await modernPost(url, modernRequest(1, 'tools/call', params));
    await answer.messages.next();
    answer.hangUp();
    await waitUntil(() => asked !== undefined);
    expect(asked).toMatchObject({ code: 'cancelled' });
  });
});
