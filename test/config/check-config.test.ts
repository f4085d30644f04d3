// The doctor's view: everything wrong or surprising in the configuration, and nothing else.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { fakeMachine, fixtureMachine, servers } from './fake-machine.ts';

test('a configuration in order has no findings', async () => {
  const machine = await fakeMachine({
    'project/config/mcplug.json': servers({ x: { command: 'a' } }),
    'project/.vscode/mcp.json': { servers: { y: { command: '${input:asked}', type: 'stdio' } } },
  });
  expect(await checkConfig(await machine.load(), { env: {} })).toEqual([]);
});

test('files, entries, variables, unknown words and shadows are found', async () => {
  const machine = await fakeMachine({
    'project/config/mcplug.json': servers({
      unset: { command: '${NONE}' },
      wrong: { args: [] },
      typo: { command: 'a', lifecylce: 'keep-alive' },
      off: { command: '${NONE}', enabled: false },
    }),
    'home/.mcplug/mcplug.json': servers({ typo: { command: 'b' } }),
    'home/.mcporter/mcporter.json': '{',
  });
  const file = join(machine.project, 'config/mcplug.json');
  const lower = join(machine.home, '.mcplug/mcplug.json');
  const broken = join(machine.home, '.mcporter/mcporter.json');
  const findings = await checkConfig(await machine.load(), { env: {} });
  expect(findings.map(({ level, server, message }) => [level, server, message])).toEqual([
    ['error', undefined, expect.stringContaining(`Error in config ${broken}: Invalid JSON`)],
    ['error', 'unset', `Environment variable 'NONE' is not set (referenced in ${file})`],
    ['error', 'wrong', expect.stringContaining("server 'wrong': needs baseUrl")],
    ['notice', 'typo', "'lifecylce' means nothing here"],
    ['notice', 'typo', `also defined in ${lower}, which is not used`],
  ]);
});

test('a program or a folder that is not there is found before anybody starts it', async () => {
  const machine = await fakeMachine({
    'project/config/mcplug.json': servers({
      gone: { command: 'no-such-program' },
      here: { command: './run' },
      lost: { command: 'sh', cwd: './nowhere' },
      shell: { command: 'sh', args: ['-c', 'x'] },
    }),
    'project/config/run': '',
  });
  await chmod(join(machine.project, 'config/run'), 0o755);
  const folder = join(machine.project, 'config/nowhere');
  const findings = await checkConfig(await machine.load(), { env: { PATH: process.env['PATH'] } });
  expect(findings.map(({ level, server, message }) => [level, server, message])).toEqual([
    ['error', 'gone', 'no-such-program was not found'],
    ['error', 'lost', `its folder ${folder} does not exist`],
  ]);
});

test('the words of editors are not complained about', async () => {
  const findings = await checkConfig(await fixtureMachine().load(), {
    env: {
      NOTES_TOKEN: 'a',
      CURSOR_KEY: 'b',
      CURSOR_SECRET: 'c',
      CODEX_TOKEN: 'd',
      CODEX_TEAM: 'e',
    },
  });
  // Folders that the files of the fixtures only speak of.
  const rest = findings.filter(({ message }) => !/^its folder .* does not exist$/u.test(message));
  expect(rest.filter(({ level }) => level === 'error')).toEqual([]);
  expect(rest.every(({ message }) => message.startsWith('also defined in'))).toBe(true);
});
