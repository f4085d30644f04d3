// Turns an HTTP response into content by its media type.
import { text, type ContentBlock } from '../../../../core/result.ts';
import type { HttpResponse } from '../../../../platform/fetch-http.ts';
import { binaryContent, bytesContent } from '../bytes-content.ts';

const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|jsonl|x-www-form-urlencoded|graphql|sql|toml)$/u;

export function responseContent(response: HttpResponse, toolName: string): ContentBlock {
  const { body } = response;
  const contentType = String(response.headers['content-type'] ?? '');
  const mimeType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const origin = { toolName, part: 'response', ...(mimeType !== '' && { mimeType }) };
  if (body.length === 0) return text('');
  if (mimeType === '') return bytesContent(body, origin);
  if (TEXTUAL.test(mimeType)) return text(decode(body, contentType));
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') {
    return { type: kind, data: body.toString('base64'), mimeType };
  }
  return binaryContent(body, origin);
}

/** By the charset the server names; UTF-8 where it names none, or one nobody knows. */
function decode(body: Buffer, contentType: string): string {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([^\s";]+)/iu.exec(contentType) ?? [];
  try {
    // A decoder costs more than what it decodes, and nearly everything is UTF-8.
    return /^utf-?8$/iu.test(charset) ? fromUtf8(body) : new TextDecoder(charset).decode(body);
  } catch {
    return fromUtf8(body);
  }
}

function fromUtf8(body: Buffer): string {
  const decoded = body.toString();
  return decoded.startsWith('\uFEFF') ? decoded.slice(1) : decoded;
}
