// Runs a tool under `bash -x`, its trace in a file of its own, for whoever looks for a mistake.
import { statSync, truncateSync } from 'node:fs';
import type { BashProject } from '../bash-project.ts';
import type { CallFolder } from './call-folder.ts';
import type { ProjectScript } from './run-project-script.ts';

export type ScriptStart = Pick<ProjectScript, 'path' | 'env' | 'isExecutable' | 'args'>;

const DEFAULT_PS4 = '+ ${BASH_SOURCE[0]##*/}:${LINENO}: ';
/** Descriptor 9 keeps the trace out of stderr; bash takes no PS4 from the environment of root. */
const TRACED =
  'exec 9>>"$MCPBASH_TRACE_FILE"; BASH_XTRACEFD=9; PS4=$MCPBASH_TRACE_PS4; set -x; . "$0"';

/** Cuts a trace to the size it may have. */
export function boundTrace({ settings }: BashProject, folder: CallFolder): void {
  if (!settings.traceTools) return;
  const file = folder.file('trace');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > settings.traceMaxBytes) truncateSync(file, settings.traceMaxBytes);
}

/** The script as it is, unless the project is set to trace. */
export function traced(
  start: ScriptStart,
  { settings }: BashProject,
  folder: CallFolder,
): ScriptStart {
  if (!settings.traceTools) return start;
  return {
    path: 'bash',
    isExecutable: true,
    args: ['-c', TRACED, start.path],
    env: {
      ...start.env,
      MCPBASH_TRACE_PS4: settings.tracePs4 ?? DEFAULT_PS4,
      MCPBASH_TRACE_FILE: folder.file('trace'),
    },
  };
}
