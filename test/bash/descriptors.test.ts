// What happens to a project while the system has no descriptor left: its lists stay, and come right.
import { expect, it } from 'vitest';
import { printedWithFewDescriptors } from '../support/few-descriptors.ts';
import { bashProject } from './stage.ts';

it('the lists stay while folders cannot be read, calls are refused, and all comes right', async () => {
  const root = await bashProject(
    { one: 'echo called' },
    {
      'prompts/hello.txt': 'Hello',
      'resources/note.txt': 'A note',
      'later/tool.sh': '#!/bin/bash\necho later\n',
      'later/tool.meta.json': '{"name":"later"}',
    },
  );
  const program = `
    import { renameSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    import { localContext } from './src/core/local-context.ts';
    import { openBash } from './src/sources/bash/open-bash.ts';
    const root = process.argv[2];
    const env = { PATH: process.env.PATH, HOME: '/nonexistent' };
    const source = await openBash(root, { env, watch: false });
    const call = (name) => source.tools.call(name, {}, localContext()).then(
      ({ content }) => content[0].text.trim(),
      ({ code, message }) => [code, message],
    );
    const listed = async () => {
      const lists = [source.tools.list, source.prompts.list, source.resources.list];
      const all = await Promise.all(lists.map((list) => list(localContext())));
      return [
        all.map(({ items }) => items.map(({ name }) => name).join()).join(' '),
        ...all.flatMap(({ problems }) => problems.map(({ error }) => error.message)),
      ];
    };
    const before = await listed();
    takeAll();
    renameSync(root + '/later', root + '/tools/later');
    const refused = await call('one');
    const unknown = await call('unknown');
    const meanwhile = await listed();
    const outcomes = new Set();
    for (let free = 1; free <= 14; free += 1) {
      giveBack(free);
      outcomes.add([await call('one')].flat()[0]);
      takeAll();
    }
    giveBack();
    const called = await call('one');
    while (!(await listed())[0].includes('later')) await pause(20);
    const after = await listed();
    await source[Symbol.asyncDispose]();
    const seen = { before, refused, unknown, meanwhile, called, after };
    console.log(JSON.stringify({ ...seen, outcomes: [...outcomes] }));
  `;
  expect(await printedWithFewDescriptors(program, root)).toEqual({
    before: ['one hello note'],
    refused: [
      'tool_failed',
      'Cannot call one: the system has no room for another open file (EMFILE)',
    ],
    unknown: ['not_found', "Tool 'unknown' not found. Available: one"],
    meanwhile: ['one hello note'],
    outcomes: ['tool_failed', 'called'],
    called: 'called',
    after: ['later,one hello note'],
  });
});
