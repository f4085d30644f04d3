// Shows a tool result as people or programs want to read it.
import type { ContentBlock, ToolResult } from '../../core/result.ts';
import { isJsonObject } from '../../core/json.ts';

export type ResultFormat = 'text' | 'raw' | 'json';

export function renderResult(result: ToolResult, format: ResultFormat): string {
  if (format === 'json') return `${JSON.stringify(result, undefined, 2)}\n`;
  if (format === 'raw') return result.content.map(renderRaw).join('\n');
  const blocks = result.content.map(renderBlock);
  if (blocks.length === 0 && result.structuredContent !== undefined) {
    blocks.push(JSON.stringify(result.structuredContent, undefined, 2));
  }
  return blocks.map((block) => (block.endsWith('\n') ? block : `${block}\n`)).join('');
}

function renderRaw(block: ContentBlock): string {
  return typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block);
}

function renderBlock(block: ContentBlock): string {
  const { type, text, data, mimeType, uri, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (typeof data === 'string')
    return `[${type}: ${String(mimeType)}, ${decodedBytes(data)} bytes]`;
  if (type === 'resource_link' && typeof uri === 'string') return `[link: ${uri}]`;
  if (type === 'resource' && isJsonObject(resource)) return renderResource(resource);
  return JSON.stringify(block);
}

function renderResource({ uri, text, blob }: Record<string, unknown>): string {
  const heading = `[resource: ${String(uri)}]`;
  if (typeof text === 'string') return `${heading}\n${text}`;
  return typeof blob === 'string' ? `${heading} ${decodedBytes(blob)} bytes` : heading;
}

function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
