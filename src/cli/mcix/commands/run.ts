// `mcix run`: serves the tools of a schema on stdio, or on HTTP, and follows its changes.
import { findSchema } from '../../../app/mci/find-schema.ts';
import { openMciFile } from '../../../app/mci/open-mci-file.ts';
import { serveHttp, serveStdio } from '../../../app/serve.ts';
import type { ToolSource } from '../../../core/tool-source.ts';
import { untilAborted } from '../../../core/until-aborted.ts';
import { staySmall } from '../../../platform/stay-small.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { announce } from '../../serve/announce.ts';
import { problemReporter } from '../../serve/problem-reporter.ts';
import { readHttpSettings } from '../../serve/read-http-settings.ts';
import { listenFlags } from '../../serve/serve-flags.ts';
import { fileFlag, filterFlag } from '../mcix-flags.ts';

export const runFlags = {
  ...fileFlag,
  ...filterFlag,
  http: { doc: 'Serve Streamable HTTP instead of stdin and stdout.' },
  ...listenFlags,
} as const satisfies FlagTable;

type RunInvocation = Invocation<typeof runFlags>;

export const run = defineCommand({
  name: 'run',
  summary: 'Serve the tools of a schema to MCP clients; changes are followed.',
  operands: [],
  flags: runFlags,
  examples: ['mcix run', 'mcix run -f other.yaml --filter tags:read', 'mcix run --http --port 0'],
  run: runServer,
});

/** stdout belongs to the protocol: whatever is said to people goes to stderr. */
export async function runServer({ options }: RunInvocation, deps: Deps): Promise<number> {
  staySmall();
  const file = await findSchema(options.file, deps.cwd);
  const { filter } = options;
  await using source = await openMciFile(file, { inherited: deps.env, ...(filter && { filter }) });
  await (options.http ? runHttp(source, options, deps) : runStdio(source, deps));
  return 0;
}

async function runStdio(source: ToolSource, deps: Deps): Promise<void> {
  await using running = await serveStdio(source, {
    input: deps.io.stdin,
    output: deps.io.stdout,
    onProblem: problemReporter(deps),
  });
  using _ = await announce({ source, endpoint: 'stdio' }, deps);
  await Promise.race([running.ended, untilAborted(deps.signal)]);
}

async function runHttp(
  source: ToolSource,
  options: RunInvocation['options'],
  deps: Deps,
): Promise<void> {
  const { http } = await readHttpSettings(options, deps.cwd);
  await using running = await serveHttp(source, { ...http, onProblem: problemReporter(deps) });
  using _ = await announce({ source, endpoint: running.url }, deps);
  await untilAborted(deps.signal);
}
