// The state of scripts as resources: listed, read with `--state`, and subscribed to.
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ReadResult } from '../../core/result.ts';
import { toProtocolError } from '../../mcp/wire/to-protocol-error.ts';
import { timeLeftMs } from './call.ts';
import { toExit } from './exit-meaning.ts';
import { parseJson } from './parse-json.ts';
import { SCRIPT_LIMITS } from './limits.ts';
import type { RunScript } from './run-script.ts';
import { stateUri, type Script } from './script.ts';
import { stderrLog } from './stderr-log.ts';

const STATE_TIMEOUT_MS = SCRIPT_LIMITS.stateMs.value;

export interface StateRead {
  readonly script: Script;
  readonly run: RunScript;
  readonly maxOutputBytes: number;
  readonly closing: AbortSignal;
}

/** JSON is handed on as it was printed; other text is text. */
export async function readState(read: StateRead, ctx: CallContext): Promise<ReadResult> {
  const { name } = read.script.file;
  const text = await printedState(read, ctx).catch((thrown: unknown) => {
    throw toProtocolError(thrown);
  });
  const mimeType = 'value' in parseJson(text) ? 'application/json' : 'text/plain';
  return { contents: [{ uri: stateUri(name), mimeType, text }] };
}

async function printedState(read: StateRead, ctx: CallContext): Promise<string> {
  const { name, path } = read.script.file;
  const log = stderrLog({ ctx, toolName: name, maxOutputBytes: read.maxOutputBytes });
  const end = await read.run(path, {
    args: ['--state'],
    what: `${name} --state`,
    timeoutMs: timeLeftMs(STATE_TIMEOUT_MS, ctx.deadlineMs),
    maxOutputBytes: read.maxOutputBytes,
    signals: [ctx.signal, read.closing],
    onStderr: log.push,
  });
  log.end();
  const exit = toExit(end);
  if (exit.code === 0) return end.stdout.toString().trim();
  const said = log.tail() === '' ? '' : `: ${log.tail()}`;
  throw new PlugboardError('tool_failed', { output: `${name} --state: ${exit.words}${said}` });
}

/** The script whose state a URI names, spelled as listed or with blanks and the like left as they are. */
export function findByUri(scripts: ReadonlyMap<string, Script>, uri: string): Script | undefined {
  const [, name] = /^mcpd:\/\/(.+)\/state$/su.exec(uri) ?? [];
  if (name === undefined) return undefined;
  const script = scripts.get(name) ?? scripts.get(decoded(name));
  return script?.resource && script;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
