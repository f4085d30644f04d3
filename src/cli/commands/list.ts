// `plugboard list`: shows the configured servers and how they are, or the tools of one of them.
import type { Servers } from '../../app/servers/open-servers.ts';
import type { ConfiguredServer } from '../../config/found-entry.ts';
import { ownProblem } from '../../config/own-problem.ts';
import { clientFlags } from '../client/client-flags.ts';
import { findNamed } from '../client/find-named.ts';
import { toListJson, toServerJson } from '../client/list-json.ts';
import { lookAtServer, type ServerLook } from '../client/look-at-server.ts';
import { isAdHoc, openReachable, refuseLooseFlags } from '../client/open-target.ts';
import { progressLine } from '../client/progress-line.ts';
import { renderServers, renderTools } from '../client/render-list.ts';
import { askTarget, openTarget } from '../client/target.ts';
import { readTimeoutMs, timeoutFlag } from '../client/timeouts.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';
import { paletteFor } from '../palette.ts';
import { isPath, parseServerSelector } from '../parse-selector.ts';
import { toJsonText } from '../to-json-text.ts';

export const listFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
  'all-parameters': { doc: 'Show optional parameters however many there are.' },
  ...timeoutFlag,
  ...clientFlags,
} as const satisfies FlagTable;

type ListInvocation = Invocation<typeof listFlags>;

export const list = defineCommand({
  name: 'list',
  summary: 'Show the configured servers, or the tools of one.',
  operands: [
    {
      name: 'server',
      doc: 'A configured server, one tool of it as server.tool, an address, or a directory as ./scripts; without it all servers.',
      optional: true,
    },
  ],
  flags: listFlags,
  examples: [
    'plugboard list',
    'plugboard list linear --all-parameters',
    'plugboard list --http-url https://mcp.example.com/mcp',
    `plugboard list --stdio 'npx -y some-server' --json`,
  ],
  run: runList,
});

export async function runList(invocation: ListInvocation, deps: Deps): Promise<number> {
  const isOne = invocation.operands.length > 0 || isAdHoc(invocation.options);
  return isOne ? listOne(invocation, deps) : listAll(invocation, deps);
}

async function listOne(invocation: ListInvocation, deps: Deps): Promise<number> {
  const startedMs = Date.now();
  const { options } = invocation;
  const { operands, tool } = await toolApart(invocation, deps);
  await using target = await openTarget(
    { options, operands, isDescribed: true, variable: 'MCPLUG_LIST_TIMEOUT' },
    deps,
  );
  const { name, source, definition } = target;
  const { items, problems } = await askTarget(target, (ctx) => source.tools.list(ctx), deps);
  await target.persist();
  const shownBy = `plugboard list ${name}`;
  const tools =
    tool === undefined
      ? items
      : [findNamed(items, { kind: 'tool', name: tool, server: name, shownBy })];
  const look: ServerLook = {
    name,
    status: 'ok',
    durationMs: Date.now() - startedMs,
    ...(definition && { definition }),
    info: source.info,
    tools,
  };
  const { stdout, stderr } = deps.io;
  const style = { palette: paletteFor(stdout, deps.env), isComplete: options.allParameters };
  stdout.write(options.json ? toJsonText(toServerJson(look)) : renderTools(tools, style));
  for (const { subject, error } of problems)
    stderr.write(`! ${subject}: ${oneLine(error.message)}\n`);
  if (items.length === 0 && !options.json) stderr.write(`${name} has no tools.\n`);
  await rememberTools([{ ...look, tools: items }]);
  return 0;
}

interface Wanted {
  readonly operands: readonly string[];
  readonly tool?: string;
}

/** `server.tool` is that tool alone; the name of a server may have dots of its own. */
async function toolApart({ options, operands }: ListInvocation, deps: Deps): Promise<Wanted> {
  const [word = '', ...rest] = operands;
  const isName = !isAdHoc(options) && !isPath(word) && !/^https?:\/\//u.test(word);
  if (!isName || !word.includes('.')) return { operands };
  await using servers = await openReachable(options, deps);
  const names = await servers.names();
  const isTool = names.some((name) => word.startsWith(`${name}.`) && word !== `${name}.`);
  if (names.includes(word) || !isTool) return { operands };
  const { server, tool } = parseServerSelector(word, names);
  return { operands: [server, ...rest], tool };
}

/** What can be listed is; a file of ours that cannot be read is an error all the same. */
async function listAll({ options }: ListInvocation, deps: Deps): Promise<number> {
  refuseLooseFlags(options);
  // What is wrong with the variable is no fault of the servers.
  readTimeoutMs(deps.env, 'MCPLUG_LIST_TIMEOUT');
  await using servers = await openReachable(options, deps);
  const config = await servers.config();
  const { problems } = config;
  const looks = await lookAtAll(servers, options.timeout, deps);
  const { stdout, stderr } = deps.io;
  for (const { error } of problems) stderr.write(`! ${oneLine(error.message)}\n`);
  if (options.json) stdout.write(toJsonText(toListJson(looks, problems)));
  else if (looks.length === 0) stderr.write('No servers configured.\n');
  else stdout.write(renderServers(looks, paletteFor(stdout, deps.env)));
  await rememberTools(looks);
  return ownProblem(config) ? 1 : 0;
}

/** All at once: the slowest decides how long it takes. */
async function lookAtAll(
  servers: Servers,
  timeoutMs: number | undefined,
  deps: Deps,
): Promise<readonly ServerLook[]> {
  const names = await servers.names();
  const { servers: configured } = await servers.config();
  using line = progressLine(deps.io);
  let done = 0;
  const show = () => line.show(`asking ${names.length} servers, ${done} answered`);
  show();
  return await Promise.all(
    names.map(async (name) => {
      const open = () => servers.open(name, { isDescribed: true });
      const look = await lookAtServer({ name, open, timeoutMs }, deps);
      done += 1;
      show();
      return { ...whatIsWritten(configured.get(name)), ...look };
    }),
  );
}

/** What is known of a server whatever becomes of it. */
function whatIsWritten(server: ConfiguredServer | undefined): Partial<ServerLook> {
  if (!server) return {};
  const { origin, declared } = server;
  return { origin, ...(declared && { definition: declared.definition }) };
}

/** Shell completion knows what was seen last. */
async function rememberTools(looks: readonly ServerLook[]): Promise<void> {
  const { rememberToolNames } = await import('../../app/servers/tool-names.ts');
  await rememberToolNames(
    looks.flatMap(({ definition, status, tools }) =>
      definition && status === 'ok'
        ? [{ origin: definition.origin, name: definition.name, tools }]
        : [],
    ),
  );
}
