// The flags of `call`, and how they are told from the arguments of the tool.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { clientFlags } from '../client/client-flags.ts';
import { timeoutFlag } from '../client/timeouts.ts';
import type { Invocation } from '../define-command.ts';
import { oneOf, type commonFlags, type FlagTable, type OptionsOf } from '../flags.ts';
import { parseOpenArgv } from '../parse-open-argv.ts';
import { RESULT_FORMATS, type ResultFormat } from './render-result.ts';

const OUTPUTS = RESULT_FORMATS.filter((format) => format !== 'pretty');

export const callFlags = {
  args: { value: 'JSON', doc: 'Arguments as one JSON object; - reads it from stdin.' },
  json: { doc: 'Print the whole result as JSON, and errors as JSON too.' },
  raw: { doc: 'Print the content as it came, without a final newline.' },
  output: {
    value: 'FORMAT',
    doc: `One of ${OUTPUTS.join(', ')}.`,
    parse: oneOf('output', OUTPUTS),
  },
  save: { value: 'DIR', doc: 'Save images, sounds and files of the result in this folder.' },
  elicit: {
    value: 'JSON',
    doc: 'Answer the forms of the server with this object.',
    parse: parseElicit,
  },
  ...timeoutFlag,
  ...clientFlags,
} as const satisfies FlagTable;

export type CallFlags = typeof callFlags;
export type CallOptions = OptionsOf<CallFlags> & OptionsOf<typeof commonFlags>;

export function parseCallArgv(argv: readonly string[]): Invocation<CallFlags> {
  return parseOpenArgv(argv, callFlags);
}

/** `--json '{…}'` hands in arguments and asks for nothing. */
export function isCallJson(argv: readonly string[]): boolean {
  try {
    const { json, output } = parseCallArgv(argv).options;
    return json || output === 'json';
  } catch {
    return argv.includes('--json') || argv.includes('--output=json');
  }
}

export function formatOf({ json, raw, output }: CallOptions): ResultFormat {
  if (json) return 'json';
  return raw ? 'raw' : (output ?? 'pretty');
}

function parseElicit(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new PlugboardError('parse_error', { what: '--elicit', reason }, { cause });
  }
  if (isJsonObject(value)) return value;
  throw new PlugboardError('parse_error', { what: '--elicit', reason: 'expected a JSON object' });
}
