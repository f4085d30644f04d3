// `plugboard serve`: shows the tools of one or more sources to MCP clients.
import { isMciFileName } from '../../app/mci/is-mci-file-name.ts';
import { openServed, type Served } from '../../app/servers/open-served.ts';
import type { Servers } from '../../app/servers/open-servers.ts';
import { scriptEnv, type ServerFacts } from '../../app/script-env.ts';
import { serveHttp, serveStdio } from '../../app/serve.ts';
import { ownProblem } from '../../config/own-problem.ts';
import type { PlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { untilAborted } from '../../core/until-aborted.ts';
import { staySmall } from '../../platform/stay-small.ts';
import { openReachable } from '../client/open-target.ts';
import { timeoutOf } from '../client/timeouts.ts';
import { unknownHere } from '../client/unknown-here.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { isPath } from '../parse-selector.ts';
import { announce } from '../serve/announce.ts';
import { problemReporter } from '../serve/problem-reporter.ts';
import { readHttpSettings } from '../serve/read-http-settings.ts';
import { serveFlags, type ServeOptions } from '../serve/serve-flags.ts';
import { unreadable } from '../unreadable.ts';

type ServeInvocation = Invocation<typeof serveFlags>;

export const serve = defineCommand({
  name: 'serve',
  summary: 'Serve the tools of one or more sources to MCP clients.',
  operands: [
    {
      name: 'source',
      doc: 'A directory as ./scripts, an MCI file, or a configured server; several are told apart by their names.',
      repeats: true,
      optional: true,
    },
  ],
  flags: serveFlags,
  examples: [
    'plugboard serve ./scripts',
    'plugboard serve ./scripts --stdio',
    'plugboard serve ./scripts ./more --port 8080 --token-file token.txt',
    'plugboard serve tools.mci.yaml linear ./scripts',
    'plugboard serve --all --stdio',
  ],
  run: runServe,
});

export async function runServe(invocation: ServeInvocation, deps: Deps): Promise<number> {
  checkGrammar(invocation);
  staySmall();
  await (invocation.options.stdio ? runStdio(invocation, deps) : runHttp(invocation, deps));
  return 0;
}

async function runHttp(invocation: ServeInvocation, deps: Deps): Promise<void> {
  const { options } = invocation;
  const { http, token = '' } = await readHttpSettings(options, deps.cwd);
  const { host, port } = options;
  let server: ServerFacts = { host, port, apiToken: token, isHttps: http.tls !== undefined };
  await using servers = await openReachable({ ...options, isWatching: true }, deps);
  await using source = await open({ invocation, servers, server: () => server }, deps);
  await using running = await serveHttp(source, {
    ...http,
    ...spellingOf(options),
    onProblem: problemReporter(deps, options),
  });
  server = { ...server, port: running.port };
  using _ = await announce({ source, endpoint: running.url }, deps);
  if (options.json) await printServed({ source, url: running.url }, deps);
  await untilAborted(deps.signal);
}

/** One line for whoever started us and waits for the address. */
async function printServed(
  { source, url }: { readonly source: ToolSource; readonly url: string },
  { io, signal }: Deps,
): Promise<void> {
  const { items, problems } = await source.tools.list(localContext({ signal }));
  const served = {
    url,
    tools: items.map(({ name }) => name),
    problems: problems.map(({ subject, error }) => ({ subject, message: error.message })),
  };
  io.stdout.write(`${JSON.stringify(served)}\n`);
}

async function runStdio(invocation: ServeInvocation, deps: Deps): Promise<void> {
  await using servers = await openReachable({ ...invocation.options, isWatching: true }, deps);
  await using source = await open({ invocation, servers, server: () => undefined }, deps);
  await using running = await serveStdio(source, {
    input: deps.io.stdin,
    output: deps.io.stdout,
    ...spellingOf(invocation.options),
    onProblem: problemReporter(deps, invocation.options),
  });
  using _ = await announce({ source, endpoint: 'stdio' }, deps);
  await Promise.race([running.ended, untilAborted(deps.signal)]);
}

interface OpenRequest {
  readonly invocation: ServeInvocation;
  readonly servers: Servers;
  /** Asked for at each run of a script: the port is known only once somebody listens. */
  readonly server: () => ServerFacts | undefined;
}

async function open({ invocation, servers, server }: OpenRequest, deps: Deps): Promise<ToolSource> {
  const { options } = invocation;
  return openServed(await readServed(invocation, servers, deps), {
    cwd: deps.cwd,
    scripts: (root) => ({
      timeoutMs: options.scriptTimeout * 1000,
      maxConcurrent: options.maxConcurrent,
      cache: !options.noCache,
      configEnv: () => scriptEnv(root, server()),
    }),
    mci: { inherited: deps.env },
    bash: { env: deps.env },
    openServer: async (name) => (await servers.open(name)).source,
    listTimeoutMs: timeoutOf('MCPLUG_LIST_TIMEOUT', deps, {}),
  });
}

function isOnDisk(word: string): boolean {
  return isPath(word) || isMciFileName(word);
}

/** What is a path is a directory or a file; anything else must be a server somebody configured. */
async function readServed(
  { options, operands }: ServeInvocation,
  servers: Servers,
  { io }: Deps,
): Promise<Served> {
  const paths = operands.filter(isOnDisk);
  const named = operands.filter((word) => !isOnDisk(word));
  if (named.length === 0 && !options.all) return { paths, serverNames: [] };
  const [known, config] = [await servers.names(), await servers.config()];
  const strange = named.find((name) => !known.includes(name));
  if (strange !== undefined) throw unknownHere(strange, config);
  if (options.all && known.length === 0 && paths.length === 0) {
    throw (
      ownProblem(config) ?? notServable('--all serves every configured server, and there is none')
    );
  }
  // Every server means those of a file that cannot be read, too.
  const problems = options.all ? config.problems : [];
  for (const { error } of problems) io.stderr.write(`! ${oneLine(error.message)}\n`);
  return { paths, serverNames: [...new Set([...named, ...(options.all ? known : [])])] };
}

function spellingOf({ toolNameSeparator }: ServeOptions) {
  return toolNameSeparator === undefined ? {} : { toolNameSeparator };
}

function checkGrammar({ options, operands }: ServeInvocation): void {
  if (options.stdio && options.http) throw notServable('--stdio and --http exclude each other');
  if (options.stdio && options.json) throw notServable('--json is for --http: stdout is taken');
  if (operands.length === 0 && !options.all)
    throw notServable('name at least one source, or --all');
}

function notServable(reason: string): PlugboardError {
  return unreadable(reason, { hint: 'Run `plugboard serve --help`' });
}
