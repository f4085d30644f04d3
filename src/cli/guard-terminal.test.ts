// What a guarded terminal shows of what is written to it.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { bareStream, guardTerminal } from './guard-terminal.ts';

function terminal() {
  const screen = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
  const pipe = new PassThrough({ encoding: 'utf8' });
  const guarded = guardTerminal({ stdin: new PassThrough(), stdout: screen, stderr: pipe });
  return { ...guarded, pipe, read: () => String(screen.read() ?? ''), screen };
}

test.each([
  ['plain text\n\tand tabs', 'plain text\n\tand tabs'],
  ['windows\r\nlines', 'windows\r\nlines'],
  ['over\rwritten', String.raw`over\u000dwritten`],
  ['\u001B[2J\u009B1m\u0007\u007F', String.raw`\u001b[2J\u009b1m\u0007\u007f`],
  ['\u001B[31mred\u001B[39m', '\u001B[31mred\u001B[39m'],
  ['\u001B[31mred', '\u001B[31mred\u001B[22;39m'],
  ['\u001B[8mhidden', String.raw`\u001b[8mhidden`],
])('%j is shown as %j', (written, shown) => {
  const { stdout, read } = terminal();
  stdout.write(written);
  expect(read()).toBe(shown);
});

test('bytes are text, however they are cut', () => {
  const { stdout, read } = terminal();
  const bytes = Buffer.from('é\u001B');
  for (const byte of bytes) stdout.write(Buffer.of(byte));
  expect(read()).toBe(String.raw`é\u001b`);
});

test('chained calls do not lead around the guard', () => {
  const { stdout, read } = terminal();
  stdout.on('error', () => {}).write('\u001B');
  expect(read()).toBe(String.raw`\u001b`);
});

test('what is no terminal is handed on as it is, and a terminal has its bare stream', () => {
  const { stdout, stderr, pipe, screen } = terminal();
  expect(stderr).toBe(pipe);
  expect(bareStream(stdout)).toBe(screen);
  expect(bareStream(pipe)).toBe(pipe);
  expect(stdout).toMatchObject({ isTTY: true, columns: 80 });
});
