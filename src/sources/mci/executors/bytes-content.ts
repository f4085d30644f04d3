// Turns bytes of unknown nature into content: text where it can be read, else a binary resource.
import { isUtf8 } from 'node:buffer';
import { text, type ContentBlock } from '../../../core/result.ts';

export interface BytesOrigin {
  readonly toolName: string;
  /** What the bytes are of the tool: `stdout`, `response`. */
  readonly part: string;
  readonly mimeType?: string;
}

/** Text in another encoding stays readable with replacement characters; with a NUL it is no text. */
export function bytesContent(bytes: Buffer, origin: BytesOrigin): ContentBlock {
  const isText = isUtf8(bytes) || !bytes.includes(0);
  return isText ? text(bytes.toString()) : binaryContent(bytes, origin);
}

export function binaryContent(bytes: Buffer, origin: BytesOrigin): ContentBlock {
  const { toolName, part, mimeType = 'application/octet-stream' } = origin;
  return {
    type: 'resource',
    resource: {
      // The real address may hold secrets.
      uri: `mci://${encodeURIComponent(toolName)}/${part}`,
      mimeType,
      blob: bytes.toString('base64'),
    },
  };
}
