// `plugboard init`: writes example tools to start from.
import { initProject, TEMPLATES, type TemplateName } from '../../app/init-project.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { isPath } from '../parse-selector.ts';
import { suggest } from '../suggest.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const initFlags = {
  json: { doc: 'Print what was written as JSON, and errors as JSON too.' },
} as const satisfies FlagTable;

export const init = defineCommand({
  name: 'init',
  summary: 'Write example tools to start from.',
  operands: [
    { name: 'kind', doc: `What to write: ${Object.keys(TEMPLATES).join(', ')}.` },
    { name: 'directory', doc: 'Where to write it; must be empty or new.' },
  ],
  flags: initFlags,
  examples: ['plugboard init scripts ./my-tools'],
  run: runInit,
});

export async function runInit(
  { options, operands }: Invocation<typeof initFlags>,
  { io, cwd }: Deps,
): Promise<number> {
  const [kind = '', directory = '.'] = operands;
  const files = await initProject({ template: toTemplate(kind), directory, cwd });
  if (options.json) {
    io.stdout.write(toJsonText({ kind, directory, files }));
    return 0;
  }
  const path = isPath(directory) ? directory : `./${directory}`;
  io.stdout.write(`wrote ${files.length} files to ${directory}:\n`);
  io.stdout.write(files.map((file) => `  ${file}\n`).join(''));
  io.stdout.write(
    `\nnext:\n` +
      `  plugboard call ${path}:hello\n` +
      `  plugboard validate ${path}\n` +
      `  plugboard serve ${path}\n`,
  );
  return 0;
}

function toTemplate(kind: string): TemplateName {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  const known = names.find((name) => name === kind);
  if (known) return known;
  const meant = suggest(kind, names) ?? names.join(', ');
  throw unreadable(`'${kind}' is no kind of project`, { hint: `Kinds: ${meant}` });
}
