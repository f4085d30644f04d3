// The reference pages say what the tables say.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';

test('docs/ was generated from the tables as they are', async () => {
  const args = ['scripts/generate-docs.mjs', '--check'];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(stderr).toBe('');
});
