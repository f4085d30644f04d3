// `mcp-bash config`: what to put into the settings of a client.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CLIENT_NAMES,
  CLIENTS,
  describeServer,
  renderDescriptor,
  renderEveryClient,
  renderInspector,
  renderWrapper,
  type Descriptor,
} from '../../../app/bash/client-config.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import { oneOf, type FlagTable } from '../../flags.ts';
import { isTerminal } from '../../io.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const configFlags = {
  ...projectRootFlag,
  show: { doc: 'For every client; what happens without a flag.' },
  json: { doc: 'As one JSON object: name, command, args, env.' },
  client: {
    value: 'NAME',
    doc: `For one client: ${CLIENT_NAMES.join(', ')}.`,
    parse: oneOf('client', CLIENT_NAMES),
  },
  wrapper: { doc: 'A script that starts the server; a terminal gets it as the file NAME.sh.' },
  'wrapper-env': { doc: 'The same, and it reads the profile of your login shell first.' },
  inspector: { doc: 'The command line that opens the project in the MCP Inspector.' },
} as const satisfies FlagTable;

type ConfigInvocation = Invocation<typeof configFlags>;

export const config = defineCommand({
  name: 'config',
  summary: 'Print what a client needs to start this project.',
  operands: [],
  flags: configFlags,
  examples: [
    'mcp-bash config --client claude-desktop',
    'mcp-bash config --json',
    'mcp-bash config --wrapper > notes.sh',
  ],
  // What goes wrong is said in words: stdout belongs to the settings.
  isJsonWanted: () => false,
  run: runConfig,
});

export async function runConfig({ options }: ConfigInvocation, deps: Deps): Promise<number> {
  const server = describeServer(projectRootOf(options.projectRoot, deps), deps.env);
  if (options.wrapper || options.wrapperEnv) {
    return handOutWrapper(server, { hasProfile: options.wrapperEnv }, deps);
  }
  deps.io.stdout.write(rendered(server, options));
  return 0;
}

function rendered(server: Descriptor, options: ConfigInvocation['options']): string {
  if (options.json) return renderDescriptor(server);
  if (options.client) return CLIENTS[options.client].render(server);
  return options.inspector ? renderInspector(server) : renderEveryClient(server);
}

const EXECUTABLE = 0o755;

/** A pipe gets the text; somebody at a terminal gets the file. */
async function handOutWrapper(
  server: Descriptor,
  kind: { readonly hasProfile: boolean },
  { io, cwd }: Deps,
): Promise<number> {
  const text = renderWrapper(server, kind);
  if (!isTerminal(io.stdout)) {
    io.stdout.write(text);
    return 0;
  }
  const name = `${server.name.replaceAll(/[^\w.-]+/gu, '-')}.sh`;
  const file = join(cwd, name);
  await writeFile(file, text, { flag: 'wx' }).catch((cause: unknown) => {
    const hint = 'Remove it first, or send the script elsewhere with > FILE';
    throw new PlugboardError(
      'forbidden',
      { what: name, reason: 'already exists' },
      { hint, cause },
    );
  });
  await chmod(file, EXECUTABLE);
  io.stdout.write(`Wrote ${file}\n`);
  return 0;
}
