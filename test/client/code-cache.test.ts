// The code V8 made of the program is kept between calls: for its user alone, and never trusted blindly.
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnPlugboard } from '../support/run-plugboard.ts';
import { fixture, stage } from './stage.ts';

const DONE = { exit: 0, stdout: '5\n', stderr: '' };

async function project() {
  const { cwd, home } = await stage({ mock: fixture('mock') });
  const folder = join(home, '.cache', 'plugboard', 'code');
  const call = () =>
    spawnPlugboard(['call', 'mock.add', 'a:2', 'b:3'], { cwd, home, program: 'mcplug' });
  /** The one file there is. */
  const kept = async () => {
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    return join(folder, name);
  };
  return { call, folder, kept };
}

test('a call keeps it, and the next one uses it as it is', async () => {
  const { call, folder, kept } = await project();
  expect(await call()).toEqual(DONE);
  const { ino, mode } = await stat(await kept());
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await call()).toEqual(DONE);
  expect((await stat(await kept())).ino).toBe(ino);
});

test('what is damaged is made anew', async () => {
  const { call, kept } = await project();
  await call();
  const file = await kept();
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, 1000));
  expect(await call()).toEqual(DONE);
  expect((await stat(await kept())).size).toBeGreaterThan(whole.length / 2);
  await writeFile(await kept(), 'nothing V8 ever wrote');
  expect(await call()).toEqual(DONE);
});

test('what belongs to another user is not run', async ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('only root can give files away');
  const { call, kept } = await project();
  await call();
  const file = await kept();
  await chown(file, 1, 1);
  expect(await call()).toEqual(DONE);
  return expect((await stat(await kept())).uid).toBe(0);
});
