// Turns an HTTP response into content by its media type.
import { text, type ContentBlock } from '../../../../core/result.ts';
import type { HttpResponse } from '../../../../platform/fetch-http.ts';
import { binaryContent, bytesContent } from '../bytes-content.ts';

const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|jsonl|x-www-form-urlencoded|graphql|sql|toml)$/u;

interface MediaType {
  /** Without its parameters, in lower case. */
  readonly mimeType: string;
  readonly isText: boolean;
  readonly charset: string;
}

/** Servers say the same few things over and over. */
const known = new Map<string, MediaType>();
const MAX_KNOWN = 100;

function parseMediaType(contentType: string): MediaType {
  const before = known.get(contentType);
  if (before) return before;
  const mimeType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([^\s";]+)/iu.exec(contentType) ?? [];
  const parsed = { mimeType, isText: TEXTUAL.test(mimeType), charset };
  if (known.size < MAX_KNOWN) known.set(contentType, parsed);
  return parsed;
}

export function responseContent(response: HttpResponse, toolName: string): ContentBlock {
  const { body } = response;
  if (body.length === 0) return text('');
  const { mimeType, isText, charset } = parseMediaType(
    String(response.headers['content-type'] ?? ''),
  );
  if (isText) return text(decode(body, charset));
  const origin = { toolName, part: 'response', ...(mimeType !== '' && { mimeType }) };
  if (mimeType === '') return bytesContent(body, origin);
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') {
    return { type: kind, data: body.toString('base64'), mimeType };
  }
  return binaryContent(body, origin);
}

const UTF_8 = /^utf-?8$/iu;

/** By the charset the server names; UTF-8 where it names none, or one nobody knows. */
function decode(body: Buffer, charset: string): string {
  // A decoder costs more than what it decodes, and nearly everything is UTF-8.
  if (UTF_8.test(charset)) return fromUtf8(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return fromUtf8(body);
  }
}

function fromUtf8(body: Buffer): string {
  const decoded = body.toString();
  return decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
}
