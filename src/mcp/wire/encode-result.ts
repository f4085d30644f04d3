// One encoder per era: the text of a result as that era writes it.
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { META } from './meta-keys.ts';
import type { Revision } from './revisions.ts';

export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

export interface ResultEncoding {
  readonly revision: Revision;
  /** Serialised `{"io.modelcontextprotocol/serverInfo":…}`, made once per server. */
  readonly serverMeta: string;
  /** Present on results the modern era calls cacheable. */
  readonly cache?: CacheHint;
}

export function encodeResult(result: object, encoding: ResultEncoding): string {
  // Sources may be written in plain JavaScript, where no compiler looks at what they return.
  if (!isJsonObject(result)) throw new TypeError('the result is not an object');
  return encoding.revision.era === 'modern'
    ? encodeModern(result, encoding)
    : JSON.stringify(encoding.revision.objectOutputOnly ? withObjectOutput(result) : result);
}

/** Members a result may bring along; then they are joined instead of written beside. */
function hasOwnMembers(result: object): boolean {
  return '_meta' in result || 'resultType' in result || 'ttlMs' in result || 'cacheScope' in result;
}

/** Adds what every modern result carries; a `resultType` and cache hints of its own are kept. */
function encodeModern(result: object, { serverMeta, cache }: ResultEncoding): string {
  const own = hasOwnMembers(result);
  const hints = cache ? `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.cacheScope}"` : '';
  if (!own) {
    const text = JSON.stringify(result);
    const rest = text === '{}' ? '' : `,${text.slice(1, -1)}`;
    return `{"resultType":"complete"${rest}${hints},"_meta":${serverMeta}}`;
  }
  const { _meta: meta, ...rest } = result as JsonObject;
  const joined = { ...(isJsonObject(meta) && meta), ...(JSON.parse(serverMeta) as JsonObject) };
  return JSON.stringify({ resultType: 'complete', ...cache, ...rest, _meta: joined });
}

/** The legacy era has only objects as structured output; the text block says the same. */
function withObjectOutput(result: object): object {
  if (!('structuredContent' in result) || isJsonObject(result.structuredContent)) return result;
  const { structuredContent: _, ...rest } = result;
  return rest;
}

export function serverMetaText(serverInfo: JsonObject): string {
  return JSON.stringify({ [META.serverInfo]: serverInfo });
}
