// `plugboard serve`: shows the tools of one or more sources to MCP clients.
import { openSources } from '../../app/open-sources.ts';
import { scriptEnv, type ServerFacts } from '../../app/script-env.ts';
import { serveHttp, serveStdio } from '../../app/serve.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { isPath } from '../parse-selector.ts';
import { renderCause } from '../report-error.ts';
import { announce } from '../serve/announce.ts';
import { readHttpSettings } from '../serve/read-http-settings.ts';
import { serveFlags, type ServeOptions } from '../serve/serve-flags.ts';

type ServeInvocation = Invocation<typeof serveFlags>;

export const serve = defineCommand({
  name: 'serve',
  summary: 'Serve the tools of one or more sources to MCP clients.',
  operands: [
    {
      name: 'source',
      doc: 'A directory of executables, as ./scripts; several are told apart by their names.',
      repeats: true,
      optional: true,
    },
  ],
  flags: serveFlags,
  examples: [
    'plugboard serve ./scripts',
    'plugboard serve ./scripts --stdio',
    'plugboard serve ./scripts ./more --port 8080 --token-file token.txt',
  ],
  run: runServe,
});

export async function runServe(invocation: ServeInvocation, deps: Deps): Promise<number> {
  checkGrammar(invocation);
  await (invocation.options.stdio ? runStdio(invocation, deps) : runHttp(invocation, deps));
  return 0;
}

async function runHttp(invocation: ServeInvocation, deps: Deps): Promise<void> {
  const { options } = invocation;
  const { http, token = '' } = await readHttpSettings(options, deps.cwd);
  const { host, port } = options;
  let server: ServerFacts = { host, port, apiToken: token, isHttps: http.tls !== undefined };
  await using source = await openServed(invocation, deps, () => server);
  await using running = await serveHttp(source, {
    ...http,
    ...spellingOf(options),
    onProblem: problemReporter(invocation, deps),
  });
  server = { ...server, port: running.port };
  using _ = await announce({ source, endpoint: running.url }, deps);
  await untilAborted(deps.signal);
}

async function runStdio(invocation: ServeInvocation, deps: Deps): Promise<void> {
  await using source = await openServed(invocation, deps, () => undefined);
  await using running = await serveStdio(source, {
    input: deps.io.stdin,
    output: deps.io.stdout,
    ...spellingOf(invocation.options),
    onProblem: problemReporter(invocation, deps),
  });
  using _ = await announce({ source, endpoint: 'stdio' }, deps);
  await Promise.race([running.ended, untilAborted(deps.signal)]);
}

/** The server is asked for at each run of a script: its port is known only once it listens. */
function openServed(
  { options, operands }: ServeInvocation,
  { cwd }: Deps,
  server: () => ServerFacts | undefined,
): Promise<ToolSource> {
  return openSources(operands, {
    cwd,
    scripts: (root) => ({
      timeoutMs: options.scriptTimeout * 1000,
      maxConcurrent: options.maxConcurrent,
      cache: !options.noCache,
      configEnv: () => scriptEnv(root, server()),
    }),
  });
}

function spellingOf({ toolNameSeparator }: ServeOptions) {
  return toolNameSeparator === undefined ? {} : { toolNameSeparator };
}

/** What clients are not told; the operator sees it, with `--verbose` to the last line. */
function problemReporter({ options }: ServeInvocation, { io }: Deps) {
  return (message: string, cause?: unknown) => {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    io.stderr.write(`! ${oneLine(message + reason)}\n`);
    if (options.verbose) io.stderr.write(renderCause(cause));
  };
}

function checkGrammar({ options, operands }: ServeInvocation): void {
  if (options.stdio && options.http) throw unreadable('--stdio and --http exclude each other');
  if (options.all) {
    throw new PlugboardError(
      'not_supported',
      { source: 'plugboard serve', what: '--all' },
      { hint: 'Servers cannot be configured yet; name directories, as in `./scripts`' },
    );
  }
  if (operands.length === 0) throw unreadable('name at least one source');
  const server = operands.find((text) => !isPath(text));
  if (server === undefined) return;
  throw new PlugboardError(
    'not_found',
    { kind: 'server', name: server },
    { hint: `A directory is named by its path, as in \`./${server}\`` },
  );
}

function unreadable(reason: string): PlugboardError {
  return new PlugboardError(
    'parse_error',
    { what: 'arguments', reason },
    { hint: 'Run `plugboard serve --help`' },
  );
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
