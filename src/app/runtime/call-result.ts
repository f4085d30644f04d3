// What a call gave back, with the ways to read it.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { ContentBlock, ToolResult } from '../../core/result.ts';
import { blockToMarkdown, fencedJson, loneStructure } from './render-content.ts';

/** An image of a result, decoded. */
export interface ResultImage {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/**
 * The result of a tool call.
 *
 * @example
 * ```ts
 * import { callOnce } from 'plugboard';
 *
 * const result = await callOnce('firecrawl', 'crawl', { url: 'https://example.com' });
 * process.stdout.write(result.isError ? 'failed' : result.text());
 * ```
 */
export class CallResult {
  readonly #result: ToolResult;

  constructor(result: ToolResult) {
    this.#result = result;
  }

  /** The tool ran and failed; `text()` says why. */
  get isError(): boolean {
    return this.#result.isError === true;
  }

  /** The texts of the content, one after the other. */
  text(separator = '\n'): string {
    const texts = this.#result.content.flatMap(textOf);
    return texts.length > 0 ? texts.join(separator) : (loneStructure(this.#result) ?? '');
  }

  /** The structured content, or the text read as JSON; throws `parse_error` where it is none. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type
  json<Value = JsonValue>(): Value {
    const { structuredContent } = this.#result;
    if (structuredContent !== undefined) return structuredContent as Value;
    try {
      return JSON.parse(this.text()) as Value;
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new PlugboardError('parse_error', { what: 'the result', reason }, { cause });
    }
  }

  /** The content as markdown; images and files are named, not embedded. */
  markdown(): string {
    const structure = loneStructure(this.#result);
    if (structure !== undefined) return fencedJson(structure);
    return this.#result.content.map((block) => blockToMarkdown(block)).join('\n\n');
  }

  images(): readonly ResultImage[] {
    return this.#result.content.flatMap(({ type, data, mimeType }) =>
      type === 'image' && typeof data === 'string'
        ? [{ mimeType: String(mimeType), data: Buffer.from(data, 'base64') }]
        : [],
    );
  }

  /** The content blocks as they came. */
  content(): readonly ContentBlock[] {
    return this.#result.content;
  }

  /** The structured content, where there is some. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type
  structured<Value = JsonValue>(): Value | undefined {
    return this.#result.structuredContent as Value | undefined;
  }

  /** The whole result as it came. */
  raw(): ToolResult {
    return this.#result;
  }
}

function textOf({ type, text, resource }: ContentBlock): readonly string[] {
  if (type === 'text' && typeof text === 'string') return [text];
  const inner = type === 'resource' && isJsonObject(resource) ? resource['text'] : undefined;
  return typeof inner === 'string' ? [inner] : [];
}
