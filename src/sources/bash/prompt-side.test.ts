// Prompts of a project: how they are listed, rendered and refused.
import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keeperOf, projectWith } from '../../../test/support/bash-content.ts';
import { localContext } from '../../core/local-context.ts';
import { promptSide } from './prompt-side.ts';
import type { PromptItem } from './registry-items.ts';
import { renderPrompt } from './render-prompt.ts';

const ctx = localContext();

const PROMPT: PromptItem = {
  name: 'greet',
  description: 'Greets',
  path: 'greet.txt',
  arguments: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', description: 'Who' }, mood: { type: 'string' } },
  },
};

async function sideOf(template: string, item: Partial<PromptItem> = {}) {
  const project = await projectWith({ 'prompts/greet.txt': template });
  return promptSide(project, keeperOf({ prompts: [{ ...PROMPT, ...item }] }));
}

test('[bash-content:prompt:list] shows arguments in the order of the schema, and nothing of the registry', async () => {
  const side = await sideOf('', { role: 'user', metadata: { a: 1 } });
  expect((await side.list(ctx)).items).toEqual([
    {
      name: 'greet',
      description: 'Greets',
      arguments: [
        { name: 'name', description: 'Who', required: true },
        { name: 'mood', required: false },
      ],
    },
  ]);
});

describe('[bash-content:prompt:render] get', () => {
  test('puts values in and drops the last line break', async () => {
    const side = await sideOf('Hello {{name}}!\n');
    expect(await side.get('greet', { name: 'Ann' }, ctx)).toEqual({
      description: 'Greets',
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello Ann!' } }],
      text: 'Hello Ann!',
      arguments: { name: 'Ann' },
    });
  });

  test.each([
    ['assistant', 'assistant'],
    ['system', 'user'],
    [undefined, 'user'],
  ])('[bash-content:prompt:role] written for %s it speaks as %s', async (role, expected) => {
    const side = await sideOf('Hi', { ...(role && { role }), metadata: { tone: 'warm' } });
    const result = await side.get('greet', { name: 'x' }, ctx);
    expect(result.messages[0]?.role).toBe(expected);
    expect(result['_meta']).toEqual({ 'mcpbash/metadata': { tone: 'warm' } });
  });

  test('[bash-content:prompt:required] refuses to do without what is required', async () => {
    const side = await sideOf('Hello {{name}}');
    await expect(side.get('greet', { mood: 'good' }, ctx)).rejects.toMatchObject({
      message: "Missing required argument of prompt 'greet': name",
      wire: -32602,
    });
    const empty = await side.get('greet', { name: '' }, ctx);
    expect(empty.messages[0]?.content).toEqual({ type: 'text', text: 'Hello ' });
  });

  test('[bash-content:prompt:unknown] names the prompts there are', async () => {
    const side = await sideOf('');
    await expect(side.get('nobody', {}, ctx)).rejects.toMatchObject({
      message: "Prompt 'nobody' not found. Available: greet",
      wire: -32602,
    });
  });

  test.each(['absent.txt', '../server.d/server.meta.json', '/etc/passwd'])(
    'never shows %s',
    async (path) => {
      const side = await sideOf('', { path });
      await expect(side.get('greet', { name: 'x' }, ctx)).rejects.toMatchObject({
        code: 'config_error',
        wire: -32603,
      });
    },
  );
});

describe('[bash-content:prompt:one-pass] rendering', () => {
  test.each([
    ['{{a}} {{b}}', { a: '{{b}}', b: 'x' }, '{{b}} x'],
    ['{{a}}', { a: 'back\\slash\n\ttab $& $1' }, 'back\\slash\n\ttab $& $1'],
    ['{{c}} {{ a }} ${a} {a}', { a: 'x' }, '{{c}} {{ a }} ${a} {a}'],
    ['{{toString}} {{__proto__}}', {}, '{{toString}} {{__proto__}}'],
  ])('%j with %j is %j', (template, values, expected) => {
    expect(renderPrompt(template, values as Record<string, string>)).toBe(expected);
  });

  test('inserts any text as it is', () => {
    assert(
      property(string(), (value) => {
        expect(renderPrompt('<{{a}}>', { a: value })).toBe(`<${value}>`);
      }),
    );
  });
});
