// The short way and the parser agree wherever the short way answers, and it answers what is usual.
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TRIAL_FLAGS as flags } from '../../test/support/trial-flags.ts';
import { runFlags } from './mcix/commands/run.ts';
import { serverFlags } from './mcp-bash/commands/server.ts';
import { parseArgv } from './parse-argv.ts';
import { parsePlainArgv } from './parse-plain-argv.ts';
import { serveFlags } from './serve/serve-flags.ts';

const about = { name: 'try', summary: '', examples: [] };
const thing = { name: 'thing', doc: '' };
const OPERANDS = [
  [],
  [thing],
  [{ ...thing, optional: true }],
  [thing, { name: 'more', doc: '', repeats: true, optional: true }],
] as const;

const word = fc.oneof(
  fc.constantFrom('--quick', '--count', '--max-size', '--tag', '--verbose', '--no-cache', '-q'),
  fc.constantFrom('--count=4', '--count=12', '--tag=a=b', '--max-size=', '--quick=yes', '--', '-'),
  fc.constantFrom('--nope', '--Count', '--toString', 'x', '', '7', '-5', 'ä b', '--help'),
);

test('both read the same', () => {
  const cases = fc.tuple(fc.constantFrom(...OPERANDS), fc.array(word, { maxLength: 6 }));
  const agree = fc.property(cases, ([operands, argv]) => {
    const command = { ...about, operands, flags };
    const plain = parsePlainArgv(command, argv);
    return plain === undefined || isDeepStrictEqual(plain, parseArgv(command, argv));
  });
  expect(fc.check(agree, { numRuns: 3000 })).toMatchObject({ failed: false });
});

describe('reads without the parser', () => {
  test.each([
    [[]],
    [['--quick']],
    [['--count', '4', 'x', '--tag', 'a', '--tag=b']],
    [['x', '--max-size', '10 MB', '--verbose']],
    [['--count', '4', '--count=5']],
  ])('%j', (argv) => {
    const command = { ...about, operands: [{ ...thing, optional: true as const }], flags };
    expect(parsePlainArgv(command, argv)).toEqual(parseArgv(command, argv));
  });

  test.each([
    ['server', serverFlags],
    ['run', runFlags],
    ['serve', serveFlags],
  ])('an empty command line of %s', (name, own) => {
    const command = { ...about, name, operands: [], flags: own };
    expect(parsePlainArgv(command, [])).toEqual(parseArgv(command, []));
  });
});
