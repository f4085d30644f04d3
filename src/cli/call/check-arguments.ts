// Refuses arguments a tool does not know, values it does not list, and calls that lack what it needs.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { asText } from '../as-text.ts';
import { suggest } from '../suggest.ts';
import { itemsOf, propertiesOf, requiredOf } from './schema-view.ts';

export function checkArguments(args: JsonObject, schema: JsonObject): void {
  const known = [...propertiesOf(schema).keys()];
  for (const name of Object.keys(args)) {
    if (!known.includes(name)) refuseUnknown(name, known, schema);
  }
  checkObject(args, schema, '');
}

/** A schema that is silent about other names still has a typo noticed. */
function refuseUnknown(name: string, known: readonly string[], schema: JsonObject): void {
  const meant = suggest(name, known);
  const isOpen = schema['additionalProperties'] !== false;
  if (isOpen && (schema['additionalProperties'] !== undefined || meant === undefined)) return;
  const hint = meant === undefined ? listKnown(known) : `Did you mean \`${meant}\`?`;
  throw refusal(`Unknown argument: ${name}`, hint);
}

function listKnown(known: readonly string[]): string {
  return known.length === 0 ? 'The tool takes no arguments' : `It takes: ${known.join(', ')}`;
}

function checkObject(value: JsonObject, schema: JsonObject, path: string): void {
  const missing = requiredOf(schema).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw refusal(`Missing required argument: ${path}${missing}`);
  for (const [name, member] of propertiesOf(schema)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given !== undefined) checkValue(given, member, `${path}${name}`);
  }
}

/** Only what is plain to see is checked; the server has the last word. */
function checkValue(value: JsonValue, schema: JsonObject, path: string): void {
  const { enum: listed } = schema;
  if (Array.isArray(listed) && !listed.some((one) => isSame(one, value))) {
    const meant =
      typeof value === 'string'
        ? suggest(
            value,
            listed.filter((one) => typeof one === 'string'),
          )
        : undefined;
    throw refusal(
      `Argument ${path} must be one of: ${listed.map(asText).join(', ')}`,
      meant === undefined ? undefined : `Did you mean \`${meant}\`?`,
    );
  }
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) checkValue(item, itemsOf(schema), `${path}[${at}]`);
  } else if (isJsonObject(value)) checkObject(value, schema, `${path}.`);
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function refusal(reason: string, hint?: string): PlugboardError {
  return new PlugboardError(
    'invalid_arguments',
    { reason },
    { ...(hint !== undefined && { hint }) },
  );
}
