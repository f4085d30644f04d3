// Values mirrored into HTTP headers by the 2026 era: decoding, and which tool parameters are mirrored.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

const ENCODED = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PLAIN = /^[\t\x20-\x7e]*$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function isHeaderToken(name: string): boolean {
  return TOKEN.test(name);
}

/** The value a header carries, or `undefined` where it is not validly written. */
export function decodeHeaderValue(header: string): string | undefined {
  const encoded = ENCODED.exec(header)?.[1];
  if (encoded === undefined) return PLAIN.test(header) ? header : undefined;
  if (!BASE64.test(encoded)) return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** What `Mcp-Name` says of a request, before it is encoded. */
export function mcpName(request: {
  readonly method: string;
  readonly params: JsonObject;
}): string | undefined {
  const parameter = NAMED_BY.get(request.method);
  const name = parameter === undefined ? undefined : request.params[parameter];
  return typeof name === 'string' ? name : undefined;
}

export interface MirroredParameter {
  /** Lower-case header name. */
  readonly header: string;
  readonly path: readonly string[];
}

/** The parameters of a schema that `x-mcp-header` mirrors; reachable through `properties` only. */
export function mirroredParameters(
  schema: JsonObject,
  path: readonly string[] = [],
): MirroredParameter[] {
  const { properties } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const here = [...path, name];
    const mark = property['x-mcp-header'];
    const own =
      typeof mark === 'string' && isHeaderToken(mark)
        ? [{ header: `mcp-param-${mark.toLowerCase()}`, path: here }]
        : [];
    return [...own, ...mirroredParameters(property, here)];
  });
}

export function valueAt(
  args: JsonValue | undefined,
  path: readonly string[],
): JsonValue | undefined {
  let value = args;
  for (const key of path) value = isJsonObject(value) ? value[key] : undefined;
  return value ?? undefined;
}

/** Whether a decoded header says the same as the argument; numbers are compared as numbers. */
export function sameValue(decoded: string, value: JsonValue): boolean {
  if (typeof value === 'number') return decoded.trim() !== '' && Number(decoded) === value;
  return typeof value === 'object' ? false : decoded === String(value);
}

/** A value as a header can carry it: plain where that is unambiguous, encoded otherwise. */
export function encodeHeaderValue(value: string): string {
  const plain = PLAIN.test(value) && value === value.trim() && !ENCODED.test(value);
  return plain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

/** The `Mcp-Param-…` headers of a call, as the tool's schema marks them. */
export function parameterHeaders(schema: JsonObject, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of mirroredParameters(schema)) {
    const value = valueAt(args, path);
    if (value !== undefined && typeof value !== 'object')
      headers[header] = encodeHeaderValue(String(value));
  }
  return headers;
}
