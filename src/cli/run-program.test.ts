// What the frame around every command adds to it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/support/temp-folder.ts';
import type { Command } from './command.ts';
import { openOwnServers } from './open-own-servers.ts';
import { runProgram } from './run-program.ts';

/** A command that fails in a way that repeats what its server was given. */
const telltale: Command = {
  name: 'telltale',
  summary: '',
  operands: [],
  flags: {},
  examples: [],
  isJsonWanted: () => false,
  execute: async (_, { cwd, env, home, openServers }) => {
    await using servers = await openServers({ cwd, env, home });
    const { transport } = (await servers.open('far')).definition;
    throw new TypeError(`cannot send ${JSON.stringify(transport)}`);
  },
};

test('--verbose tells the cause of an error without the secrets of the server', async () => {
  const cwd = await tempFolder();
  await mkdir(join(cwd, 'config'));
  const far = { baseUrl: 'https://far.example/mcp', headers: { 'X-Key': '${FAR}-hush' } };
  await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify({ mcpServers: { far } }));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const program = { name: 'plugboard', summary: '', commands: { telltale: async () => telltale } };
  const exit = await runProgram(program, ['telltale', '--verbose'], {
    io: { stdin: new PassThrough(), stdout, stderr },
    cwd,
    home: cwd,
    env: { FAR: 'very' },
    signal: new AbortController().signal,
    openServers: openOwnServers,
  });
  expect(exit).toBe(1);
  const said = String(stderr.read());
  expect(said).toContain(
    'cause: TypeError: cannot send {"kind":"http","url":"https://far.example/',
  );
  expect(said).toContain('"X-Key":"***"');
  expect(said).not.toContain('hush');
});
