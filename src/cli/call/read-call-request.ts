// What one `call` asks for: a selector, and arguments in whatever form they were written.
import { readNamedFile } from '../../app/locate.ts';
import type { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Deps } from '../deps.ts';
import { readStdin } from '../io.ts';
import { unreadable } from '../unreadable.ts';
import type { CallOptions } from './call-flags.ts';
import {
  isCallExpression,
  parseCallExpression,
  type CallExpression,
} from './parse-call-expression.ts';
import { parseToolArguments } from './parse-tool-arguments.ts';
import { typeCallExpression } from './type-call-expression.ts';

export interface CallRequest {
  /** The server and the tool, or the path and the tool. */
  readonly selector: string;
  /** The arguments as the schema wants them; it must have no references left. */
  argumentsFor(schema: JsonObject): Promise<JsonObject>;
}

export async function readCallRequest(
  options: Pick<CallOptions, 'args'>,
  operands: readonly string[],
  deps: Deps,
): Promise<CallRequest> {
  const [first, ...words] = operands;
  if (first === undefined || first.startsWith('--')) throw noSelector();
  const expression: CallExpression = isCallExpression(first)
    ? parseCallExpression(first)
    : { selector: first, named: [], positional: [] };
  const given = await readGiven(options.args, deps);
  return {
    selector: expression.selector,
    argumentsFor: async (schema) => ({
      ...given,
      ...typeCallExpression(expression, schema),
      ...(await parseToolArguments(words, schema, {
        readFile: (path) => readNamedFile(path, deps.cwd),
      })),
    }),
  };
}

async function readGiven(text: string | undefined, { io }: Deps): Promise<JsonObject> {
  if (text === undefined) return {};
  const json = text === '-' ? await readStdin(io) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw unreadable(`--args is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw unreadable('--args must be a JSON object');
}

function noSelector(): PlugboardError {
  return unreadable('the first one must name the tool', {
    hint: 'For example `plugboard call server.tool name:value` or `./scripts:greet`',
  });
}
