// The built program `mcix`, as a process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type * as library from '../../src/index.ts';
import { spawnPlugboard } from '../support/run-plugboard.ts';
import { folderWith } from '../support/temp-folder.ts';
import { says, schema } from './stage.ts';

const LIBRARY = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;

test('lists, and exits 2 for what it does not understand', async () => {
  const cwd = await folderWith({ 'mci.json': schema({ tools: [says('alpha')] }) });
  const listed = await spawnPlugboard(['list'], { cwd, program: 'mcix' });
  expect(listed).toMatchObject({ exit: 0, stderr: '' });
  expect(listed.stdout).toMatch(/^alpha +main$/mu);
  expect(await spawnPlugboard(['nope'], { cwd, program: 'mcix' })).toMatchObject({ exit: 2 });
});

test.each([
  ['mci.json', schema({ tools: [says('alpha')] })],
  ['mci.yaml', 'schemaVersion: "1.0"\ntools: [{name: alpha, execution: {type: text, text: hi}}]\n'],
])('the built library opens %s', async (name, text) => {
  const cwd = await folderWith({ [name]: text });
  const { openMci, localContext } = (await import(LIBRARY)) as typeof library;
  await using source = await openMci(join(cwd, name), { watch: false });
  const { items } = await source.tools.list(localContext());
  expect(items.map((tool) => tool.name)).toEqual(['alpha']);
});
