// What happens to a schema while the system has no descriptor left: its tools stay, and come right.
import { expect, it } from 'vitest';
import { printedWithFewDescriptors } from '../support/few-descriptors.ts';
import { folderWith } from '../support/temp-folder.ts';

const tool = (name: string, execution: object) => ({ name, execution });
const schema = (...names: readonly string[]) =>
  JSON.stringify({
    schemaVersion: '1.0',
    tools: [
      ...names.map((name) => tool(name, { type: 'text', text: name })),
      tool('file', { type: 'file', path: 'letter.txt' }),
      tool('command', { type: 'cli', command: 'echo', args: ['printed'] }),
    ],
    toolsets: ['more'],
  });

it('the tools stay while files cannot be read, calls are refused, and all comes right', async () => {
  const toolset = { schemaVersion: '1.0', tools: [tool('more', { type: 'text', text: 'more' })] };
  const root = await folderWith({
    'tools.mci.json': schema('one'),
    'next.mci.json': schema('one', 'two'),
    'letter.txt': 'Dear Ann',
    'mci/more/more.mci.json': JSON.stringify(toolset),
  });
  const program = `
    import { renameSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    import { localContext } from './src/core/local-context.ts';
    import { openMci } from './src/sources/mci/open-mci.ts';
    const root = process.argv[2];
    const source = await openMci(root + '/tools.mci.json', {
      env: { PATH: process.env.PATH }, watch: false,
    });
    const call = (name) => source.tools.call(name, {}, localContext()).then(
      ({ content }) => content[0].text.trim(),
      ({ code, message }) => [code, message],
    );
    const listed = async () => {
      const { items, problems } = await source.tools.list(localContext());
      return [items.map(({ name }) => name).join(), ...problems.map(({ error }) => error.message)];
    };
    const before = await listed();
    takeAll();
    renameSync(root + '/next.mci.json', root + '/tools.mci.json');
    const refused = [await call('file'), await call('command'), await call('unknown')];
    const meanwhile = await listed();
    giveBack();
    const calls = [await call('one'), await call('file'), await call('command')];
    while (!(await listed())[0].includes('two')) await pause(20);
    const after = await listed();
    await source[Symbol.asyncDispose]();
    console.log(JSON.stringify({ before, refused, meanwhile, calls, after }));
  `;
  expect(await printedWithFewDescriptors(program, root)).toEqual({
    before: ['one,file,command,more'],
    refused: [
      ['tool_failed', 'Cannot read file: letter.txt (EMFILE)'],
      ['tool_failed', 'Cannot start echo: the system has no room for another process (EMFILE)'],
      ['not_found', "Tool 'unknown' not found. Available: one, file, command, more"],
    ],
    meanwhile: ['one,file,command,more'],
    calls: ['one', 'Dear Ann', 'printed'],
    after: ['one,two,file,command,more'],
  });
});
