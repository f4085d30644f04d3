// Shows a tool result as people or programs want to read it.
import {
  blockToMarkdown,
  blockToText,
  fencedJson,
  loneStructure,
  type SavedAs,
} from '../../app/runtime/render-content.ts';
import type { ContentBlock, ToolResult } from '../../core/result.ts';
import { toJsonText } from '../to-json-text.ts';

export const RESULT_FORMATS = ['pretty', 'text', 'raw', 'json', 'markdown'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export interface RenderOptions {
  /** What becomes of a text on a terminal; elsewhere it stays as it is. */
  readonly beautify?: (text: string) => string;
  readonly savedAs?: SavedAs;
}

export function renderResult(
  result: ToolResult,
  format: ResultFormat,
  { beautify = (text) => text, savedAs }: RenderOptions = {},
): string {
  if (format === 'json') return toJsonText(result);
  if (format === 'raw') return result.content.map(renderRaw).join('\n');
  const isMarkdown = format === 'markdown';
  const show = isMarkdown ? blockToMarkdown : blockToText;
  const blocks = result.content.map((block) => show(block, savedAs));
  const structure = loneStructure(result);
  if (structure !== undefined) blocks.push(isMarkdown ? fencedJson(structure) : structure);
  return blocks.map((block) => endLine(format === 'pretty' ? beautify(block) : block)).join('');
}

function endLine(block: string): string {
  return block.endsWith('\n') ? block : `${block}\n`;
}

function renderRaw(block: ContentBlock): string {
  return typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block);
}
