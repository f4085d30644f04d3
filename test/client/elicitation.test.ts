// What a server asks while it works: answered on a terminal or from a flag, declined elsewhere.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { fixture, stage } from './stage.ts';

const MOCK = { mock: fixture('mock') };

async function answered(lines: readonly string[], mode = 'form', env = {}) {
  const { run } = await stage(MOCK);
  const stdin = lines.map((line) => `${line}\n`).join('');
  const { stdout, stderr } = await run(['mock.ask', `mode:${mode}`, '--raw'], {
    isTty: true,
    stdin,
    env: { NO_COLOR: '1', ...env },
  });
  return { answer: JSON.parse(stdout) as unknown, stderr };
}

test('[client:elicitation:declined] without a terminal', async () => {
  const { run } = await stage(MOCK);
  expect((await run(['mock.ask', '--raw'])).stdout).toBe('{"action":"decline"}');
  expect((await run(['mock.ask', 'mode:url', '--raw'])).stdout).toBe('{"action":"decline"}');
});

test('[client:elicitation:flag] the flag answers, with what was asked for and nothing else', async () => {
  const { run } = await stage(MOCK);
  const flag = ['--elicit', '{"name":"Ann","color":"red","secret":"no"}'];
  const { stdout } = await run(['mock.ask', ...flag, '--raw']);
  expect(JSON.parse(stdout)).toEqual({
    action: 'accept',
    content: { name: 'Ann', color: 'red', member: false },
  });
  expect((await run(['mock.ask', '--elicit', '[1]'])).stderr).toBe(
    'Cannot parse --elicit: expected a JSON object\n',
  );
});

test('[client:elicitation:terminal] every kind of field is asked, and asked again', async () => {
  const { answer, stderr } = await answered(['', 'Ann', '0', '42', 'yes', 'blue', '2', 'tea, 2']);
  expect(answer).toEqual({
    action: 'accept',
    content: { name: 'Ann', age: 42, member: true, color: 'green', likes: ['tea', 'milk'] },
  });
  expect(stderr).toContain('mock asks: Who are you?\n');
  expect(stderr).toContain('Your name: ');
  expect(stderr).toContain('age (optional): ');
  expect(stderr).toContain('  At least 1, please.\n');
  expect(stderr).toContain('member (yes/no, default false): ');
  expect(stderr).toContain('  1) red\n  2) green\n');
  expect(stderr).toContain('  That does not fit.\n');
  expect(stderr).toContain('likes (several, with commas, optional): ');
});

test('[client:elicitation:terminal] defaults and what is optional can be left out', async () => {
  const { answer } = await answered(['y', 'Ann', '', '', 'red', '']);
  expect(answer).toEqual({
    action: 'accept',
    content: { name: 'Ann', member: false, color: 'red' },
  });
});

test('[client:elicitation:terminal] a no is a no, and the end of the input cancels', async () => {
  expect((await answered(['n'])).answer).toEqual({ action: 'decline' });
  expect((await answered(['y', 'Ann'])).answer).toEqual({ action: 'cancel' });
  expect((await answered([])).answer).toEqual({ action: 'cancel' });
});

test('[client:elicitation:url] an address is shown and opened only after a yes', async () => {
  const { cwd } = await stage();
  const browser = join(cwd, 'browser');
  const opened = () => readFile(join(cwd, 'opened'), 'utf8').catch(() => '');
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > '${join(cwd, 'opened')}'\n`);
  await chmod(browser, 0o755);
  const env = { BROWSER: browser };
  const refused = await answered([''], 'url', env);
  expect(refused.answer).toEqual({ action: 'decline' });
  expect(refused.stderr).toContain(
    '  https://login.example/x?a=b&c=d\nOpen login.example in the browser? [y/N] ',
  );
  expect(await opened()).toBe('');
  expect((await answered(['y'], 'url', env)).answer).toEqual({ action: 'accept' });
  await waitUntil(async () => (await opened()) === 'https://login.example/x?a=b&c=d');
});

test('a server that wants an address visited first has it named', async () => {
  const { run, json } = await stage(MOCK);
  expect(await run(['mock.ask', 'mode:refused'])).toEqual({
    exit: 1,
    stdout: '',
    stderr:
      'Log in first\nhint: Open https://login.example/x?a=b&c=d in a browser, then call it again\n',
  });
  expect((await json(['mock.ask', 'mode:refused'])).value).toMatchObject({
    error: { server: 'mock', tool: 'ask', hint: expect.stringContaining('login.example') },
  });
});

test('folders of ours are not told', async () => {
  expect((await answered([], 'roots')).answer).toEqual({ roots: [] });
});
