// The short way and the parser agree about an empty command line.
import { expect, test } from 'vitest';
import { bareOptions } from './bare-options.ts';
import { runFlags } from './mcix/commands/run.ts';
import { serverFlags } from './mcp-bash/commands/server.ts';
import { parseArgv } from './parse-argv.ts';
import { serveFlags } from './serve/serve-flags.ts';

test.each([
  ['server', serverFlags],
  ['run', runFlags],
  ['serve', serveFlags],
])('for %s', (name, flags) => {
  const command = { name, summary: '', operands: [], flags, examples: [] };
  expect(bareOptions(flags)).toEqual(parseArgv(command, []).options);
});
