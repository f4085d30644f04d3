// Resources, prompts and completions of a project on the wire, and that nothing of them stays behind.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { notification, request } from '../support/raw-mcp.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, openStage, startedStage } from './stage.ts';

function metaOf(fields: object): string {
  return JSON.stringify({ description: 'For tests.', ...fields });
}

const FILES = {
  'resources/note.txt': 'one\n',
  'resources/note.meta.json': metaOf({ name: 'note', uri: 'file://./note.txt' }),
  'resources/gone.meta.json': metaOf({ name: 'gone', uri: 'file://./gone.txt' }),
  'resources/inside.meta.json': metaOf({ name: 'inside', uri: 'https://127.0.0.1/x' }),
  'resources/sky.meta.json': metaOf({ name: 'sky', uriTemplate: 'sky://{star}', provider: 'sky' }),
  'providers/sky.sh': 'case $1 in *sun) echo bright ;; *) echo "no star" >&2; exit 4 ;; esac',
  'prompts/greet.txt': 'Hello {{who}}, {{what}}\n',
  'prompts/greet.meta.json': metaOf({
    name: 'greet',
    arguments: { type: 'object', required: ['who'], properties: { who: { type: 'string' } } },
  }),
  'prompts/greet.completion.sh': 'echo \'["Ann","Bob","Cy"]\'',
};

async function stage(env: Record<string, string> = {}) {
  return startedStage(await bashProject({}, FILES), env);
}

describe('resources', () => {
  verifies('bash-content:resource:errors', 'fail with the codes of the specification', async () => {
    const { client } = await stage();
    const codes: Record<string, number> = {};
    for (const uri of [
      'sky://moon',
      'https://example.com/',
      'file:///etc/passwd',
      'git://a.example/b#c',
    ]) {
      const { error } = await client.ask('resources/read', { uri });
      codes[uri] = error?.code ?? 0;
    }
    expect(codes).toEqual({
      'sky://moon': -32602,
      'https://example.com/': -32602,
      'file:///etc/passwd': -32603,
      'git://a.example/b#c': -32602,
    });
    const gone = await client.ask('resources/read', { name: 'gone' });
    expect(gone).toMatchObject({ error: { code: -32601, data: { exitCode: 3 } } });
    expect(gone.result).toBeUndefined();
    const inside = await client.ask('resources/read', { name: 'inside' });
    expect(inside).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('private or local') },
    });
    const sun = await client.ask('resources/read', { uri: 'sky://sun' });
    expect(sun.result).toMatchObject({ contents: [{ uri: 'sky://sun', text: 'bright' }] });
  });

  verifies('bash-content:subscription:watched', 'tell of a change within a moment', async () => {
    const root = await bashProject({}, FILES);
    const { client } = await startedStage(root, { MCPBASH_RESOURCES_POLL_INTERVAL_SECS: '0' });
    await client.ask('resources/subscribe', { name: 'note' });
    const changedMs = Date.now();
    await writeFile(join(root, 'resources/note.txt'), 'two');
    await client.next(({ method }) => method === 'notifications/resources/updated');
    expect(Date.now() - changedMs).toBeLessThan(4_000);
  });

  test('that are given up take their script with them', async () => {
    const mark = newMark();
    const files = { ...FILES, 'providers/sky.sh': `exec -a ${mark} sleep 60` };
    const { client } = await startedStage(await bashProject({}, files));
    client.send(request(7, 'resources/read', { uri: 'sky://sun' }));
    await waitUntil(async () => (await countMarked(mark)) === 1);
    client.send(notification('notifications/cancelled', { requestId: 7 }));
    await waitUntil(async () => (await countMarked(mark)) === 0);
    expect((await client.ask('ping')).result).toEqual({});
  });

  test('and completions end with the source', async () => {
    const mark = newMark();
    const script = `exec -a ${mark} sleep 60`;
    const files = { 'providers/sky.sh': script, 'prompts/greet.completion.sh': script };
    const source = await openStage(await bashProject({}, { ...FILES, ...files }));
    const ctx = localContext();
    const reading = source.resources?.read('sky://sun', ctx).catch(() => 'ended');
    const completing = source.completions
      ?.complete(
        { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } },
        ctx,
      )
      .catch(() => 'ended');
    await waitUntil(async () => (await countMarked(mark)) === 2);
    await source[Symbol.asyncDispose]();
    expect(await countMarked(mark)).toBe(0);
    expect(await Promise.all([reading, completing])).toEqual(['ended', 'ended']);
  });
});

verifies('bash-content:prompt:required', 'prompts answer, or say what is missing', async () => {
  const { client } = await stage();
  const right = await client.ask('prompts/get', { name: 'greet', arguments: { who: 'Ann' } });
  expect(right.result).toMatchObject({
    description: 'For tests.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello Ann, {{what}}' } }],
  });
  const wrong = await client.ask('prompts/get', { name: 'greet' });
  expect(wrong).toMatchObject({
    error: { code: -32602, message: "Missing required argument of prompt 'greet': who" },
  });
});

verifies(
  'bash-content:completion:answers',
  'completions come in pages where asked for',
  async () => {
    const { client } = await stage();
    const ref = { type: 'ref/prompt', name: 'greet' };
    const params = { ref, argument: { name: 'who', value: '' } };
    const first = await client.ask('completion/complete', { ...params, limit: 2 });
    expect(first.result).toMatchObject({ completion: { values: ['Ann', 'Bob'], hasMore: true } });
    const { completion } = first.result as { completion: { nextCursor: string } };
    const cursor = completion.nextCursor;
    const next = await client.ask('completion/complete', { ...params, limit: 2, cursor });
    expect(next.result).toEqual({ completion: { values: ['Cy'], hasMore: false } });
  },
);
