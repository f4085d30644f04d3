// What the library offers of mcp-bash projects; the source itself is loaded when one is opened.
import type { ToolSource } from '../../core/tool-source.ts';
import type { BashOptions } from '../../sources/bash/open-bash.ts';

/**
 * Opens a mcp-bash project as a source: its tools, resources, prompts and completions.
 * Dispose it to stop watching the project.
 *
 * @example
 * ```ts
 * import { localContext, openBash } from 'plugboard';
 *
 * await using source = await openBash('./project', { watch: false });
 * await source.tools.call('hello', { name: 'Ann' }, localContext());
 * ```
 */
export async function openBash(root: string, options: BashOptions = {}): Promise<ToolSource> {
  const bash = await import('../../sources/bash/open-bash.ts');
  return bash.openBash(root, options);
}
