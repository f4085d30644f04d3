// Renders a catalog as TypeScript: the types of its tools, and a typed client over the library.
import { renderHeader } from '../artifact.ts';
import type { Catalog, RenderOptions } from '../catalog.ts';
import { toPascal } from '../names.ts';
import { renderClient } from './client-class.ts';
import { renderDoc, toLines } from './doc-comment.ts';
import { LINE_WIDTH, toKey } from './literals.ts';
import { printDeclaration } from './print-type.ts';
import { toolTypesOf, type ToolTypes } from './tool-types.ts';

export const EMIT_MODES = ['types', 'client'] as const;
export type EmitMode = (typeof EMIT_MODES)[number];

export interface EmitTsOptions extends RenderOptions {
  readonly mode: EmitMode;
}

export function emitTs(catalog: Catalog, options: EmitTsOptions): string {
  const { name, mode, provenance } = options;
  const base = toPascal(name);
  const names = { tools: `${base}Tools`, client: `${base}Client`, open: `open${base}Client` };
  const tools = toolTypesOf(catalog, Object.values(names));
  const types = tools.flatMap(({ declarations }) => declarations).map(printDeclaration);
  const parts = [
    renderHeader(provenance, '//'),
    ...(mode === 'client' ? [renderClient(tools, { names, catalog, provenance })] : []),
    renderMap(names.tools, tools, catalog),
    ...types,
  ];
  return parts.join('\n');
}

/** What each tool takes and gives, by the name the server knows. */
function renderMap(name: string, tools: readonly ToolTypes[], { server }: Catalog): string {
  const rows = tools.map(({ tool, input, output }) => {
    const doc = renderDoc(toLines(tool.description ?? tool.title ?? '').slice(0, 1), '  ');
    const members = [`input: ${input};`, `output: ${output ?? 'undefined'};`];
    const row = `  ${toKey(tool.name)}: { ${members.join(' ').slice(0, -1)} };`;
    if (row.length <= LINE_WIDTH) return `${doc}${row}\n`;
    return `${doc}  ${toKey(tool.name)}: {\n    ${members.join('\n    ')}\n  };\n`;
  });
  const comment = renderDoc([`What the tools of ${server} take and give.`], '');
  return `${comment}export interface ${name} {\n${rows.join('')}}\n`;
}
