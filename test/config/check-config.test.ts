// The doctor's view: everything wrong or surprising in the configuration, and nothing else.
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
  expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  expect(findings.every(({ message }) => message.startsWith('also defined in'))).toBe(true);
});
