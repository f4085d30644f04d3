// The published JSON Schema and the loader judge the same files the same way.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { checkSchema } from '../../src/sources/mci/check/check-schema.ts';
import { ROOT } from '../support/run-plugboard.ts';

const tool = (execution: JsonObject, more: JsonObject = {}): JsonObject => ({
  schemaVersion: '1.0',
  tools: [{ name: 't', execution, ...more }],
});
const http = (more: JsonObject) => tool({ type: 'http', url: 'http://x', ...more });
const server = (value: JsonObject): JsonObject => ({
  schemaVersion: '1.0',
  mcp_servers: { s: value },
});
const toolset = (value: JsonObject | string): JsonObject => ({
  schemaVersion: '1.0',
  toolsets: [value],
});
const TEXT = { type: 'text', text: 'x' };

const RIGHT: readonly JsonObject[] = [
  tool(TEXT),
  tool(TEXT, { tags: ['a'], disabled: true, annotations: { readOnlyHint: true }, title: 'T' }),
  http({ method: 'post', body: { type: 'json', content: [1, null] } }),
  http({ method: '{{props.method}}', timeout_ms: '{{env.T}}', retries: { attempts: 2 } }),
  http({ body: { type: 'form', content: { a: 1 } }, headers: { a: 1, b: null } }),
  http({ auth: { type: 'basic', username: 'u', password: 'p' } }),
  tool({ type: 'cli', command: 'ls', flags: { '-a': { from: 'props.a', type: 'boolean' } } }),
  tool({ type: 'file', path: './x', enableTemplating: false }),
  tool({ type: 'mcp', serverName: 's', toolName: 't' }),
  server({ command: 'npx', args: ['a', 1], env: { A: '{{env.A}}' }, config: { expDays: 3 } }),
  server({ type: 'http', url: 'https://x', headers: { a: 'b' } }),
  toolset('github'),
  toolset({ name: 'a/b', filter: 'withoutTags', filterValue: 'x, y', env: ['A'] }),
  { schemaVersion: '1.0', tools: [], libraryDir: './lib', directoryAllowList: ['/tmp'] },
];

const WRONG: readonly JsonObject[] = [
  {},
  { schemaVersion: '1.0' },
  { schemaVersion: '2.0', tools: [] },
  { schemaVersion: 1, tools: [] },
  { schemaVersion: '1.0', tools: {} },
  { schemaVersion: '1.0', tools: [], strange: 1 },
  tool({ type: 'text' }),
  tool({ type: 'ftp', url: 'x' }),
  tool(TEXT, { name: ' ' }),
  tool(TEXT, { inputSchema: 'x' }),
  tool(TEXT, { tags: 'a' }),
  http({ method: 'FETCH' }),
  http({ timeout_ms: -1 }),
  http({ retries: { attempts: 0 } }),
  http({ auth: { type: 'oauth2', flow: 'implicit' } }),
  http({ body: { type: 'raw', content: {} } }),
  tool({ type: 'cli', command: 'ls', flags: { '-a': { from: 'props.a', type: 'text' } } }),
  server({}),
  server({ command: ' ' }),
  toolset('../x'),
  toolset('/x'),
  toolset({ name: 'x', filter: 'only' }),
  toolset({ name: 'x', filter: 'toolsets', filterValue: 'y' }),
];

const published = async () => {
  const text = await readFile(join(ROOT, 'schema/mci-1.0.schema.json'), 'utf8');
  return compileSchema(JSON.parse(text) as JsonObject);
};

test('what the loader finds nothing against is valid', async () => {
  const check = await published();
  for (const data of RIGHT) {
    expect([data, checkSchema(data, 'main')]).toEqual([data, []]);
    expect([data, check(data)]).toEqual([data, undefined]);
  }
});

test('what the loader finds something against is invalid', async () => {
  const check = await published();
  for (const data of WRONG) {
    expect([data, checkSchema(data, 'main').length]).not.toEqual([data, 0]);
    expect([data, check(data)]).not.toEqual([data, undefined]);
  }
});
