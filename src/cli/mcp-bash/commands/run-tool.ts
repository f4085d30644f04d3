// `mcp-bash run-tool`: calls one tool of the project and prints what a client would get.
import { resolve } from 'node:path';
import { planTool, runTool, type RunToolOptions } from '../../../app/bash/run-tool.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { MAX_TIMER_MS } from '../../../core/max-timer.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import { wholeNumber, type FlagTable } from '../../flags.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

const MAX_SECS = Math.floor(MAX_TIMER_MS / 1000);

export const runToolFlags = {
  args: { value: 'JSON', default: '{}', doc: 'The arguments.', parse: parseArgs },
  roots: { value: 'PATHS', doc: 'The roots of the call, with commas.' },
  'dry-run': { doc: 'Say what would be run, and run nothing.' },
  timeout: {
    value: 'SECS',
    doc: 'End the tool after this many seconds.',
    parse: wholeNumber('timeout', { min: 1, max: MAX_SECS }),
  },
  verbose: { doc: 'Show stderr, logs and progress of the tool while it runs.' },
  'no-refresh': { doc: 'Take the registry files as they are.' },
  minimal: { doc: 'Run the tool in minimal mode.' },
  ...projectRootFlag,
  'print-env': { doc: 'Print the environment the tool would get, and run nothing.' },
  'allow-self': { doc: 'Allow this tool, whatever the allowlist says.' },
  allow: { value: 'TOOL', repeats: true, doc: 'Allow this tool too.' },
  'allow-all': { doc: 'Allow every tool.' },
  'with-server-env': { doc: 'Give the tool what server.d/env.sh sets.' },
  source: { value: 'FILE', repeats: true, doc: 'Give the tool what this shell file sets.' },
} as const satisfies FlagTable;

type RunToolInvocation = Invocation<typeof runToolFlags>;

export const runToolCommand = defineCommand({
  name: 'run-tool',
  summary: 'Run a single tool without starting the server.',
  operands: [{ name: 'name', doc: 'The tool.' }],
  flags: runToolFlags,
  examples: [
    `mcp-bash run-tool hello --args '{"name":"Ann"}'`,
    'mcp-bash run-tool hello --dry-run',
    'mcp-bash run-tool hello --with-server-env --verbose',
  ],
  run: runRunTool,
});

/** A tool that failed has a result all the same; only a protocol error is a failure of the command. */
export async function runRunTool(invocation: RunToolInvocation, deps: Deps): Promise<number> {
  const { options } = invocation;
  const request = toRequest(invocation, deps);
  const print = (value: unknown) => void deps.io.stdout.write(`${JSON.stringify(value)}\n`);
  if (options.dryRun || options.printEnv) return printPlan(request, options.printEnv, deps);
  const outcome = await runTool(request);
  if ('result' in outcome) {
    print(outcome.result);
    return 0;
  }
  print({ _mcpToolError: true, ...outcome.error });
  if (outcome.isBlocked) {
    deps.io.stderr.write(`hint: Try: mcp-bash run-tool ${request.name} --allow-self ...\n`);
  }
  return 1;
}

async function printPlan(request: RunToolOptions, isEnv: boolean, { io }: Deps): Promise<number> {
  const plan = await planTool(request);
  const { mode, source } = plan.policy;
  if (isEnv) io.stderr.write(`MCPBASH_TOOL_ENV_MODE is ${mode} (${source})\n`);
  const lines = isEnv
    ? Object.entries(plan.environment)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
    : [
        `Tool: ${plan.tool}`,
        `Args: ${Buffer.byteLength(request.argsText)} bytes`,
        `Roots: ${plan.rootsCount}`,
        `Timeout: ${plan.timeoutSecs}s`,
        'Status: Ready (dry run, nothing was started)',
      ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function toRequest({ options, operands }: RunToolInvocation, deps: Deps): RunToolOptions {
  const [name = ''] = operands;
  const { io, env, cwd, signal } = deps;
  const allowed = allowedBy(options, name);
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  return {
    projectRoot: projectRootOf(options.projectRoot, deps),
    name,
    args: options.args.values,
    argsText: options.args.text,
    env,
    signal,
    isStatic: options.noRefresh,
    isMinimal: options.minimal,
    hasServerEnv: options.withServerEnv,
    sourced: options.source.map((file) => resolve(cwd, file)),
    ...(allowed.length > 0 && { allowed }),
    ...(options.roots !== undefined && { roots: options.roots.split(',').filter(Boolean) }),
    ...(options.timeout !== undefined && { timeoutSecs: options.timeout }),
    ...(options.verbose && {
      onStderr: (chunk: Buffer) => void io.stderr.write(chunk),
      onLog: (level: string, data: JsonValue) => say(`${level} ${JSON.stringify(data)}`),
      onProgress: (update: object) => say(`progress ${JSON.stringify(update)}`),
    }),
  };
}

function allowedBy(options: RunToolInvocation['options'], name: string): readonly string[] {
  if (options.allowAll) return ['*'];
  return [...(options.allowSelf ? [name] : []), ...options.allow];
}

interface GivenArguments {
  readonly values: JsonObject;
  readonly text: string;
}

function parseArgs(text: string): GivenArguments {
  let args: JsonValue | undefined;
  try {
    args = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw unreadable((cause as Error).message);
  }
  if (!isJsonObject(args)) throw unreadable('expected a JSON object');
  return { values: args, text };
}

function unreadable(reason: string): PlugboardError {
  return new PlugboardError('parse_error', { what: '--args', reason });
}
