// `mcp-bash debug`: serves like without a command, and writes down what is said.
import { defineCommand } from '../../define-command.ts';
import { runServer, serverFlags } from './server.ts';

const DEBUGGING = { MCPBASH_DEBUG_PAYLOADS: 'true', MCPBASH_PRESERVE_STATE: 'true' };

export const debug = defineCommand({
  name: 'debug',
  summary: 'Serve the project; messages are written to a file and the files of calls are kept.',
  operands: [],
  flags: serverFlags,
  examples: ['mcp-bash debug', 'mcp-bash debug --project-root ./project'],
  run: (invocation, deps) => runServer(invocation, { ...deps, env: { ...deps.env, ...DEBUGGING } }),
});
