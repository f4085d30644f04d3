// Every example project, served by `examples/run` to a client of others' making.
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT, runPlugboard } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';

const EXAMPLES = join(ROOT, 'examples/bash');
const RUN = join(ROOT, 'examples/run');

type Answers = readonly (
  | { readonly action: 'accept'; content: Record<string, unknown> }
  | undefined
)[];

interface Given {
  readonly env?: Record<string, string>;
  /** What the user says to each question; nothing is a refusal. */
  readonly answers?: Answers;
  readonly roots?: readonly string[];
}

async function serve(name: string, { env = {}, answers, roots }: Given = {}): Promise<Client> {
  const capabilities = { ...(answers && { elicitation: {} }), ...(roots && { roots: {} }) };
  const client = new Client({ name: 'examples', version: '1' }, { capabilities });
  let asked = 0;
  if (answers) {
    client.setRequestHandler(ElicitRequestSchema, async () => {
      const answer = answers[asked++];
      return answer ?? { action: 'decline' };
    });
  }
  if (roots) {
    const uris = roots.map((path) => ({ uri: `file://${path}` }));
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: uris }));
  }
  // Served where it lies, so its registry files go elsewhere.
  const own = { PATH: process.env['PATH'] ?? '', MCPBASH_REGISTRY_DIR: await tempFolder() };
  const args = [name];
  await client.connect(new StdioClientTransport({ command: RUN, args, env: { ...own, ...env } }));
  onTestFinished(() => client.close());
  return client;
}

function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  return client.callTool({ name, arguments: args }) as Promise<CallToolResult>;
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

async function listExamples(): Promise<string[]> {
  const entries = await readdir(EXAMPLES, { recursive: true });
  const mark = '/server.d/server.meta.json';
  return entries
    .filter((entry) => entry.endsWith(mark))
    .map((entry) => entry.slice(0, -mark.length));
}

verifies('bash-cli:examples', 'examples/run serves one of them, and lists them all', async () => {
  const client = await serve('00-hello-tool');
  expect(client.getServerVersion()).toMatchObject({ name: 'hello', version: '1.0.0' });
  expect(textOf(await call(client, 'hello', { name: 'Ann' }))).toBe('Hello, Ann!');
  const listed = spawnSync(RUN, { encoding: 'utf8' });
  expect(listed.status).toBe(2);
  const readme = await readFile(join(EXAMPLES, 'README.md'), 'utf8');
  for (const name of await listExamples()) {
    expect(listed.stderr).toContain(`  ${name}\n`);
    expect(readme).toContain(`\`${name}\``);
  }
});

test('plugboard calls them too', async () => {
  const env = { MCPBASH_REGISTRY_DIR: await tempFolder() };
  const ran = await runPlugboard(['call', './examples/bash/00-hello-tool:hello', 'name:Ann'], {
    env,
  });
  expect(ran).toEqual({ exit: 0, stdout: 'Hello, Ann!\n', stderr: '' });
});

test('every one of them is valid, strictly', async () => {
  for (const name of await listExamples()) {
    const project = join(await tempFolder(), 'project');
    await cp(join(EXAMPLES, name), project, { recursive: true });
    const args = ['validate', '--strict', '--project-root', project];
    expect(await runPlugboard(args, { program: 'mcp-bash' })).toMatchObject({ exit: 0 });
  }
});

test('01-args-and-validation: what is wrong is refused, the rest has a price', async () => {
  const client = await serve('01-args-and-validation');
  const right = await call(client, 'price', { weight_kg: 3, zone: 'near', express: true });
  expect(right.structuredContent).toEqual({ cents: 1620, zone: 'near' });
  for (const args of [{ zone: 'near' }, { weight_kg: 3, zone: 'moon' }]) {
    await expect(call(client, 'price', args)).rejects.toMatchObject({ code: -32602 });
  }
  const heavy = call(client, 'price', { weight_kg: 25, zone: 'far', express: true });
  await expect(heavy).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('express parcels weigh 20 kg at most'),
    data: { field: 'weight_kg' },
  });
});

test('02-logging-and-levels: the client chooses what it hears', async () => {
  const client = await serve('02-logging-and-levels');
  const levels: string[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    if (params.logger === 'kettle') levels.push(params.level);
  });
  await client.setLoggingLevel('warning');
  await call(client, 'boil', { celsius: 110 });
  expect(levels.splice(0)).toEqual(['warning', 'error']);
  await client.setLoggingLevel('debug');
  await call(client, 'boil');
  expect(levels).toEqual(['debug', 'info']);
});

describe('03-progress-and-cancellation', () => {
  test('tells how far it is', async () => {
    const client = await serve('03-progress-and-cancellation');
    const seen: number[] = [];
    await client.callTool(
      { name: 'count-down', arguments: { from: 4, pause_seconds: 0.1 } },
      undefined,
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    // This client drops what comes together with the answer.
    expect([0, 25, 50, 75, 100].slice(0, seen.length)).toEqual(seen);
    expect(seen.length).toBeGreaterThan(0);
  });

  test('stops when it is told to', async () => {
    const client = await serve('03-progress-and-cancellation');
    const stop = new AbortController();
    let hasBegun = false;
    const calling = client.callTool(
      { name: 'count-down', arguments: { from: 60, pause_seconds: 5 } },
      undefined,
      { signal: stop.signal, onprogress: () => (hasBegun = true) },
    );
    calling.catch(() => {});
    await waitUntil(() => hasBegun);
    stop.abort('enough');
    await expect(calling).rejects.toThrow('enough');
    expect(await client.ping()).toEqual({});
  });
});

test('04-resources-basics: a file, a template and its completion', async () => {
  const client = await serve('04-resources-basics');
  const { resources } = await client.listResources();
  expect(resources).toMatchObject([{ name: 'planting-plan', mimeType: 'text/markdown' }]);
  const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('| south | tomatoes |') });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'garden://beds/{bed}' }]);
  const bed = await client.readResource({ uri: 'garden://beds/north' });
  expect(JSON.parse((bed.contents[0] as { text: string }).text)).toMatchObject({
    crop: 'lettuce',
  });
  const missing = client.readResource({ uri: 'garden://beds/east' });
  await expect(missing).rejects.toMatchObject({ code: -32601 });
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'garden://beds/{bed}' },
    argument: { name: 'bed', value: 's' },
  });
  expect(completion.values).toEqual(['south']);
});

test('05-prompts-basics: a letter', async () => {
  const client = await serve('05-prompts-basics');
  const { messages } = await client.getPrompt({
    name: 'thank-you',
    arguments: { person: 'Ann', reason: 'the {{tone}} cake' },
  });
  expect(messages[0]?.content).toMatchObject({
    text: expect.stringMatching(
      /^Write a short letter that thanks Ann for the \{\{tone\}\} cake\.\n/u,
    ),
  });
  const incomplete = client.getPrompt({ name: 'thank-you', arguments: { person: 'Ann' } });
  await expect(incomplete).rejects.toMatchObject({ code: -32602 });
});

test('06-manual-registration: a tool and a completion found nowhere else', async () => {
  const client = await serve('06-manual-registration');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['measure-text']);
  const result = await call(client, 'measure-text', { text: 'one two\nthrée' });
  expect(result.structuredContent).toEqual({ bytes: 14, words: 3, lines: 2 });
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: 'describe-tool' },
    argument: { name: 'tool', value: '' },
  });
  expect(completion.values).toEqual(['measure-text']);
});

const yes = (content: Record<string, unknown>) => ({ action: 'accept', content }) as const;

describe('07-elicitation', () => {
  test.each<[string, Answers | undefined]>([
    ['A cup of mint tea is on its way.', [yes({ choice: 'mint' }), yes({ confirmed: true })]],
    [
      'Nothing was ordered: it was not confirmed.',
      [yes({ choice: 'mint' }), yes({ confirmed: false })],
    ],
    ['Nothing was ordered: no tea was chosen.', [undefined]],
    ['Nothing was ordered: this client cannot be asked.', undefined],
  ])('%s', async (expected, answers) => {
    const client = await serve('07-elicitation', answers ? { answers } : {});
    expect(textOf(await call(client, 'order-tea'))).toBe(expected);
  });
});

test('08-roots-basics: its own books, or those of the client, and nothing else', async () => {
  const own = await serve('08-roots-basics');
  const first = join(EXAMPLES, '08-roots-basics/books/first.txt');
  expect((await call(own, 'count-lines', { path: first })).structuredContent).toEqual({ lines: 2 });
  const refused = call(own, 'count-lines', { path: '/etc/passwd' });
  await expect(refused).rejects.toMatchObject({ code: -32602 });
  const theirs = await serve('08-roots-basics', { roots: [join(EXAMPLES, '05-prompts-basics')] });
  const elsewhere = call(theirs, 'count-lines', { path: first });
  await expect(elsewhere).rejects.toMatchObject({ code: -32602 });
});

describe('advanced/log-desk', () => {
  test('searches, sums up with the log attached, and explains', async () => {
    const client = await serve('advanced/log-desk');
    expect(client.getInstructions()).toContain('Sum up a day before searching it');
    const found = await call(client, 'search-log', { words: 'printer' });
    expect(found.structuredContent).toMatchObject({ result: { result: { length: 3 } } });
    const sum = await call(client, 'summarise-log', { day: '2026-01-31' });
    expect(sum.structuredContent).toMatchObject({ result: { info: 2, warn: 0, error: 2 } });
    expect(sum.content[1]).toMatchObject({
      type: 'resource',
      resource: { uri: 'log://2026-01-31' },
    });
    const none = await call(client, 'summarise-log', { day: '2026-02-01' });
    expect(none).toMatchObject({ isError: true });
    const { contents } = await client.readResource({ uri: 'log://2026-01-30' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('81% full') });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: 'ui://log-desk/summarise-log' }]);
    const day = { ref: { type: 'ref/resource', uri: 'log://{day}' } } as const;
    const { completion } = await client.complete({ ...day, argument: { name: 'day', value: '' } });
    expect(completion.values).toEqual(['2026-01-30', '2026-01-31']);
  });

  test('clears nothing unless the policy and the user agree', async () => {
    const copy = join(await tempFolder(), 'log-desk');
    await cp(join(EXAMPLES, 'advanced/log-desk'), copy, { recursive: true });
    const args = [
      'run-tool',
      'clear-log',
      '--project-root',
      copy,
      '--args',
      '{"day":"2026-01-31"}',
    ];
    const refused = await runPlugboard(args, { program: 'mcp-bash' });
    expect(refused).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('LOG_DESK_WRITABLE'),
    });
    const env = { LOG_DESK_WRITABLE: 'true' };
    const asked = await runPlugboard(args, { program: 'mcp-bash', env });
    expect(asked).toMatchObject({ exit: 0, stdout: expect.stringContaining('was left as it is') });
  });
});
