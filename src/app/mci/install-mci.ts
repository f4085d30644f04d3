// Lays out a new MCI project: a schema, a library with an example, and what git should not keep.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { errnoOf } from '../../platform/errno.ts';
import { renderYaml } from '../../platform/edit-yaml.ts';
import { makeFolder } from '../../platform/make-folder.ts';

export type MciFormat = 'json' | 'yaml';

const ECHO_INPUT = {
  type: 'object',
  properties: { message: { type: 'string', description: 'What to say back' } },
  required: ['message'],
};

const MAIN: JsonObject = {
  schemaVersion: '1.0',
  metadata: {
    name: 'My MCI project',
    description: 'Tools for MCP clients, declared in one file',
    version: '1.0.0',
  },
  tools: [
    {
      name: 'echo_test',
      description: 'Says back what it is given',
      inputSchema: ECHO_INPUT,
      execution: { type: 'text', text: 'Echo: {{props.message}}' },
    },
  ],
  toolsets: [],
  mcp_servers: {},
};

const TOOLSET: JsonObject = {
  schemaVersion: '1.0',
  metadata: { name: 'Example toolset', description: 'Add it with: mcix add example_toolset' },
  tools: [
    {
      name: 'list_directory',
      description: 'Lists the files of the project',
      tags: ['files', 'read'],
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { all: { type: 'boolean', description: 'Also hidden files', default: false } },
      },
      execution: {
        type: 'cli',
        command: 'ls',
        flags: { '-a': { from: 'props.all', type: 'boolean' } },
      },
    },
    {
      name: 'greet',
      description: 'Greets somebody',
      tags: ['text'],
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Who is greeted' } },
        required: ['name'],
      },
      execution: { type: 'text', text: 'Hello, {{props.name}}!' },
    },
  ],
};

export interface Installed {
  readonly file: string;
  readonly what: 'created' | 'extended' | 'skipped';
}

/** Files that exist are left as they are. */
export async function installMci(
  directory: string,
  format: MciFormat,
): Promise<readonly Installed[]> {
  const render = format === 'yaml' ? renderYaml : toJson;
  return [
    await writeNew(directory, `mci.${format}`, await render(MAIN)),
    await ignoreCaches(directory),
    await writeNew(directory, `mci/example_toolset.mci.${format}`, await render(TOOLSET)),
  ];
}

async function toJson(value: JsonObject): Promise<string> {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

async function writeNew(directory: string, file: string, text: string): Promise<Installed> {
  const path = join(directory, file);
  makeFolder(dirname(path));
  try {
    await writeFile(path, text, { flag: 'wx' });
    return { file, what: 'created' };
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
    return { file, what: 'skipped' };
  }
}

const IGNORED = 'mcp/';

/** Caches of servers belong to one machine. */
async function ignoreCaches(directory: string): Promise<Installed> {
  const file = 'mci/.gitignore';
  const written = await writeNew(directory, file, `${IGNORED}\n`);
  if (written.what === 'created') return written;
  const path = join(directory, file);
  const text = await readFile(path, 'utf8');
  if (text.split(/\r?\n/u).some((line) => line.trim() === IGNORED)) return written;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  await writeFile(path, `${text}${gap}${IGNORED}\n`);
  return { file, what: 'extended' };
}
