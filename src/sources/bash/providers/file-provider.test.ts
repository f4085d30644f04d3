// The guard of the file provider: no spelling of a path leads out of the roots.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';
import { folderWith } from '../../../../test/support/temp-folder.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { findFile, readFileUri } from './file-provider.ts';

const SEGMENTS = [
  '..',
  '.',
  '%2e%2e',
  '..%2f',
  'root',
  'inside',
  'a.txt',
  'out',
  'secret.txt',
  '',
  '%00',
];

test('[bash-content:provider:file-roots] whatever is asked for, only files below a root are found', async () => {
  const home = await folderWith({ 'root/inside/a.txt': 'a', 'secret.txt': 'secret' });
  const root = join(home, 'root');
  await symlink(home, join(root, 'out'));
  await symlink(join(home, 'secret.txt'), join(root, 'inside/link'));
  await assert(
    asyncProperty(array(constantFrom(...SEGMENTS, 'link')), async (segments) => {
      for (const uri of [
        `file://./${segments.join('/')}`,
        `file://${root}/${segments.join('/')}`,
      ]) {
        const read = { uri, bases: [root], roots: [root], maxBytes: 100 };
        const found = await findFile(read).catch((thrown: unknown) => thrown);
        const isBelow = typeof found === 'string' && `${found}/`.startsWith(`${root}/`);
        expect(isBelow || found instanceof PlugboardError).toBe(true);
      }
    }),
  );
});

test('a device, a folder and a file that is too large are refused', async () => {
  const root = await folderWith({ 'large.txt': 'x'.repeat(101) });
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'exact.txt'), 'x'.repeat(100));
  const read = (name: string) =>
    readFileUri({ uri: `file://./${name}`, bases: [root], roots: [root], maxBytes: 100 });
  await expect(read('folder')).rejects.toMatchObject({ data: { exitCode: 3 } });
  await expect(read('large.txt')).rejects.toMatchObject({ data: { exitCode: 6 } });
  expect(await read('exact.txt')).toHaveLength(100);
  await expect(
    readFileUri({ uri: 'file:///dev/null', bases: [], roots: ['/dev'], maxBytes: 1 }),
  ).rejects.toMatchObject({ data: { exitCode: 3 } });
});
