// The files a script wants in its result, read where the roots of the call allow it.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallContext } from '../../../core/call-context.ts';
import { toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { ContentBlock } from '../../../core/result.ts';
import { readFileUri } from '../providers/file-provider.ts';
import { toContents } from '../providers/resource-content.ts';
import { mimeTypeOf } from '../registry/mime-types.ts';

interface Wanted {
  readonly path: string;
  readonly mimeType?: string;
  readonly uri?: string;
}

export interface EmbedRules {
  /** Where relative paths start. */
  readonly projectRoot: string;
  readonly roots: readonly { readonly path: string }[];
  readonly maxBytes: number;
}

/** What may not be read is left out, and the log says so. */
export async function embedResources(
  text: string,
  rules: EmbedRules,
  ctx: CallContext,
): Promise<readonly ContentBlock[]> {
  if (text.trim() === '') return [];
  const blocks: ContentBlock[] = [];
  for (const wanted of parseWanted(text)) {
    try {
      blocks.push(await embed(wanted, rules));
    } catch (thrown) {
      const reason = toPlugboardError(thrown).message;
      ctx.log('warning', `a file is not embedded: ${reason}`, 'mcp.tools');
    }
  }
  return blocks;
}

async function embed(wanted: Wanted, rules: EmbedRules): Promise<ContentBlock> {
  const fileUri = pathToFileURL(resolve(rules.projectRoot, wanted.path)).href;
  const roots = rules.roots.map(({ path }) => path);
  const bytes = await readFileUri({ uri: fileUri, bases: [], roots, maxBytes: rules.maxBytes });
  const { uri = fileUri, mimeType = mimeTypeOf(wanted.path) } = wanted;
  return { type: 'resource', resource: toContents(bytes, { uri, mimeType }) };
}

function parseWanted(text: string): readonly Wanted[] {
  let data: JsonValue;
  try {
    data = JSON.parse(text) as JsonValue;
  } catch {
    return text.split('\n').flatMap(fromLine);
  }
  return (Array.isArray(data) ? data : [data]).flatMap(fromJson);
}

function fromJson(entry: JsonValue): readonly Wanted[] {
  if (typeof entry === 'string') return entry === '' ? [] : [{ path: entry }];
  if (!isJsonObject(entry) || typeof entry['path'] !== 'string') return [];
  const { path, mimeType, uri } = entry;
  return [{ path, ...nonEmpty('mimeType', mimeType), ...nonEmpty('uri', uri) }];
}

/** `path TAB mimeType TAB uri`. */
function fromLine(line: string): readonly Wanted[] {
  const [path = '', mimeType, uri] = line.split('\t');
  if (path.trim() === '') return [];
  return [{ path, ...nonEmpty('mimeType', mimeType), ...nonEmpty('uri', uri) }];
}

function nonEmpty<Key extends string>(key: Key, value: unknown): { [Name in Key]?: string } {
  return typeof value === 'string' && value !== ''
    ? ({ [key]: value } as { [Name in Key]?: string })
    : {};
}
