// A command line is cut into the words a shell would make of it.
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { splitCommand } from './split-command.ts';

const POSIX = { hasBackslashPaths: false };
const WINDOWS = { hasBackslashPaths: true };

test.each([
  ['npx -y some-server', ['npx', '-y', 'some-server']],
  ['  node   a.js\t--x  ', ['node', 'a.js', '--x']],
  [`sh -c 'echo "hi there"'`, ['sh', '-c', 'echo "hi there"']],
  ['"/my programs/node" a\\ b', ['/my programs/node', 'a b']],
  ['a "b \\"c\\" \\n"', ['a', 'b "c" \\n']],
  [`--name=it's`, [`--name=it's`]],
  [`pre'fix 'post`, ['prefix post']],
  [`x "" ''`, ['x', '', '']],
  ['tail \\', ['tail', '\\']],
  ['', []],
])('%j', (text, words) => {
  expect(splitCommand(text, POSIX)).toEqual(words);
});

test.each([
  ['C:\\tools\\node.exe C:\\a.js', ['C:\\tools\\node.exe', 'C:\\a.js']],
  ['"C:\\Program Files\\node.exe" -v', ['C:\\Program Files\\node.exe', '-v']],
])('on Windows: %j', (text, words) => {
  expect(splitCommand(text, WINDOWS)).toEqual(words);
});

test('words put in quotes come out as they went in', () => {
  assert(
    property(array(string()), (words) => {
      const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
      expect(splitCommand(quoted.join(' '), POSIX)).toEqual(words);
    }),
  );
});
