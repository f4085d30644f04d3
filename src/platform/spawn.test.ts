// Proves how programs are started where the system alone cannot start them.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { endGroup, findStarter, spawnGroup } from './spawn.ts';

const env = { PATH: '/usr/bin:/bin' };

test('nothing is put between us and the system where it needs nothing', async () => {
  expect(await findStarter('linux')).toBeUndefined();
  expect(await findStarter('darwin')).toBeUndefined();
});

test('what starts programs on Windows hands arguments, pipes and environment on', async () => {
  const start = await findStarter('win32');
  expect(start).toBeTypeOf('function');
  const script = 'process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.X]))';
  const args = ['-e', script, 'two words', '"quoted"', '%PATH%'];
  const child = spawnGroup(process.execPath, {
    args,
    env: { ...env, X: '1' },
    stdin: 'pipe',
    start,
  });
  const ended = once(child, 'exit');
  expect(JSON.parse(await text(child.stdout ?? Readable.from([])))).toEqual([args.slice(2), '1']);
  await ended;
  endGroup(child);
});
