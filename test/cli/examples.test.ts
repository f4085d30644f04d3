// The example tools do what they say, in this process and over the wire.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { mcpPost } from '../support/mcp-post.ts';
import { runPlugboard, startPlugboard } from '../support/run-plugboard.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugboard-test-'));
});
beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', home);
  vi.stubEnv('XDG_STATE_HOME', home);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const call = async (tool: string, ...args: string[]) =>
  (await runPlugboard(['call', `./examples/scripts:${tool}`, ...args])).stdout;

describe('examples/scripts', () => {
  test.each([
    ['hello', [], 'Hello, World!\n'],
    ['greet', ['name:Ann', 'style:formal'], 'Good day, Ann.\n'],
    ['math/add', ['a:2', 'b:3'], '5\n'],
    ['math/add', ['a:1234567', 'b:0.25'], '1234567.25\n'],
    ['text/slug', ['title=Crème brûlée, again'], 'creme-brulee-again\n'],
    ['text/slug', ['title=a b c', 'separator=_', 'max_length:3'], 'a_b\n'],
    [
      'text/word-count',
      ['text=to be or not to be'],
      '{"words": 6, "top": {"be": 2, "to": 2, "not": 1}}\n',
    ],
  ])('%s %j', async (tool, args, stdout) => {
    expect(await call(tool, ...args)).toBe(stdout);
  });

  test('counter remembers, and shows what as a resource', async () => {
    expect(await call('counter')).toBe('1\n');
    expect(await call('counter', 'by:41')).toBe('42\n');
    const running = startPlugboard(['serve', './examples/scripts', '--port', '0']);
    onTestFinished(async () => {
      running.interrupt();
      await running.ended;
    });
    await running.until('tools: ');
    const url = /http:\S+/u.exec(running.stderr())?.[0] ?? '';
    const read = { method: 'resources/read', params: { uri: 'mcpd://counter/state' } };
    const { result = {} } = await mcpPost(url, read);
    const [contents] = result['contents'] as { text: string }[];
    expect(JSON.parse(contents?.text ?? '')).toEqual({ count: 42 });
  });

  test('have no faults', async () => {
    const { exit, stdout } = await runPlugboard(['validate', './examples/scripts', '--json']);
    expect(exit).toBe(0);
    const { findings } = JSON.parse(stdout) as { findings: { severity: string }[] };
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });
});
