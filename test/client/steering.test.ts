// What a hostile server says cannot steer a terminal, and reaches a pipe as it is.
import { describe, expect, test } from 'vitest';
import { fixture, stage } from './stage.ts';

/** What the server of the fixture puts everywhere. */
const STEERING = '\u001B]52;c;aGk=\u0007\u001B[2J\r\u009B2J\u007F';
const SHOWN = String.raw`\u001b]52;c;aGk=\u0007\u001b[2J\u000d\u009b2J\u007f`;
const AT_TERMINAL = { isTty: true, env: { NO_COLOR: '1' } };

/** Our own line of progress, and plain colours. */
const HARMLESS = ['\r\u001B[K', '\u001B[31m', '\u001B[22;39m'];

function steeringIn(screen: string): readonly string[] {
  const rest = HARMLESS.reduce((text, part) => text.replaceAll(part, ''), screen);
  return rest.match(/(?![\n\t])\p{Cc}/gu) ?? [];
}

describe('at a terminal', () => {
  test.each([
    [['list']],
    [['list', 'hostile']],
    [['list', 'hostile', '--json']],
    [['hostile.say']],
    [['hostile.say', '--raw']],
    [['hostile.say', '--json']],
    [['hostile.say', '--output', 'markdown']],
    [['hostile.fail']],
    [['hostile.refuse']],
    [['hostile.refuse', '--json']],
    [['hostile.refuse', '--verbose']],
  ])('%j steers nothing', async (args) => {
    const { run } = await stage({ hostile: fixture('steering') });
    const { stdout, stderr } = await run(args, AT_TERMINAL);
    expect(steeringIn(stdout)).toEqual([]);
    expect(steeringIn(stderr)).toEqual([]);
    expect(stdout + stderr).toMatch(/hostile|say|\tc|\\tc/u);
  });

  test('control characters of an error and of a log are shown', async () => {
    const { run } = await stage({ hostile: fixture('steering') });
    const { stderr } = await run(['hostile.refuse'], AT_TERMINAL);
    expect(stderr).toContain(`a${SHOWN}b\tc`);
    expect(stderr).toContain(`error log${SHOWN}\n`);
  });

  test('a form steers nothing either', async () => {
    const { run } = await stage({ hostile: fixture('steering') });
    const { stdout, stderr } = await run(['hostile.ask'], { ...AT_TERMINAL, stdin: 'y\nAnn\n' });
    expect(stderr).toContain('hostile asks: Hello');
    expect(stderr).toContain('Who?');
    expect(steeringIn(stderr)).toEqual([]);
    expect(stdout).toBe('accept\n');
  });

  test('sequences in a result are left out, other control characters are shown', async () => {
    const { run } = await stage({ hostile: fixture('steering') });
    const { stdout } = await run(['hostile.say'], AT_TERMINAL);
    expect(stdout).toBe(String.raw`a\u000d\u007fb` + '\tc\n');
  });

  test('JSON stays what it was', async () => {
    const { run } = await stage({ hostile: fixture('steering') });
    const { stdout } = await run(['hostile.say', '--json'], AT_TERMINAL);
    const { content } = JSON.parse(stdout) as { content: unknown };
    expect(content).toEqual([{ type: 'text', text: `\u001B[31ma${STEERING}b\tc` }]);
  });
});

test.each([
  ['hostile.say', '--raw'],
  ['hostile.say', '--output', 'text'],
])('a pipe gets every byte of %s %s', async (...args) => {
  const { run } = await stage({ hostile: fixture('steering') });
  const { stdout } = await run(args);
  expect(stdout.trimEnd()).toBe(`\u001B[31ma${STEERING}b\tc`);
});
