// Logs keep order, turn over when they are long, and never fail whoever writes.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from './log-file.ts';

function tempFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'logs', 'daemon.log');
}

test('lines come in order, for the user alone', async () => {
  const file = tempFile();
  const log = openLogFile(file);
  for (let line = 0; line < 100; line += 1) log.write(`${line}\n`);
  await log.flushed();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toEqual(Array.from({ length: 100 }, (_, line) => String(line)));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a long file makes room and stays beside the new one', async () => {
  const file = tempFile();
  const log = openLogFile(file);
  log.write('first\n');
  await log.flushed();
  writeFileSync(file, 'x'.repeat(2 * 1024 * 1024));
  log.write('second\n');
  await log.flushed();
  expect(readFileSync(file, 'utf8')).toBe('second\n');
  expect(statSync(`${file}.1`).size).toBe(2 * 1024 * 1024);
});

test('a place that cannot be written disturbs nobody', async () => {
  const log = openLogFile('/dev/null/daemon.log');
  log.write('lost\n');
  await expect(log.flushed()).resolves.toBeUndefined();
});
