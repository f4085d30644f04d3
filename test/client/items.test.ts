// Resources, prompts and completions of a server, configured or not.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runPlugboard } from '../support/run-plugboard.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { fixture, fixtureLine, stage } from './stage.ts';

const MOCK = { mock: fixture('mock') };

describe('[client:resource]', () => {
  test('lists resources and templates', async () => {
    const { run, json } = await stage(MOCK);
    expect((await run(['resource', 'mock'])).stdout).toBe(
      '  mock://notes (text/plain)\n    notes - Some notes\n' +
        '  mock://picture (image/png)\n    picture\n' +
        'templates:\n  mock://notes/{id}\n    note - One note\n',
    );
    expect((await run(['resource', 'mock', '--templates'])).stdout).toBe(
      '  mock://notes/{id}\n    note - One note\n',
    );
    expect((await json(['resource', 'mock'])).value).toMatchObject({
      server: 'mock',
      resources: [{ uri: 'mock://notes' }, { uri: 'mock://picture' }],
      resourceTemplates: [{ uriTemplate: 'mock://notes/{id}' }],
    });
  });

  test('reads one', async () => {
    const { run, json } = await stage(MOCK);
    expect((await run(['resource', 'mock', 'mock://notes/7'])).stdout).toBe(
      'contents of mock://notes/7\n',
    );
    expect((await json(['resource', 'mock', 'mock://notes'])).value).toMatchObject({
      contents: [{ uri: 'mock://notes', text: 'contents of mock://notes' }],
    });
  });

  test('what is not text is named, saved, or printed as it is', async () => {
    const { run } = await stage(MOCK);
    const folder = await tempFolder();
    const picture = ['resource', 'mock', 'mock://picture'];
    expect((await run(picture)).stdout).toBe('[resource: mock://picture] 70 bytes\n');
    const saved = await run([...picture, '--save', folder]);
    expect(saved.stdout).toContain(`saved to ${join(folder, 'resource-1.png')}\n`);
    expect(await readdir(folder)).toEqual(['resource-1.png']);
    expect((await run([...picture, '--raw'])).stdout).toContain('PNG');
  });

  test('one that is not there', async () => {
    const { run, json } = await stage(MOCK);
    expect(await run(['resource', 'mock', 'other://x'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: "Resource 'other://x' not found on mock.\nhint: Run `mcplug resource mock`\n",
    });
    expect((await json(['resource', 'mock', 'other://x'])).value).toMatchObject({
      error: { code: 'not_found', server: 'mock' },
    });
  });
});

describe('[client:prompt]', () => {
  test('lists prompts', async () => {
    const { run, json } = await stage(MOCK);
    expect((await run(['prompt', 'mock'])).stdout).toBe(
      '  greet(who, tone?)\n    Greets somebody\n',
    );
    expect((await json(['prompt', 'mock'])).value).toMatchObject({
      server: 'mock',
      prompts: [{ name: 'greet' }],
    });
  });

  test('fills one in', async () => {
    const { run, json, cwd } = await stage(MOCK);
    await writeFile(join(cwd, 'tone.txt'), 'kind');
    const args = ['prompt', 'mock', 'greet', 'who:Ann', 'tone=@tone.txt'];
    expect((await run(args)).stdout).toBe('[user]\nGreet Ann (kind)\n\n[assistant]\nHello Ann\n');
    expect((await json(['prompt', 'mock', 'greet', '--who', '007'])).value).toMatchObject({
      messages: [{ role: 'user', content: { text: 'Greet 007 (plain)' } }, { role: 'assistant' }],
    });
  });

  test.each([
    [['gret'], "Prompt 'gret' not found on mock.\nhint: Did you mean `greet`?\n"],
    [['greet'], 'Missing required argument: who\n'],
    [['greet', 'wo:Ann'], 'Unknown argument: wo\nhint: Did you mean `who`?\n'],
  ])('%j is refused', async (words, stderr) => {
    const { run } = await stage(MOCK);
    expect(await run(['prompt', 'mock', ...words])).toEqual({ exit: 1, stdout: '', stderr });
  });
});

describe('[client:complete]', () => {
  test('asks how an argument goes on', async () => {
    const { run, json } = await stage(MOCK);
    expect((await run(['complete', 'mock', 'greet', 'tone:w'])).stdout).toBe('warm\nwild\n');
    expect((await run(['complete', 'mock', 'greet', 'tone'])).stdout).toBe('warm\nwild\ncold\n');
    const known = ['complete', 'mock', 'mock://notes/{id}', 'tone:w', 'who:wonder'];
    expect((await json(known)).value).toEqual({
      values: ['warm', 'wild', 'wonder'],
      total: 3,
      hasMore: false,
    });
  });

  test('wants to know what to complete', async () => {
    const { run } = await stage(MOCK);
    expect((await run(['complete', 'mock', 'greet'])).stderr).toContain(
      'Cannot parse arguments: name a prompt or a template, and the argument to complete\n',
    );
  });
});

test.each([
  [['resource', 'mock://notes'], 'contents of mock://notes\n'],
  [['prompt', 'greet', 'who:Ann'], '[user]\nGreet Ann (plain)\n\n[assistant]\nHello Ann\n'],
  [['complete', 'greet', 'tone:c'], 'cold\n'],
])('[mcplug:pattern:ad-hoc-anywhere] %j without configuration', async (words, stdout) => {
  const { run } = await stage();
  const [command = '', ...rest] = words;
  const args = [command, '--stdio', fixtureLine('mock'), ...rest];
  expect(await run(args)).toEqual({ exit: 0, stdout, stderr: '' });
});

test.each(['resource', 'prompt', 'complete'])('%s wants a server', async (command) => {
  const { run } = await stage(MOCK);
  expect((await run([command])).stderr).toBe(
    'Cannot parse arguments: name a server, or describe one with --http-url or --stdio\n',
  );
});

test('reads a resource of a project with the environment of the caller', async () => {
  const outside = await folderWith({ 'note.txt': 'kept elsewhere' });
  const project = await folderWith({
    'server.d/server.meta.json': '{"name":"notes"}',
    'resources/note.meta.json': JSON.stringify({ name: 'note', uri: `file://${outside}/note.txt` }),
  });
  const uri = `file://${outside}/note.txt`;
  const read = (env: Readonly<Record<string, string>>) =>
    runPlugboard(['resource', project, uri], { env });
  expect((await read({})).exit).toBe(1);
  expect(await read({ MCP_RESOURCES_ROOTS: outside })).toMatchObject({
    exit: 0,
    stdout: 'kept elsewhere\n',
  });
});
