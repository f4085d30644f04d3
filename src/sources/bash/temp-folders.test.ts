// Temporary folders are named after their owner, and say why where there can be none.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeKeptFolder, makeTempFolder } from './temp-folders.ts';

afterEach(() => vi.unstubAllEnvs());

test('their names say whose they are', async () => {
  const [ours, kept] = [makeTempFolder('calls'), makeKeptFolder('kept')];
  expect(basename(ours)).toMatch(new RegExp(`^mcp-bash-calls-\\w+-${process.pid}-\\w{6}$`, 'u'));
  expect(basename(kept)).toMatch(/^mcp-bash-kept-\w{6}$/u);
  for (const folder of [ours, kept]) {
    expect(existsSync(folder)).toBe(true);
    await rm(folder, { recursive: true });
  }
});

test('a place nobody can write to is told', () => {
  vi.stubEnv('TMPDIR', '/nonexistent/place');
  expect(() => makeTempFolder('calls')).toThrow(
    'Not allowed: /nonexistent/place cannot be written (ENOENT)',
  );
});
