// `mcp-bash health` and `ready`: one line of JSON for whoever watches over the server.
import { checkHealth, type HealthReport } from '../../../app/bash/check-health.ts';
import { toPlugboardError } from '../../../core/errors.ts';
import type { Command } from '../../command.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import { wholeNumber, type FlagTable } from '../../flags.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

const MAX_SECS = 86_400;

export const healthFlags = {
  ...projectRootFlag,
  timeout: {
    value: 'SECS',
    default: 5,
    doc: 'Not ready after this time is not ready.',
    parse: wholeNumber('timeout', { min: 1, max: MAX_SECS }),
  },
} as const satisfies FlagTable;

const EXITS = { ok: 0, unhealthy: 1, misconfigured: 2 } as const;

function healthCommand(name: 'health' | 'ready'): Command {
  return defineCommand({
    name,
    summary: 'Say whether the project can be served: status 0, 1 (not now) or 2 (not at all).',
    operands: [],
    flags: healthFlags,
    examples: [`mcp-bash ${name}`, `mcp-bash ${name} --project-root ./notes --timeout 2`],
    run: runHealth,
  });
}

export const health = healthCommand('health');
export const ready = healthCommand('ready');

export async function runHealth(
  { options }: Invocation<typeof healthFlags>,
  deps: Deps,
): Promise<number> {
  const { io, env, signal } = deps;
  let report: HealthReport;
  try {
    const projectRoot = projectRootOf(options.projectRoot, deps);
    report = await checkHealth({ projectRoot, env, signal, timeoutMs: options.timeout * 1000 });
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    io.stdout.write(`${JSON.stringify({ status: 'unhealthy' })}\n`);
    io.stderr.write(`${error.message}\n`);
    return EXITS.misconfigured;
  }
  io.stdout.write(`${JSON.stringify(report.health)}\n`);
  io.stderr.write(report.problems.map((problem) => `${problem}\n`).join(''));
  return report.isMisconfigured ? EXITS.misconfigured : EXITS[report.health.status];
}
