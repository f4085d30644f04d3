// Proves which program a command names: by a path, by PATH in its order, and never what cannot be run.
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../test/support/temp-folder.ts';
import { findCommand } from './find-command.ts';

async function stage(): Promise<string> {
  const folder = await folderWith({
    'one/tool': '',
    'two/tool': '',
    'two/other': '',
    'two/data': '',
  });
  for (const name of ['one/tool', 'two/tool', 'two/other']) await chmod(join(folder, name), 0o755);
  await mkdir(join(folder, 'one/other'));
  return folder;
}

const pathOf = (folder: string, ...names: string[]) => ({
  PATH: names.map((name) => (name === '' ? '' : join(folder, name))).join(':'),
});

test('a bare name is looked for along PATH, the first one counts', async () => {
  const cwd = await stage();
  const env = pathOf(cwd, 'one', 'two');
  expect(await findCommand('tool', { env, cwd })).toBe(join(cwd, 'one/tool'));
  expect(await findCommand('tool', { env: pathOf(cwd, 'two', 'one'), cwd })).toBe(
    join(cwd, 'two/tool'),
  );
});

test('a folder and a file that cannot be run are passed over', async () => {
  const cwd = await stage();
  const env = pathOf(cwd, 'one', 'two');
  expect(await findCommand('other', { env, cwd })).toBe(join(cwd, 'two/other'));
  expect(await findCommand('data', { env, cwd })).toBeUndefined();
});

test('a name with a separator starts at the directory, whatever PATH says', async () => {
  const cwd = await stage();
  const env = pathOf(cwd, 'two');
  expect(await findCommand('./one/tool', { env, cwd })).toBe(join(cwd, 'one/tool'));
  expect(await findCommand('one/tool', { env, cwd })).toBe(join(cwd, 'one/tool'));
  expect(await findCommand(join(cwd, 'two/tool'), { env: {}, cwd: '/' })).toBe(
    join(cwd, 'two/tool'),
  );
  expect(await findCommand('./tool', { env, cwd })).toBeUndefined();
});

test('an empty part of PATH is the directory itself', async () => {
  const cwd = await stage();
  const env = pathOf(cwd, 'nowhere', '');
  expect(await findCommand('tool', { env, cwd: join(cwd, 'one') })).toBe(join(cwd, 'one/tool'));
});

test('without PATH no bare name is found', async () => {
  const cwd = await stage();
  expect(await findCommand('sh', { env: {}, cwd })).toBeUndefined();
});
