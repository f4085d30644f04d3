// `mcp-bash` without a command: serves the project on stdio, or on HTTP, until the client is gone.
import { serveBashHttp, serveBashStdio } from '../../../app/bash/serve-bash.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { problemReporter } from '../../serve/problem-reporter.ts';
import { listenFlags } from '../../serve/serve-flags.ts';
import { findRoot, projectRootFlag } from '../project-root.ts';

export const serverFlags = {
  ...projectRootFlag,
  http: { doc: 'Serve Streamable HTTP instead of stdin and stdout.' },
  ...listenFlags,
} as const satisfies FlagTable;

type ServerInvocation = Invocation<typeof serverFlags>;

export const server = defineCommand({
  name: 'server',
  summary: 'Serve the project; what happens without a command.',
  operands: [],
  flags: serverFlags,
  examples: ['mcp-bash', 'mcp-bash --project-root ./project', 'mcp-bash server --http --port 0'],
  run: runServer,
});

const NO_PROJECT = `No MCP project found; serving the tool getting_started instead
hint: Run \`mcp-bash init\` here, or name a project with --project-root or MCPBASH_PROJECT_ROOT
`;

/** Who is started in the wrong folder by a client has a tool to show, and no dead server. */
export async function runServer(invocation: ServerInvocation, deps: Deps): Promise<number> {
  const root = findRoot(invocation.options.projectRoot, deps);
  if (root !== undefined) return serveProject(root, invocation, deps);
  const { openBootstrap } = await import('../../../app/bash/open-bootstrap.ts');
  await using bootstrap = await openBootstrap();
  deps.io.stderr.write(NO_PROJECT);
  return await serveProject(bootstrap.root, invocation, deps);
}

/** stdout belongs to the protocol: whatever is said to people goes to stderr. */
async function serveProject(
  root: string,
  { options }: ServerInvocation,
  deps: Deps,
): Promise<number> {
  const { env, signal } = deps;
  const { stdin: input, stdout: output } = deps.io;
  const onStderr = (chunk: Buffer) => void deps.io.stderr.write(chunk);
  const shared = { env, signal, onStderr, onProblem: problemReporter(deps) };
  if (options.http) {
    const { readHttpSettings } = await import('../../serve/read-http-settings.ts');
    const { http } = await readHttpSettings(options, deps.cwd);
    const onListening = (url: string) => void deps.io.stderr.write(`serving ${root} on ${url}\n`);
    await serveBashHttp(root, { ...shared, http, onListening });
  } else {
    const onPayloadLog = (file: string) =>
      void deps.io.stderr.write(`mcp-bash debug: logging to ${file}\n`);
    await serveBashStdio(root, { ...shared, input, output, onPayloadLog });
  }
  return 0;
}
