// The built program `mcix`, as a process.
import { expect, test } from 'vitest';
import { spawnPlugboard } from '../support/run-plugboard.ts';
import { folderWith } from '../support/temp-folder.ts';
import { says, schema } from './stage.ts';

test('lists, and exits 2 for what it does not understand', async () => {
  const cwd = await folderWith({ 'mci.json': schema({ tools: [says('alpha')] }) });
  const listed = await spawnPlugboard(['list'], { cwd, program: 'mcix' });
  expect(listed).toMatchObject({ exit: 0, stderr: '' });
  expect(listed.stdout).toMatch(/^alpha +main$/mu);
  expect(await spawnPlugboard(['nope'], { cwd, program: 'mcix' })).toMatchObject({ exit: 2 });
});
