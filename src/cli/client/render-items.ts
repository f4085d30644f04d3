// Shows resources, templates and prompts as people read them.
import type { PromptResult } from '../../core/result.ts';
import type { Prompt, Resource, ResourceTemplate } from '../../core/tool-source.ts';
import { renderResult } from '../call/render-result.ts';
import { oneLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';

export function renderResources(resources: readonly Resource[], palette: Palette): string {
  return resources.map((one) => renderItem(one.uri, one, palette)).join('');
}

export function renderTemplates(templates: readonly ResourceTemplate[], palette: Palette): string {
  return templates.map((one) => renderItem(one.uriTemplate, one, palette)).join('');
}

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

function renderItem(
  uri: string,
  { name, title, description, mimeType }: Described,
  palette: Palette,
): string {
  const type = mimeType === undefined ? '' : ` (${oneLine(mimeType)})`;
  const about = [title ?? name, description].filter((text) => text !== undefined && text !== uri);
  const lines = about.length === 0 ? '' : `    ${palette.dim(oneLine(about.join(' - ')))}\n`;
  return `  ${palette.bold(oneLine(uri))}${type}\n${lines}`;
}

export function renderPrompts(prompts: readonly Prompt[], palette: Palette): string {
  return prompts
    .map(({ name, description, arguments: args = [] }) => {
      const shown = args.map((one) => `${one.name}${one.required ? '' : '?'}`).join(', ');
      const about = description === undefined ? '' : `    ${palette.dim(oneLine(description))}\n`;
      return `  ${palette.bold(oneLine(`${name}(${shown})`))}\n${about}`;
    })
    .join('');
}

/** Each message under its role, with an empty line between. */
export function renderMessages({ messages }: PromptResult, palette: Palette): string {
  return messages
    .map(({ role, content }) => {
      const text = renderResult({ content: [content] }, 'text');
      return `${palette.dim(`[${role}]`)}\n${text}`;
    })
    .join('\n');
}
