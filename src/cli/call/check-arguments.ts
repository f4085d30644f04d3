// Refuses arguments a tool does not know, and calls that lack one it needs.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { suggest } from '../suggest.ts';
import { propertiesOf } from './parse-tool-arguments.ts';

export function checkArguments(args: JsonObject, schema: JsonObject): void {
  const known = [...propertiesOf(schema).keys()];
  for (const name of Object.keys(args)) {
    if (!known.includes(name)) refuseUnknown(name, known, schema);
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = required.filter((name) => typeof name === 'string');
  const missing = names.find((name) => !Object.hasOwn(args, name));
  if (missing === undefined) return;
  const reason = `Missing required argument: ${missing}`;
  throw new PlugboardError('invalid_arguments', { reason });
}

/** A schema that is silent about other names still has a typo noticed. */
function refuseUnknown(name: string, known: readonly string[], schema: JsonObject): void {
  const meant = suggest(name, known);
  const isOpen = schema['additionalProperties'] !== false;
  if (isOpen && (schema['additionalProperties'] !== undefined || meant === undefined)) return;
  const hint = meant === undefined ? listKnown(known) : `Did you mean \`${meant}\`?`;
  throw new PlugboardError('invalid_arguments', { reason: `Unknown argument: ${name}` }, { hint });
}

function listKnown(known: readonly string[]): string {
  return known.length === 0 ? 'The tool takes no arguments' : `It takes: ${known.join(', ')}`;
}
