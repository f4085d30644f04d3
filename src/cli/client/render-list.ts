// The lists as people read them.
import type { Tool } from '../../core/tool-source.ts';
import { oneLine } from '../one-line.ts';
import type { Colour, Palette } from '../palette.ts';
import type { ServerLook, ServerStatus } from './look-at-server.ts';
import { renderSignature } from './render-signature.ts';

const STATUS_COLOURS: Readonly<Record<ServerStatus, Colour>> = {
  ok: 'green',
  auth: 'yellow',
  offline: 'red',
  error: 'red',
};

/** `  mock [ok] (v1.0.0) - 5 tools` or `  bad [error] - Cannot connect to bad: …`. */
export function renderServers(looks: readonly ServerLook[], palette: Palette): string {
  const lines = looks.map(({ name, status, info, tools, error }) => {
    const version = info ? ` (v${oneLine(info.version).replace(/^v/u, '')})` : '';
    const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
    const rest = error ? oneLine(firstLine(error.message)) : palette.dim(count);
    const mark = palette[STATUS_COLOURS[status]](`[${status}]`);
    return `  ${palette.bold(oneLine(name))} ${mark}${version} - ${rest}\n`;
  });
  return lines.join('');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

export interface ToolStyle {
  readonly palette: Palette;
  /** Optional parameters are shown however many there are. */
  readonly isComplete: boolean;
}

/** Two blanks and the signature, four and what it does. */
export function renderTools(tools: readonly Tool[], { palette, isComplete }: ToolStyle): string {
  return tools
    .map((tool) => {
      const { text, hidden } = renderSignature(tool, isComplete);
      const about = (tool.description ?? '')
        .split('\n')
        .map((line) => `    ${oneLine(line)}`.trimEnd());
      const more = hidden.length === 0 ? [] : [`    optional: ${hidden.map(oneLine).join(', ')}`];
      const dimmed = [...about, ...more].filter((line, at) => line !== '' || at > 0);
      const lines = [`  ${palette.bold(text)}`, ...dimmed.map(palette.dim)];
      return `${lines.join('\n').trimEnd()}\n`;
    })
    .join('');
}
