// Writes MCI schemas for the measurements: files of many tools, and files of one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

const FORMATS = {
  json: (schema) => JSON.stringify(schema, null, 2),
  yaml: (schema) => stringify(schema, { aliasDuplicateObjects: false }),
};
export const FORMAT_NAMES = Object.keys(FORMATS);

/** Writes the schema into the stage and returns its path. */
export async function writeSchema(stage, { name, tools, format = 'json' }) {
  const file = join(stage.folder, `${name}.mci.${format}`);
  const metadata = { name: 'Bench', version: '1.0.0' };
  await writeFile(file, FORMATS[format]({ schemaVersion: '1.0', metadata, tools }));
  return file;
}

/** Tools of every kind that touches nothing when it is loaded, in turn. */
export function mciTools(count) {
  return Array.from({ length: count }, (_, at) => ({
    name: `tool_${String(at).padStart(4, '0')}`,
    description: `Looks up record ${at} and returns the fields that were asked for`,
    tags: ['records', at % 2 === 0 ? 'even' : 'odd'],
    annotations: { title: `Record ${at}`, readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Which record' },
        fields: { type: 'array', items: { type: 'string' }, description: 'Which fields of it' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
      required: ['id'],
    },
    execution: EXECUTIONS[at % EXECUTIONS.length],
  }));
}

const EXECUTIONS = [
  {
    type: 'http',
    method: 'GET',
    url: 'http://127.0.0.1/records/{{props.id}}',
    headers: { Accept: 'application/json' },
    params: { limit: '{!!props.limit!!}' },
    auth: { type: 'bearer', token: '{{env.TOKEN}}' },
  },
  { type: 'cli', command: 'records', args: ['show', '{{props.id}}'], timeout_ms: 5000 },
  { type: 'text', text: 'Record {{props.id}}, at most {{props.limit}} fields' },
  { type: 'file', path: './records/{{props.id}}.md', enableTemplating: true },
];
