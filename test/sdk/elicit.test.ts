// Questions to the user; the test plays the host.
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { callTool, type ToolCall, type ToolCallOptions } from './call-tool.ts';

const SUPPORTED = {
  MCP_ELICIT_SUPPORTED: '1',
  MCP_ELICIT_REQUEST_FILE: 'request',
  MCP_ELICIT_RESPONSE_FILE: 'response',
};

type Question = Record<string, unknown>;

async function takeQuestion(folder: string): Promise<Question> {
  const file = join(folder, 'request');
  await waitUntil(() => existsSync(file));
  const question = JSON.parse(await readFile(file, 'utf8')) as Question;
  await rm(file);
  return question;
}

async function respond(folder: string, response: unknown): Promise<void> {
  await writeFile(join(folder, 'response.new'), JSON.stringify(response));
  await rename(join(folder, 'response.new'), join(folder, 'response'));
}

interface Asked extends ToolCall {
  readonly question: Question;
}

async function ask(body: string, response: object, options: ToolCallOptions = {}): Promise<Asked> {
  let question: Question = {};
  const call = await callTool(body, {
    ...options,
    env: { ...SUPPORTED, ...options.env },
    during: async (folder) => {
      question = await takeQuestion(folder);
      await respond(folder, { id: question['id'], ...response });
    },
  });
  return { ...call, question };
}

describe('[bash-sdk:elicit:elicit] mcp_elicit', () => {
  const SCHEMA = '{"type": "object"}';

  test('asks and prints the normalised answer', async () => {
    const body = `mcp_elicit $'Really?\\n"yes"' '${SCHEMA}'; echo "rc=$?"`;
    const call = await ask(body, { action: 'accept', content: { a: [1, 'x "y"'] }, extra: 1 });
    expect(call.question).toEqual({
      id: expect.any(String),
      message: 'Really?\n"yes"',
      schema: { type: 'object' },
      mode: 'form',
    });
    expect(call.stdout).toBe('{"action":"accept","content":{"a":[1,"x \\"y\\""]}}\nrc=0\n');
  });

  test.each([
    [{ action: 'decline' }, { action: 'decline', content: null }],
    [
      { action: 'cancel', content: null },
      { action: 'cancel', content: null },
    ],
    [
      { action: 'error', content: 'x' },
      { action: 'error', content: 'x' },
    ],
    [{ action: 'shrug' }, { action: 'error', content: null }],
    [{}, { action: 'error', content: null }],
    [
      { action: 'accept', content: { text: 'é'.repeat(30_000) } },
      { action: 'accept', content: { text: 'é'.repeat(30_000) } },
    ],
  ])('the answer %j', async (response, printed) => {
    const call = await ask(`mcp_elicit Sure? '${SCHEMA}'`, response);
    expect(call.exit).toBe(0);
    expect(JSON.parse(call.stdout)).toEqual(printed);
  });

  test.each([
    { MCP_ELICIT_SUPPORTED: '0' },
    { MCP_ELICIT_SUPPORTED: '' },
    { MCP_ELICIT_REQUEST_FILE: '' },
  ])('[bash-sdk:elicit:unsupported] declines itself with %j', async (env) => {
    const body = `mcp_elicit Sure? '${SCHEMA}' || echo "rc=$?"`;
    const call = await callTool(body, { env: { ...SUPPORTED, ...env } });
    expect(call.stdout).toBe('{"action":"decline","content":null}\nrc=1\n');
  });

  test('[bash-sdk:elicit:timeout] gives up and withdraws the question', async () => {
    const body = `mcp_elicit Sure? '${SCHEMA}' 0 || echo "rc=$?"; ls`;
    const call = await callTool(body, { env: SUPPORTED });
    expect(call.stdout).toMatch(/^\{"action":"error","content":null\}\nrc=1\n/);
    expect(call.stdout).not.toContain('request');
  });

  test('[bash-sdk:elicit:timeout] waits as long as the environment says', async () => {
    const env = { ...SUPPORTED, MCPBASH_ELICITATION_TIMEOUT: '0' };
    const call = await callTool(`mcp_elicit Sure? '${SCHEMA}' || echo "rc=$?"`, { env });
    expect(call.stdout).toContain('rc=1');
  });

  test('[bash-sdk:elicit:cancel] ends when the call is cancelled', async () => {
    const body = `mcp_elicit Sure? '${SCHEMA}' || echo "rc=$?"`;
    const call = await callTool(body, {
      env: SUPPORTED,
      during: async (folder) => {
        await takeQuestion(folder);
        await writeFile(join(folder, 'cancelled'), '');
      },
    });
    expect(call.stdout).toBe('{"action":"cancel","content":null}\nrc=1\n');
  });

  test('[bash-sdk:elicit:late] a late answer is not taken for the next question', async () => {
    const body = `
      mcp_elicit first '${SCHEMA}' 1 || :
      mcp_elicit second '${SCHEMA}'`;
    const call = await callTool(body, {
      env: SUPPORTED,
      during: async (folder) => {
        const first = await takeQuestion(folder);
        const second = await takeQuestion(folder);
        await respond(folder, { id: first['id'], action: 'accept', content: { for: 'first' } });
        await waitUntil(() => !existsSync(join(folder, 'response')));
        await respond(folder, { id: second['id'], action: 'accept', content: { for: 'second' } });
      },
    });
    expect(call.stdout.split('\n')[1]).toBe('{"action":"accept","content":{"for":"second"}}');
  });

  test('takes an answer without an id', async () => {
    const call = await ask(`mcp_elicit Sure? '${SCHEMA}'`, { id: undefined, action: 'decline' });
    expect(call.stdout).toBe('{"action":"decline","content":null}\n');
  });

  test('a schema that is no JSON is a mistake in the tool', async () => {
    const call = await callTool("mcp_elicit Sure? '{'", { env: SUPPORTED });
    expect(JSON.parse(call.errorFile)).toMatchObject({ code: -32603 });
  });
});

test('[bash-sdk:elicit:url] mcp_elicit_url asks the user to open a page', async () => {
  const call = await ask("mcp_elicit_url 'Sign in' 'https://example.com/?a=b&c=\"'", {
    action: 'accept',
  });
  expect(call.question).toEqual({
    id: expect.any(String),
    message: 'Sign in',
    url: 'https://example.com/?a=b&c="',
    mode: 'url',
  });
  expect(call.stdout).toBe('{"action":"accept","content":null}\n');
});

const form = (name: string, property: object) => ({
  type: 'object',
  properties: { [name]: property },
  required: [name],
});
const TITLED = [
  { const: 'a', title: 'First: one' },
  { const: 'b c', title: 'b c' },
];

describe('[bash-sdk:elicit:forms] the ready-made forms', () => {
  test.each([
    ['mcp_elicit_string M', form('value', { type: 'string' })],
    ['mcp_elicit_string M \'my "field"\'', form('my "field"', { type: 'string' })],
    ['mcp_elicit_confirm M', form('confirmed', { type: 'boolean' })],
    ["mcp_elicit_choice M a 'b c'", form('choice', { type: 'string', enum: ['a', 'b c'] })],
    [
      "mcp_elicit_multi_choice M a 'b c'",
      form('choices', { type: 'array', items: { type: 'string', enum: ['a', 'b c'] } }),
    ],
    [
      "mcp_elicit_titled_choice M 'a:First: one' 'b c'",
      form('choice', { type: 'string', oneOf: TITLED }),
    ],
    [
      "mcp_elicit_titled_multi_choice M 'a:First: one' 'b c'",
      form('choices', { type: 'array', items: { oneOf: TITLED, anyOf: TITLED } }),
    ],
  ])('%s', async (body, schema) => {
    const call = await ask(body, { action: 'accept', content: { ok: true } });
    expect(call.question).toMatchObject({ message: 'M', schema, mode: 'form' });
    expect(call.stdout).toBe('{"action":"accept","content":{"ok":true}}\n');
  });

  test.each(['choice', 'multi_choice', 'titled_choice', 'titled_multi_choice'])(
    'mcp_elicit_%s needs an option',
    async (name) => {
      const call = await callTool(`mcp_elicit_${name} M`, { env: SUPPORTED });
      expect(call.exit).toBe(1);
    },
  );
});
