// `mcp-bash registry status|refresh`: what the registry files say, and writing them anew.
import { refreshRegistry, registryStatus } from '../../../app/bash/registry-report.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { lineLog } from '../../../platform/log.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { toJsonText } from '../../to-json-text.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const registryFlags = {
  ...projectRootFlag,
  filter: {
    value: 'PATH',
    doc: 'refresh: look below this path only; default $MCPBASH_REGISTRY_REFRESH_PATH.',
  },
  quiet: { doc: 'refresh: print nothing.' },
  'no-notify': { doc: 'refresh: tell nobody; a command of its own never does.' },
} as const satisfies FlagTable;

export const registry = defineCommand({
  name: 'registry',
  summary: 'Show the registry files of the project, or write them anew.',
  operands: [{ name: 'action', doc: '`status` or `refresh`.' }],
  flags: registryFlags,
  examples: ['mcp-bash registry status', 'mcp-bash registry refresh --filter tools/notes'],
  run: runRegistry,
});

type RegistryInvocation = Invocation<typeof registryFlags>;

const ACTIONS: Readonly<
  Record<string, (options: RegistryInvocation['options'], deps: Deps) => Promise<number>>
> = { status: runStatus, refresh: runRefresh };

export async function runRegistry(
  { options, operands }: RegistryInvocation,
  deps: Deps,
): Promise<number> {
  const [action = ''] = operands;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (run) return run(options, deps);
  const reason = `expected status or refresh, got '${action}'`;
  throw new PlugboardError('parse_error', { what: 'registry', reason });
}

async function runStatus(
  { projectRoot }: RegistryInvocation['options'],
  deps: Deps,
): Promise<number> {
  const status = await registryStatus(projectRootOf(projectRoot, deps), deps.env);
  deps.io.stdout.write(toJsonText(status));
  return 0;
}

async function runRefresh(
  { projectRoot, filter, quiet }: RegistryInvocation['options'],
  deps: Deps,
): Promise<number> {
  const { io, env } = deps;
  const threshold = quiet ? 'off' : 'warn';
  const outcome = await refreshRegistry(projectRootOf(projectRoot, deps), {
    env,
    log: lineLog(io.stderr, { format: 'words', threshold, now: Date.now }),
    ...(filter !== undefined && { filter }),
  });
  if (!quiet) io.stdout.write(toJsonText(outcome));
  return outcome.tools.status === 'failed' ? 1 : 0;
}
