// Completions of a project: which script answers, what it is told, and what becomes of its answer.
import { describe, expect, test } from 'vitest';
import { keeperOf, projectWith, requestOf } from '../../../test/support/bash-content.ts';
import { localContext } from '../../core/local-context.ts';
import { completionSide } from './completion-side.ts';
import type { CompletionItem, PromptItem } from './registry-items.ts';

const ctx = localContext();

const PROMPT: PromptItem = {
  name: 'greet',
  description: '',
  path: 'greet/greet.txt',
  arguments: { type: 'object', properties: { mood: { enum: ['good', 'grim', 'bad'] } } },
};

interface Given {
  readonly completions?: readonly CompletionItem[];
  readonly env?: Record<string, string>;
}

async function sideOf(files: Record<string, string>, { completions = [], env = {} }: Given = {}) {
  const project = await projectWith(files, env);
  const registry = keeperOf({
    completions,
    prompts: [PROMPT],
    resources: [
      {
        name: 'notes',
        description: '',
        path: 'notes.txt',
        uri: 'file:///notes.txt',
        mimeType: 'text/plain',
        provider: 'file',
      },
    ],
    templates: [{ name: 'log', uriTemplate: 'log://{day}', provider: 'log' }],
  });
  return completionSide(project, registry);
}

const promptRef = { type: 'ref/prompt', name: 'greet' } as const;

function ask(ref: { type: string; name?: string; uri?: string } = promptRef, value = 'go') {
  return { ref, argument: { name: 'who', value } };
}

describe('scripts', () => {
  test('[bash-content:completion:manual] [bash-content:completion:path] a registered one goes first, from the project root', async () => {
    const side = await sideOf(
      {
        'completions/greet.sh': 'echo "[\\"registered in $(basename "$(dirname "$0")")\\"]"',
        'prompts/greet/greet.txt.completion.sh': 'echo [\\"beside\\"]',
      },
      { completions: [{ name: 'greet', path: 'completions/greet.sh' }] },
    );
    expect(await side.complete(ask(), ctx)).toEqual({
      values: ['registered in completions'],
      hasMore: false,
    });
  });

  test.each([
    ['prompts/greet/greet.txt.completion.sh', promptRef],
    ['prompts/greet/greet.completion', promptRef],
    ['resources/notes.completion.sh', { type: 'ref/resource', uri: 'file:///notes.txt' }],
    ['resources/log.completion.sh', { type: 'ref/resource', uri: 'log://{day}' }],
    ['resources/log/log.completion.sh', { type: 'ref/resource', uri: 'log://today' }],
  ])('[bash-content:completion:beside] %s is found', async (file, ref) => {
    const side = await sideOf({ [file]: 'echo [\\"yes\\"]' });
    expect(await side.complete(ask(ref), ctx)).toEqual({ values: ['yes'], hasMore: false });
  });

  test('[bash-content:completion:env] are told what is asked for', async () => {
    const script = `echo "$MCP_COMPLETION_ARGS_JSON" >&2
      printf '["%s","%s","%s","%s","%s"]' "$MCP_COMPLETION_NAME" "$MCP_COMPLETION_LIMIT" \
        "$MCP_COMPLETION_OFFSET" "$MCP_PROMPT_REL_PATH" "$("$MCPBASH_JSON_TOOL_BIN" -r \
        '.query + .argument.name + .ref.name + .context.arguments.a' <<<"$MCP_COMPLETION_ARGS_JSON")"`;
    const side = await sideOf({ 'prompts/greet/greet.completion.sh': script });
    const request = { ...ask(), context: { arguments: { a: 'b' } } };
    const answer = await side.complete(request, requestOf({ limit: 7 }));
    expect(answer.values).toEqual(['greet', '7', '0', 'greet/greet.txt', 'gowhogreetb']);
  });
});

function answering(printed: string) {
  return sideOf({ 'prompts/greet/greet.completion.sh': `cat <<'END'\n${printed}\nEND` });
}

test('[bash-content:completion:env] a template is named as it is written, whatever was asked for', async () => {
  const script = 'printf \'["%s %s"]\' "$MCP_COMPLETION_NAME" "$MCP_RESOURCE_URI"';
  const side = await sideOf({ 'resources/log.completion.sh': script });
  for (const uri of ['log://{day}', 'log://today']) {
    const answer = await side.complete(ask({ type: 'ref/resource', uri }), ctx);
    expect(answer.values).toEqual(['log log://{day}']);
  }
});

describe('[bash-content:completion:answers] answers', () => {
  test.each([
    ['["a","b"]', { values: ['a', 'b'], hasMore: false }],
    ['{"suggestions":["a"]}', { values: ['a'], hasMore: false }],
    ['no JSON', { values: [], hasMore: false }],
    ['', { values: [], hasMore: false }],
  ])('%s', async (printed, expected) => {
    expect(await (await answering(printed)).complete(ask(), ctx)).toEqual(expected);
  });

  test('come in pages, each with the cursor of the next', async () => {
    const side = await answering('["a","b","c","d","e"]');
    const first = await side.complete(ask(), requestOf({ limit: 2 }));
    expect(first).toMatchObject({ values: ['a', 'b'], hasMore: true });
    const { nextCursor } = first as unknown as { nextCursor: string };
    const second = await side.complete(ask(), requestOf({ limit: 3, cursor: nextCursor }));
    expect(second).toEqual({ values: ['c', 'd', 'e'], hasMore: false });
    const other = side.complete(ask(promptRef, 'other'), requestOf({ cursor: nextCursor }));
    await expect(other).rejects.toMatchObject({ message: 'Cursor no longer valid', wire: -32602 });
    const wrong = side.complete(ask(), requestOf({ cursor: 'x' }));
    await expect(wrong).rejects.toMatchObject({ message: 'Invalid cursor', wire: -32602 });
  });

  test.each(['[1]', '{"a":1}', '{"suggestions":[null]}', '"text"'])(
    '[bash-content:completion:failures] %s is a mistake of the script',
    async (printed) => {
      await expect((await answering(printed)).complete(ask(), ctx)).rejects.toMatchObject({
        message: 'Completion provider emitted invalid JSON',
        wire: -32603,
      });
    },
  );

  test('[bash-content:completion:failures] a script that fails says why, one that runs on is ended', async () => {
    const failing = await sideOf({ 'prompts/greet/greet.completion.sh': 'echo why >&2; exit 3' });
    const failed = { message: 'why', wire: -32603 };
    await expect(failing.complete(ask(), ctx)).rejects.toMatchObject(failed);
    const endless = await sideOf(
      { 'prompts/greet/greet.completion.sh': 'sleep 30' },
      { env: { MCPBASH_COMPLETION_TIMEOUT_SECS: '1' } },
    );
    await expect(endless.complete(ask(), ctx)).rejects.toMatchObject({
      message: expect.stringContaining('Timeout after 1s'),
      wire: -32603,
    });
  });
});

describe('without a script', () => {
  test('[bash-content:completion:builtin] the original is repeated', async () => {
    const side = await sideOf({});
    expect((await side.complete(ask(), ctx)).values).toEqual(['go', 'go snippet', 'go example']);
    expect((await side.complete(ask(promptRef, ''), ctx)).values[0]).toBe('greet');
  });

  test('values that the schema lists are suggested', async () => {
    const side = await sideOf({});
    const request = { ref: promptRef, argument: { name: 'mood', value: 'g' } };
    expect((await side.complete(request, ctx)).values).toEqual(['good', 'grim']);
  });

  test.each([
    [{ type: 'ref/prompt' }, 'Completion ref is invalid'],
    [{ type: 'ref/other', name: 'greet' }, 'Completion ref is invalid'],
    [{ type: 'ref/prompt', name: 'nobody' }, "There is no prompt 'nobody' to complete"],
  ])('%j is refused', async (ref, message) => {
    const side = await sideOf({});
    await expect(side.complete(ask(ref), ctx)).rejects.toMatchObject({ message, wire: -32602 });
  });
});
