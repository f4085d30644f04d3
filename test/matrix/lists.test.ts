// Lists, resources, prompts, completion and news of changes are the same on every surface.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { describeSurfaces } from '../support/describe-surfaces.ts';
import { matrixStage, type MatrixStage } from '../support/matrix-source.ts';
import { ask, call, resultOf, type SurfaceClient } from '../support/surface-client.ts';

const MANY = 2345;

/** More of everything than fits a page. */
function crowdedSource() {
  const numbers = Array.from({ length: MANY }, (_, at) => at);
  const table = <Row>(keyOf: (at: number) => string, row: (at: number) => Row) =>
    Object.fromEntries(numbers.map((at) => [keyOf(at), row(at)]));
  return defineTools({
    name: 'crowded',
    tools: table(
      (at) => `tool_${at}`,
      (at) => ({ call: () => `called ${at}` }),
    ),
    resources: table(
      (at) => `many://${at}`,
      (at) => ({ name: `r${at}`, read: () => ({ contents: [] }) }),
    ),
    prompts: table(
      (at) => `prompt_${at}`,
      () => ({ get: () => ({ messages: [] }) }),
    ),
  });
}

/** Every page of a list, as a client walks them. */
async function walk(client: SurfaceClient, method: string, field: string): Promise<JsonObject[][]> {
  const pages: JsonObject[][] = [];
  let cursor: JsonObject = {};
  for (;;) {
    const page = await resultOf(ask(client, method, cursor));
    pages.push(page[field] as JsonObject[]);
    if (page['nextCursor'] === undefined) return pages;
    cursor = { cursor: page['nextCursor'] };
  }
}

describeSurfaces(({ open, revision }) => {
  let stage: MatrixStage;
  let client: SurfaceClient;

  beforeEach(async () => {
    stage = matrixStage();
    client = await open(stage.source);
  });

  afterEach(() => client[Symbol.asyncDispose]());

  test('tools are listed with their schemas', async () => {
    const { tools } = (await resultOf(ask(client, 'tools/list'))) as { tools: JsonObject[] };
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Echo',
      description: 'Says it again',
      inputSchema: {
        type: 'object',
        properties: { message: { type: 'string' } },
        required: ['message'],
        additionalProperties: false,
      },
    });
    expect(tools[1]).toEqual({ name: 'kinds', inputSchema: { type: 'object' } });
  });

  test('resources and templates', async () => {
    expect(await ask(client, 'resources/list')).toEqual({
      result: {
        resources: [
          { uri: 'note://text', name: 'text', mimeType: 'text/plain' },
          { uri: 'note://blob', name: 'blob' },
        ],
      },
    });
    expect(await ask(client, 'resources/templates/list')).toEqual({
      result: { resourceTemplates: [{ uriTemplate: 'item://{id}', name: 'item' }] },
    });
  });

  test.each<[string, JsonObject]>([
    ['note://text', { uri: 'note://text', mimeType: 'text/plain', text: 'hé' }],
    ['note://blob', { uri: 'note://blob', blob: 'AAEC', 'x-odd': 1 }],
    ['item://7', { uri: 'item://7', text: '7' }],
  ])('reads %s', async (uri, contents) => {
    expect(await ask(client, 'resources/read', { uri })).toEqual({
      result: { contents: [contents] },
    });
  });

  test('a resource that does not exist', async () => {
    expect(await ask(client, 'resources/read', { uri: 'note://gone' })).toEqual({
      refused: { code: 'not_found', message: "Resource 'note://gone' not found." },
    });
  });

  test('prompts', async () => {
    expect(await ask(client, 'prompts/list')).toEqual({
      result: {
        prompts: [
          {
            name: 'greet',
            description: 'A greeting',
            arguments: [{ name: 'who', required: true }],
          },
        ],
      },
    });
    expect(await ask(client, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).toEqual({
      result: {
        description: 'Greets',
        messages: [{ role: 'user', content: { type: 'text', text: 'Hello Ada' } }],
      },
    });
  });

  test('a prompt without a required argument, and one that does not exist', async () => {
    expect(await ask(client, 'prompts/get', { name: 'greet' })).toEqual({
      refused: { code: 'invalid_arguments', message: 'Missing required argument: who' },
    });
    expect(await ask(client, 'prompts/get', { name: 'gone' })).toEqual({
      refused: { code: 'not_found', message: "Prompt 'gone' not found." },
    });
  });

  test('completion', async () => {
    const params = {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: 'A' },
    };
    expect(await ask(client, 'completion/complete', params)).toEqual({
      result: { completion: { values: ['Ada', 'Alan'], total: 3 } },
    });
  });

  test('news of changed lists', async () => {
    await client.watch([]);
    for (const what of ['tools', 'prompts', 'resources'] as const) {
      stage.announce(what);
      expect(await client.changes.next()).toBe(what);
    }
  });

  test('news of a resource reach its subscribers only', async () => {
    await client.watch(['note://text']);
    stage.announceUpdate('note://blob');
    stage.announceUpdate('note://text');
    stage.announce('tools');
    expect(await client.changes.next()).toBe('note://text');
    expect(await client.changes.next()).toBe('tools');
  });

  test('pages walk every item once, in order', async () => {
    await using crowd = await open(crowdedSource());
    const lists = [
      ['tools/list', 'tools', 'name', 'tool_'],
      ['resources/list', 'resources', 'uri', 'many://'],
      ['prompts/list', 'prompts', 'name', 'prompt_'],
    ] as const;
    for (const [method, field, key, prefix] of lists) {
      const pages = await walk(crowd, method, field);
      expect(pages).toHaveLength(revision === undefined ? 1 : 3);
      expect(pages.flat().map((item) => item[key])).toEqual(
        Array.from({ length: MANY }, (_, at) => prefix + String(at)),
      );
    }
    expect(await resultOf(call(crowd, `tool_${MANY - 1}`))).toMatchObject({
      content: [{ text: `called ${MANY - 1}` }],
    });
  });

  test.skipIf(revision === undefined)('a cursor of somebody else is refused', async () => {
    for (const cursor of ['', 'x', 'WzAsIiJd', 'bnVsbA', 7]) {
      expect(await ask(client, 'tools/list', { cursor })).toMatchObject({
        refused: { code: 'invalid_arguments' },
      });
    }
  });
});
