// A flag table is all the parser needs.
import { describe, expect, test } from 'vitest';
import { TRIAL_FLAGS as flags } from '../../test/support/trial-flags.ts';
import { parseArgv, renderHelp } from './parse-argv.ts';

const command = {
  name: 'try',
  summary: 'Try something.',
  operands: [{ name: 'thing', doc: 'Things.', repeats: true }] as const,
  flags,
  examples: ['plugboard try x'],
};

describe('parseArgv', () => {
  test('gives every flag a value', () => {
    expect(parseArgv(command, ['a'])).toEqual({
      operands: ['a'],
      options: {
        quick: false,
        noCache: false,
        count: 3,
        maxSize: undefined,
        tag: [],
        verbose: false,
      },
    });
  });

  test('reads them wherever they stand', () => {
    const argv = ['--quick', 'a', '--no-cache', '--count=5', '--tag', 'x', 'b', '--tag', 'y'];
    expect(parseArgv(command, [...argv, '--max-size', '-1', '--verbose'])).toEqual({
      operands: ['a', 'b'],
      options: {
        quick: true,
        noCache: true,
        count: 5,
        maxSize: '-1',
        tag: ['x', 'y'],
        verbose: true,
      },
    });
  });

  test('remembers nothing from one command line to the next', () => {
    parseArgv(command, ['a', '--tag', 'x']);
    expect(parseArgv(command, ['a']).options['tag']).toEqual([]);
  });

  test.each([
    [['a', '--count', '10'], "Cannot parse --count: expected a whole number from 0 to 9, got '10'"],
    [
      ['a', '--count', '1.5'],
      "Cannot parse --count: expected a whole number from 0 to 9, got '1.5'",
    ],
    [['a', '--quik'], "Cannot parse arguments: unknown option '--quik' (Did you mean --quick?)"],
    [[], "Cannot parse arguments: missing required argument 'thing'"],
  ])('%j is refused', (argv, message) => {
    expect(() => parseArgv(command, argv)).toThrow(message);
  });
});

test('renderHelp shows the table', () => {
  expect(renderHelp(command)).toMatchInlineSnapshot(`
    "Usage: plugboard try [options] <thing...>

    Try something.

    Arguments:
      thing           Things.

    Options:
      --quick         A switch.
      --no-cache      A switch that denies.
      --count <N>     A number. (default: 3)
      --max-size <S>  A text.
      --tag <T>       Texts.
      --verbose       Show the cause of an internal error.
      --help          Show this help.

    Examples:
      plugboard try x
    "
  `);
});
