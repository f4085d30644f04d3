// `mcix list`: the tools of a schema as a table or a document.
import { findSchema } from '../../../app/mci/find-schema.ts';
import { MciClient } from '../../../app/mci/library.ts';
import { loadDotenv } from '../../../app/mci/load-dotenv.ts';
import { renderFilter } from '../../../app/mci/parse-filter-flag.ts';
import type { JsonObject } from '../../../core/json.ts';
import { renderYaml } from '../../../platform/edit-yaml.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import { oneOf, type FlagTable } from '../../flags.ts';
import { oneLine } from '../../one-line.ts';
import { toJsonText } from '../../to-json-text.ts';
import { fileFlag, filterFlag } from '../mcix-flags.ts';
import { renderTable } from '../render-table.ts';

export const listFlags = {
  ...fileFlag,
  ...filterFlag,
  format: {
    value: 'FORMAT',
    default: 'table',
    doc: 'table, json or yaml.',
    parse: oneOf('format', ['table', 'json', 'yaml']),
  },
  verbose: { short: 'v', doc: 'Show tags, the kind of execution and the input schema too.' },
} as const satisfies FlagTable;

type ListInvocation = Invocation<typeof listFlags>;

export const list = defineCommand({
  name: 'list',
  summary: 'Show the tools of a schema.',
  operands: [],
  flags: listFlags,
  examples: [
    'mcix list',
    'mcix list --filter tags:api --format json',
    'mcix list -f other.yaml -v',
  ],
  run: runList,
});

/** What could not be loaded is said on stderr; the rest is shown. */
export async function runList({ options }: ListInvocation, deps: Deps): Promise<number> {
  const { io, cwd } = deps;
  const file = await findSchema(options.file, cwd);
  const { filter } = options;
  const env = await loadDotenv(file, deps);
  await using client = await MciClient.open(file, { env, ...(filter && { filter }) });
  for (const { subject, error } of client.problems()) {
    io.stderr.write(`! ${oneLine(`${subject}: ${error.message}`)}\n`);
  }
  io.stdout.write(await render(client.tools(), { ...options, file }));
  return 0;
}

type Tools = ReturnType<MciClient['tools']>;
type Tool = Tools[number];
type RenderOptions = Pick<ListInvocation['options'], 'format' | 'verbose' | 'filter'> & {
  readonly file: string;
};

async function render(tools: Tools, options: RenderOptions): Promise<string> {
  if (options.format === 'table') return renderTools(tools, options.verbose);
  const document = toDocument(tools, options);
  if (options.format === 'yaml') return renderYaml(document);
  return toJsonText(document);
}

function renderTools(tools: Tools, isVerbose: boolean): string {
  const header = ['Name', 'Source', 'Description'];
  const rows = tools.map((tool) => [tool.name, sourceOf(tool), tool.description ?? '']);
  if (!isVerbose) return `${renderTable(header, rows)}\n${countOf(tools)}\n`;
  const more = tools.map(({ tags, execution, inputSchema }) => [
    tags.join(', '),
    execution.type,
    parametersOf(inputSchema ?? {}),
  ]);
  const table = renderTable(
    ['Name', 'Source', 'Tags', 'Execution', 'Parameters', 'Description'],
    rows.map(([name = '', source = '', description = ''], at) => [
      name,
      source,
      ...(more[at] ?? []),
      description,
    ]),
  );
  return `${table}\n${countOf(tools)}\n`;
}

function countOf({ length }: Tools): string {
  return length === 1 ? '1 tool' : `${length} tools`;
}

/** Required ones bare, the others with a question mark. */
function parametersOf({ properties, required }: JsonObject): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties ?? {})
    .map((name) => (needed.has(name) ? name : `${name}?`))
    .join(', ');
}

/** Tools of the schema itself have no toolset. */
function sourceOf({ toolset }: Tool): string {
  return toolset ?? 'main';
}

function toDocument(tools: Tools, { file, filter, verbose }: RenderOptions): JsonObject {
  return {
    timestamp: new Date().toISOString(),
    mci_file: file,
    filters_applied: filter ? [renderFilter(filter)] : [],
    total: tools.length,
    tools: tools.map((tool) => ({
      name: tool.name,
      source: sourceOf(tool),
      description: tool.description ?? '',
      ...(verbose && {
        tags: [...tool.tags],
        execution_type: tool.execution.type,
        inputSchema: tool.inputSchema ?? {},
      }),
    })),
  };
}
