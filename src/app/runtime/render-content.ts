// The content of a result as text or as markdown.
import { isJsonObject } from '../../core/json.ts';
import type { ContentBlock, ToolResult } from '../../core/result.ts';

/** Where the media of a block were saved. */
export type SavedAs = (block: ContentBlock) => string | undefined;

export function blockToText(block: ContentBlock, savedAs?: SavedAs): string {
  const { type, text, data, mimeType, uri, resource } = block;
  const file = savedAs?.(block);
  const saved = file === undefined ? '' : ` saved to ${file}`;
  if (type === 'text' && typeof text === 'string') return text;
  if (typeof data === 'string')
    return `[${type}: ${String(mimeType)}, ${decodedBytes(data)} bytes]${saved}`;
  if (type === 'resource_link' && typeof uri === 'string') return `[link: ${uri}]`;
  if (type === 'resource' && isJsonObject(resource)) return resourceToText(resource) + saved;
  return JSON.stringify(block);
}

function resourceToText({ uri, text, blob }: Record<string, unknown>): string {
  const heading = `[resource: ${String(uri)}]`;
  if (typeof text === 'string') return `${heading}\n${text}`;
  return typeof blob === 'string' ? `${heading} ${decodedBytes(blob)} bytes` : heading;
}

/** Saved media are linked; others are named, because megabytes of base64 help nobody. */
export function blockToMarkdown(block: ContentBlock, savedAs?: SavedAs): string {
  const { type, text, uri, name, resource } = block;
  const file = savedAs?.(block);
  if (type === 'text' && typeof text === 'string') return text;
  if (file !== undefined) return `${type === 'image' ? '!' : ''}[${type}](${file})`;
  if (type === 'resource_link') return `[${String(name ?? uri)}](${String(uri)})`;
  const { uri: inner, text: said } = type === 'resource' && isJsonObject(resource) ? resource : {};
  if (typeof inner === 'string' && typeof said === 'string') return `### ${inner}\n\n${said}`;
  const shown = blockToText(block);
  return shown.startsWith('{') ? fencedJson(shown) : `*${shown}*`;
}

/** What a result has only as data, as a fenced block. */
export function fencedJson(json: string): string {
  return `\`\`\`json\n${json}\n\`\`\``;
}

/** The structured content where there is nothing else to show. */
export function loneStructure({ content, structuredContent }: ToolResult): string | undefined {
  if (content.length > 0 || structuredContent === undefined) return undefined;
  return JSON.stringify(structuredContent, undefined, 2);
}

function decodedBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
