// Runs a tool under `bash -x`, its trace in a file of its own, for whoever looks for a mistake.
import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import type { BashProject } from '../bash-project.ts';
import type { CallFolder } from './call-folder.ts';
import type { ProjectScript } from './run-project-script.ts';

export type ScriptStart = Pick<ProjectScript, 'path' | 'env' | 'isExecutable' | 'args'>;

const DEFAULT_PS4 = '+ ${BASH_SOURCE[0]##*/}:${LINENO}: ';
/** Descriptor 9 keeps the trace out of stderr; bash takes no PS4 from the environment of root. */
const TRACED =
  'exec 9>>"$MCPBASH_TRACE_FILE"; BASH_XTRACEFD=9; PS4=$MCPBASH_TRACE_PS4; set -x; . "$0"';

/** The last step a traced tool took; its trace is cut to the size it may have. */
export function endTrace({ settings }: BashProject, folder: CallFolder): string | undefined {
  if (!settings.traceTools) return undefined;
  const file = folder.file('trace');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const step = lastLine(file, size);
  if (size > settings.traceMaxBytes) truncateSync(file, settings.traceMaxBytes);
  return step;
}

const TAIL_BYTES = 4096;

function lastLine(file: string, size: number): string | undefined {
  if (size === 0) return undefined;
  const from = Math.max(0, size - TAIL_BYTES);
  return part(file, from).trimEnd().split('\n').at(-1);
}

function part(file: string, from: number): string {
  const bytes = Buffer.alloc(TAIL_BYTES);
  const fd = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, TAIL_BYTES, from));
  } finally {
    closeSync(fd);
  }
}

/** What bash would read; other languages have no steps to show. */
function isShellScript({ path, isExecutable = false }: ScriptStart): boolean {
  const [first = ''] = part(path, 0).split('\n', 1);
  return first.startsWith('#!')
    ? /\b(?:ba)?sh\b/u.test(first)
    : !isExecutable || /\.(?:ba)?sh$/u.test(path);
}

/** The script as it is, unless the project is set to trace and bash can. */
export function traced(
  start: ScriptStart,
  { settings }: BashProject,
  folder: CallFolder,
): ScriptStart {
  if (!settings.traceTools || !isShellScript(start)) return start;
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
