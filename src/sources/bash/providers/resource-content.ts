// Bytes of a resource as MCP shows them: text where they are text, base64 where they are not.
import { isUtf8 } from 'node:buffer';
import type { JsonObject } from '../../../core/json.ts';
import type { ResourceContents } from '../../../core/result.ts';

export interface ResourceLabel {
  readonly uri: string;
  readonly mimeType: string;
  readonly _meta?: JsonObject;
}

/** Kinds that stay bytes even where the bytes happen to be text. */
const BINARY =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|octet-stream|x-tar|vnd\.))/u;
const NUL = 0;
/** A format that may hold no byte that is not text, and is none. */
const PDF = '%PDF-';

/** The declared type is the label; the bytes decide only between text and blob. */
export function toContents(bytes: Buffer, label: ResourceLabel): ResourceContents {
  const { uri, mimeType, _meta } = label;
  const isText = !BINARY.test(mimeType) && looksLikeText(bytes);
  return {
    uri,
    mimeType,
    ...(isText ? { text: withoutLastBreaks(bytes) } : { blob: bytes.toString('base64') }),
    ...(_meta && { _meta }),
  };
}

function looksLikeText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, PDF.length).toString('latin1');
  return start !== PDF && isUtf8(bytes) && !bytes.includes(NUL);
}

/** Line breaks at the end do not count, as in the original. */
export function withoutLastBreaks(bytes: Buffer): string {
  return bytes.toString().replace(/\n+$/u, '');
}
