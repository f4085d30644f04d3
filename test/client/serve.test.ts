// `serve` with configured servers: one as it is, several side by side, a bad one beside good ones.
import { describe, expect, test } from 'vitest';
import { HttpSseTransport, createRuntime } from '../../src/index.ts';
import type { Running } from '../support/run-plugboard.ts';
import { fixture, stage } from './stage.ts';

async function addressOf(running: Running): Promise<string> {
  await running.until('tool');
  const [address] = /http:\/\/\S+/u.exec(running.stderr()) ?? [];
  if (address === undefined) throw new Error(running.stderr());
  return address;
}

describe('[client:serve:servers]', () => {
  test('one server as it is', async () => {
    const { start } = await stage({ mock: fixture('mock') });
    const running = start(['serve', 'mock', '--port', '0']);
    await using client = new HttpSseTransport({ url: await addressOf(running) });
    expect((await client.callTool('add', { a: 1, b: 2 })).text()).toBe('3');
    await client.close();
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 0, stdout: '' });
  });

  test('[client:serve:one-failing] all of them, names made unique, with resources and prompts', async () => {
    const { start } = await stage({
      mock: fixture('mock'),
      other: fixture('only-2024-11-05'),
      bad: { command: './nowhere' },
      unset: { command: '${NOT_SET_ANYWHERE}' },
      silent: fixture('silent'),
    });
    const running = start(['serve', '--all', '--port', '0'], {
      env: { MCPLUG_LIST_TIMEOUT: '1500' },
    });
    const baseUrl = await addressOf(running);
    const said = running.stderr();
    expect(said).toContain('16 tools: mock__add,');
    expect(said).toContain('! bad: Cannot connect to bad: ./nowhere was not found (ENOENT)\n');
    expect(said).toContain('! silent: Timeout after 1.5s calling silent\n');
    expect(said).toContain("! unset: Environment variable 'NOT_SET_ANYWHERE' is not set");
    await using runtime = await createRuntime({ servers: { all: { baseUrl } } });
    expect((await runtime.callTool('all', 'mock__echo', { input: 'x' })).text()).toBe('x');
    expect((await runtime.callTool('all', 'other__year')).text()).toBe('2024');
    expect((await runtime.listPrompts('all')).map(({ name }) => name)).toEqual(['mock__greet']);
    expect(await runtime.readResource('all', 'mock://notes')).toMatchObject({
      contents: [{ text: 'contents of mock://notes' }],
    });
    await runtime.close();
    running.interrupt();
    await running.ended;
  });

  test('[mcplug:pattern:json-everywhere] --json prints where it is, in one line', async () => {
    const { start, run } = await stage({ mock: fixture('mock'), bad: { command: './nowhere' } });
    const running = start(['serve', 'mock', 'bad', '--port', '0', '--json']);
    await running.until('"problems"');
    expect(JSON.parse(running.stdout())).toMatchObject({
      url: expect.stringMatching(/^http:/u),
      tools: expect.arrayContaining(['mock__add']),
      problems: [{ subject: 'bad' }],
    });
    running.interrupt();
    await running.ended;
    const refused = await run(['serve', 'mock', '--stdio', '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'parse_error' } });
  });

  test('a directory beside a server', async () => {
    const { start } = await stage({ mock: fixture('mock') });
    const running = start(['serve', `${process.cwd()}/examples/scripts`, 'mock', '--port', '0']);
    await using client = new HttpSseTransport({ url: await addressOf(running) });
    expect((await client.callTool('scripts__hello')).text()).toContain('Hello');
    expect((await client.callTool('mock__counter')).text()).toBe('1');
    await client.close();
    running.interrupt();
    await running.ended;
  });

  test.each([
    [['serve', 'nope'], "Server 'nope' not found. Available: mock\n"],
    [['serve', 'mok', 'mock'], 'hint: Did you mean `mock`?\n'],
    [['serve'], 'Cannot parse arguments: name at least one source, or --all\n'],
  ])('%j is refused', async (args, said) => {
    const { run } = await stage({ mock: fixture('mock') });
    const { exit, stderr } = await run(args);
    expect(exit).toBe(1);
    expect(stderr).toContain(said);
  });

  test('--all without servers is refused', async () => {
    const { run } = await stage();
    expect((await run(['serve', '--all'])).stderr).toContain('and there is none\n');
  });
});
