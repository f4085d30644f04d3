// What happens while the system has hardly a descriptor left: calls are refused, and nothing breaks.
import { expect, it } from 'vitest';
import { printedWithFewDescriptors } from '../support/few-descriptors.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';

it('a program is refused as long as there is no room, and started as soon as there is', async () => {
  const outcomes = (await printedWithFewDescriptors(`
    import { runChild } from './src/platform/run-child.ts';
    const options = {
      env: {}, args: ['-c', 'echo ok'], maxOutputBytes: 10, timeoutMs: 2000, signals: [],
      what: 'sh', onStderr: () => {},
    };
    const outcomes = [];
    for (let free = 0; free <= 14; free += 1) {
      takeAll();
      giveBack(free);
      const outcome = runChild('/bin/sh', options).then(({ stdout }) => String(stdout).trim());
      outcomes.push(await outcome.catch(({ code }) => code));
    }
    console.log(JSON.stringify(outcomes));
  `)) as string[];
  expect(new Set(outcomes)).toEqual(new Set(['tool_failed', 'ok']));
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['tool_failed', 'ok']);
});

it('the list stays as it was while the directory cannot be read', async () => {
  const root = await folderWith({ tool: shellTool('echo ok') });
  const program = `
    import { localContext } from './src/core/local-context.ts';
    import { openScripts } from './src/sources/scripts/open-scripts.ts';
    const source = await openScripts(process.argv[2], { cache: false });
    const names = async () => (await source.tools.list(localContext())).items.map(({ name }) => name);
    const before = await names();
    takeAll();
    const refusal = await source.tools.call('other', {}, localContext()).catch(({ code }) => code);
    const meanwhile = await names();
    giveBack(20);
    await source[Symbol.asyncDispose]();
    console.log(JSON.stringify({ before, refusal, meanwhile }));
  `;
  expect(await printedWithFewDescriptors(program, root)).toEqual({
    before: ['tool'],
    refusal: 'not_found',
    meanwhile: ['tool'],
  });
});
