// `mcix add`: puts a toolset into a schema, or changes its filter.
import { addToolset } from '../../../app/mci/add-toolset.ts';
import { findSchema } from '../../../app/mci/find-schema.ts';
import { parseFilterFlag, REFERENCE_FILTERS } from '../../../app/mci/parse-filter-flag.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';

export const addFlags = {
  filter: {
    short: 'f',
    value: 'TYPE:VALUES',
    doc: 'Some of its tools only: only, except, tags or withoutTags, then names with commas.',
    parse: (text: string) => parseFilterFlag(text, REFERENCE_FILTERS),
  },
  path: {
    short: 'p',
    value: 'FILE',
    doc: 'The schema; default mci.json, mci.yaml or mci.yml of the working directory.',
  },
} as const satisfies FlagTable;

export const add = defineCommand({
  name: 'add',
  summary: 'Add a toolset to a schema; without a filter an old one is dropped.',
  operands: [{ name: 'name', doc: 'A toolset of the library.' }],
  flags: addFlags,
  examples: ['mcix add github', 'mcix add github --filter tags:read', 'mcix add github -p my.yaml'],
  run: runAdd,
});

export async function runAdd(
  { options, operands }: Invocation<typeof addFlags>,
  { io, cwd }: Deps,
): Promise<number> {
  const [name = ''] = operands;
  const { filter } = options;
  const file = await findSchema(options.path, cwd);
  const what = await addToolset(file, { name, ...(filter && { filter }) });
  io.stdout.write(`${what} toolset '${name}' in ${options.path ?? file}\n`);
  return 0;
}
