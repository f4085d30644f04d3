// The same calls give the same results, errors, progress, questions and cancellation on every surface.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG_LEVELS } from '../../src/core/call-context.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { describeSurfaces } from '../support/describe-surfaces.ts';
import {
  EVERY_KIND,
  FORM,
  matrixStage,
  SAMPLE,
  type MatrixStage,
} from '../support/matrix-source.ts';
import { MODERN_REVISION, textIn } from '../support/raw-mcp.ts';
import {
  ask,
  call,
  resultOf,
  startCall,
  textOf,
  type Question,
  type SurfaceClient,
} from '../support/surface-client.ts';
import { waitUntil } from '../support/wait-until.ts';

const ACCEPTED: JsonObject = { action: 'accept', content: { name: 'Ada' } };
const SAMPLED: JsonObject = {
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'test',
};
const ROOTS: JsonObject = { roots: [{ uri: 'file:///work', name: 'work' }] };

function answer({ method }: Question): JsonObject {
  if (method === 'elicitation/create') return ACCEPTED;
  return method === 'roots/list' ? ROOTS : SAMPLED;
}

describeSurfaces(({ open, revision }) => {
  let stage: MatrixStage;
  let client: SurfaceClient;

  beforeEach(async () => {
    stage = matrixStage();
    client = await open(stage.source);
  });

  afterEach(() => client[Symbol.asyncDispose]());

  describe('results', () => {
    test('a returned string is one text block', async () => {
      expect(await call(client, 'echo', { message: 'hé 👋\n\u2028"' })).toEqual({
        result: { content: [{ type: 'text', text: 'hé 👋\n\u2028"' }] },
      });
    });

    test('every content kind, unknown kinds and unknown fields arrive untouched', async () => {
      expect(await call(client, 'kinds')).toEqual({ result: EVERY_KIND });
    });

    test('a failure of the tool itself is a result', async () => {
      expect(await call(client, 'fails')).toEqual({
        result: { content: [{ type: 'text', text: 'it broke' }], isError: true },
      });
    });

    test('structured output that is no object is kept where the revision has it', async () => {
      const isLegacy = revision !== undefined && revision !== MODERN_REVISION;
      expect(await resultOf(call(client, 'list_output'))).toEqual({
        content: [{ type: 'text', text: '[1]' }],
        ...(!isLegacy && { structuredContent: [1] }),
      });
    });

    test('missing arguments are no arguments', async () => {
      expect(await textOf(ask(client, 'tools/call', { name: 'counts' }))).toBe('counted');
    });
  });

  describe('errors', () => {
    test('arguments that do not fit are named', async () => {
      expect(await call(client, 'echo', { massage: 'x' })).toEqual({
        refused: {
          code: 'invalid_arguments',
          message: 'Missing required argument: message; Unknown argument: massage',
        },
      });
    });

    test('an unknown tool', async () => {
      expect(await call(client, 'nonesuch')).toEqual({
        refused: { code: 'not_found', message: "Tool 'nonesuch' not found." },
      });
    });

    test('a refusal keeps its hint', async () => {
      expect(await call(client, 'refuses')).toEqual({
        refused: {
          code: 'forbidden',
          message: 'Not allowed: /etc is outside\nhint: stay inside',
        },
      });
    });

    test('an internal error tells nothing of its inside', async () => {
      expect(await call(client, 'crashes')).toEqual({
        refused: { code: 'internal', message: 'Internal error.' },
      });
    });

    test('an unknown method', async () => {
      expect(await ask(client, 'tools/destroy')).toEqual({
        refused: { code: 'not_supported', message: 'matrix does not support tools/destroy.' },
      });
    });

    test('the next call works after every kind of error', async () => {
      for (const name of ['crashes', 'refuses', 'fails', 'nonesuch']) await call(client, name);
      expect(await textOf(call(client, 'echo', { message: 'still here' }))).toBe('still here');
    });
  });

  describe('messages before the answer', () => {
    test('progress comes in order, before the result', async () => {
      const running = startCall(client, 'counts');
      expect(await textOf(running.outcome)).toBe('counted');
      expect(running.heard.all).toEqual(
        [1, 2, 3].map((progress) => ({
          progress: { progress, total: 3, message: `step ${progress}` },
        })),
      );
    });

    test('log messages carry level, data and logger', async () => {
      const running = startCall(client, 'logs', { logLevel: 'debug' });
      expect(await textOf(running.outcome)).toBe('logged');
      expect(running.heard.all).toEqual(
        LOG_LEVELS.map((level) => ({ log: { level, data: { said: level }, logger: 'matrix' } })),
      );
    });

    test.skipIf(revision === undefined)('a level hides what is less severe', async () => {
      const running = startCall(client, 'logs', { logLevel: 'error' });
      await running.outcome;
      const levels = running.heard.all.map((heard) => 'log' in heard && heard.log.level);
      expect(levels).toEqual(['error', 'critical', 'alert', 'emergency']);
    });
  });

  describe('questions', () => {
    test('elicitation', async () => {
      const asked: Question[] = [];
      const { outcome } = startCall(client, 'elicits', {
        answer: (question) => {
          asked.push(question);
          return answer(question);
        },
      });
      expect(JSON.parse(await textOf(outcome))).toEqual(ACCEPTED);
      expect(asked).toEqual([{ method: 'elicitation/create', params: FORM }]);
    });

    test('a declined elicitation', async () => {
      const { outcome } = startCall(client, 'elicits', { answer: () => ({ action: 'decline' }) });
      expect(JSON.parse(await textOf(outcome))).toEqual({ action: 'decline' });
    });

    test('sampling', async () => {
      const asked: Question[] = [];
      const { outcome } = startCall(client, 'samples', {
        answer: (question) => {
          asked.push(question);
          return answer(question);
        },
      });
      expect(JSON.parse(await textOf(outcome))).toEqual(SAMPLED);
      expect(asked).toEqual([{ method: 'sampling/createMessage', params: SAMPLE }]);
    });

    test('roots', async () => {
      const { outcome } = startCall(client, 'roots', { answer });
      expect(JSON.parse(await textOf(outcome))).toEqual(ROOTS['roots']);
    });

    test('several at once come back under their keys', async () => {
      const { outcome } = startCall(client, 'asks_all', { answer });
      expect(JSON.parse(await textOf(outcome))).toEqual({
        who: ACCEPTED,
        what: SAMPLED,
        where: ROOTS,
      });
    });

    test('one after the other, with progress between', async () => {
      const running = startCall(client, 'asks_twice', {
        answer: ({ params }) => ({
          action: 'accept',
          content: { to: textIn(params?.['message']) },
        }),
      });
      expect(JSON.parse(await textOf(running.outcome))).toEqual([
        { to: 'first?' },
        { to: 'second?' },
      ]);
      expect(running.heard.all).toEqual([{ progress: { progress: 1 } }]);
    });
  });

  describe('cancellation', () => {
    test.each(['hangs', ...(revision === undefined ? [] : ['hangs_and_answers'])])(
      '%s: the tool sees it, and no answer is sent',
      async (name) => {
        const running = startCall(client, name);
        await running.heard.next();
        running.cancel();
        await waitUntil(() => stage.stopped() === 1);
        expect(await running.outcome).toEqual({ cancelled: true });
        expect(await textOf(call(client, 'echo', { message: 'after' }))).toBe('after');
        expect(running.answers()).toBe(0);
        expect(running.heard.all).toHaveLength(1);
      },
    );
  });

  test('concurrent calls are answered each to its own', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const outcomes = names.map((name) => call(client, 'wait', { name }));
    await waitUntil(() => stage.waiting().length === names.length);
    for (const name of names.toReversed()) stage.letGo(name);
    expect(await Promise.all(outcomes.map(textOf))).toEqual(
      names.map((name) => `waited for ${name}`),
    );
  });
});
