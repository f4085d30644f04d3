// The help of a generated command line, made from the schemas of its tools.
import type { GeneratedCli, GeneratedTool } from '../../codegen/generated-cli.ts';
import type { JsonObject } from '../../core/json.ts';
import { asText } from '../as-text.ts';
import { typesOf } from '../call/coerce.ts';
import { itemsOf, propertiesOf, requiredOf, withoutReferences } from '../call/schema-view.ts';
import { oneLine } from '../one-line.ts';

type Row = readonly [left: string, right: string];

const OWN_OPTIONS: readonly Row[] = [
  ['--args <json>', 'All arguments as one JSON object; flags add to it.'],
  ['--json', 'Print the whole result as JSON, and errors too.'],
  ['--raw', 'Print the content as it came.'],
  ['--timeout <ms>', 'Give up after this many milliseconds without an answer.'],
  ['--verbose', 'Show the cause of an internal error.'],
  ['--help', 'Show this help.'],
];

const VALUES_NOTE =
  'A value that is `-` is read from stdin, one that is `@FILE` from the file; `--flag=-` is a dash.';

export function renderCliHelp({ name, server, description, tools }: GeneratedCli): string {
  const about = description === undefined ? `The tools of ${server}.` : oneLine(description);
  const rows = tools.map((tool): Row => [tool.command, summaryOf(tool)]);
  return [
    `Usage: ${name} <command> [options]\n`,
    `${about}\n`,
    `Commands:\n${renderRows(rows)}`,
    `Options:\n${renderRows([
      ['--help', 'Show this help, or the help of a command.'],
      ['--version', 'Show the version.'],
    ])}`,
  ].join('\n');
}

export function renderToolHelp({ name }: GeneratedCli, tool: GeneratedTool): string {
  const schema = withoutReferences(tool.inputSchema);
  const properties = propertiesOf(schema);
  const required = new Set(requiredOf(schema));
  const rows = tool.flags.map(({ flag, property }) => ({
    row: toRow(flag, properties.get(property) ?? {}, required.has(property)),
    isRequired: required.has(property),
  }));
  const needed = rows.filter(({ isRequired }) => isRequired).map(({ row: [left] }) => left);
  const usage = [name, tool.command, ...needed, '[options]'].join(' ');
  return [
    `Usage: ${usage}\n`,
    ...(tool.description === undefined ? [] : [`${tool.description.trim()}\n`]),
    ...(rows.length === 0
      ? []
      : [`Arguments:\n${renderRows(rows.map(({ row }) => row))}`, `${VALUES_NOTE}\n`]),
    `Options:\n${renderRows(OWN_OPTIONS)}`,
  ].join('\n');
}

function toRow(flag: string, schema: JsonObject, isRequired: boolean): Row {
  const { description, default: preset } = schema;
  const notes = [
    isRequired ? 'required' : undefined,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
  ].filter((note) => note !== undefined);
  const text = typeof description === 'string' ? oneLine(description) : '';
  const noted = notes.length === 0 ? text : `${text} (${notes.join(', ')})`.trimStart();
  const value = valueOf(schema);
  return [value === undefined ? `--${flag}` : `--${flag} <${value}>`, noted];
}

/** What stands for the value; a switch has none. */
function valueOf(schema: JsonObject): string | undefined {
  const { enum: listed } = schema;
  if (Array.isArray(listed)) return listed.map((one) => oneLine(asText(one))).join('|');
  const types = typesOf(schema);
  if (types === undefined) return 'value';
  if (types.size === 1 && types.has('boolean')) return undefined;
  if (types.size > 1) return [...types].join('|');
  if (types.has('object')) return 'json';
  if (!types.has('array')) return [...types][0] ?? 'value';
  const item = valueOf(itemsOf(schema)) ?? 'boolean';
  return `${item}...`;
}

function summaryOf({ description = '', tool, command }: GeneratedTool): string {
  const [first = ''] = description.trim().split('\n');
  if (first !== '') return oneLine(first);
  return tool === command ? '' : oneLine(tool);
}

const MAX_LEFT = 28;

function renderRows(rows: readonly Row[]): string {
  const width = Math.min(MAX_LEFT, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => {
      const gap =
        left.length > width ? `\n${' '.repeat(width + 4)}` : ' '.repeat(width + 2 - left.length);
      return `  ${left}${right === '' ? '' : `${gap}${right}`}\n`;
    })
    .join('');
}
