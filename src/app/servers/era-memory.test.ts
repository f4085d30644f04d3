// What is remembered of servers across runs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEraMemory } from './era-memory.ts';

async function cacheFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'cache', 'servers.json');
}

test('is there the next time, without the names', async () => {
  const file = await cacheFile();
  const memory = openEraMemory(file);
  memory.remember('https://x/?token=secret', 'modern');
  memory.remember('other', 'sse-2024');
  await memory.settled();
  const later = openEraMemory(file);
  expect(await later.recall('https://x/?token=secret')).toBe('modern');
  expect(await later.recall('other')).toBe('sse-2024');
  expect(await later.recall('unknown')).toBeUndefined();
  expect(await readFile(file, 'utf8')).not.toContain('secret');
});

test('two at once do not lose what the other learned', async () => {
  const file = await cacheFile();
  const [one, two] = [openEraMemory(file), openEraMemory(file)];
  one.remember('a', 'legacy');
  await one.settled();
  two.remember('b', 'modern');
  await two.settled();
  const later = openEraMemory(file);
  expect([await later.recall('a'), await later.recall('b')]).toEqual(['legacy', 'modern']);
});

test('a file that is damaged or cannot be written is no error', async () => {
  const file = await cacheFile();
  const memory = openEraMemory(join(file, 'below', 'a', 'file'));
  await openEraMemory(file).recall('x');
  memory.remember('a', 'modern');
  await memory.settled();
  const damaged = join(dirname(dirname(await cacheFile())), 'servers.json');
  await writeFile(damaged, '{ nonsense');
  expect(await openEraMemory(damaged).recall('a')).toBeUndefined();
});
