// What the daemon understands beside MCP: the extra methods, what they carry, and how a request is made.
import type { JsonObject } from '../core/json.ts';
import { BUILD } from '../core/version.ts';
import { META } from '../mcp/wire/meta-keys.ts';
import { LATEST_MODERN } from '../mcp/wire/revisions.ts';

export const METHODS = {
  /** Runs a command line with the servers that are kept warm. */
  run: 'plugboard/run',
  /** More of the input of a command line that is running. */
  input: 'plugboard/input',
  /** From now on the connection speaks to one server. */
  attach: 'plugboard/attach',
  status: 'plugboard/status',
  stop: 'plugboard/stop',
} as const;

/** What log messages of a run are: the loggers of `notifications/message`. */
export const LOGGERS = {
  /** The command line reached a server: nobody may run it again. */
  accepted: 'accepted',
  /** The command reads its input. */
  stdin: 'stdin',
  stderr: 'stderr',
} as const;

/** How long somebody who asked to stop waits for calls in flight. */
export const STOP_GRACE_MS = 5_000;

/** What a daemon of another build answers before it makes room. */
export function isHandOver(result: JsonObject): boolean {
  return result['handOver'] === true;
}

/** A request of the modern era describes itself. */
export function describedParams(params: JsonObject): JsonObject {
  return {
    ...params,
    _meta: {
      [META.protocolVersion]: LATEST_MODERN.id,
      [META.clientCapabilities]: {},
      [META.clientInfo]: { name: 'plugboard', version: BUILD },
    },
  };
}
