// Checks a schema file against the specification: every mistake at once, unknown fields as warnings.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parseFilter } from '../tool-filter.ts';
import { execution } from './check-execution.ts';
import { Findings, type Finding } from './finding.ts';
import {
  anything,
  explained,
  fields,
  filledText,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  required,
  scalar,
  text,
  wholeNumber,
  type FieldTable,
} from './rules.ts';

export type SchemaKind = 'main' | 'toolset';

export const SCHEMA_VERSION = '1.0';

const schemaVersion = explained((value, found) => {
  if (value === SCHEMA_VERSION) return;
  const shown = JSON.stringify(value);
  const what =
    typeof value === 'string' ? `${shown} is not supported` : `must be a string, not ${shown}`;
  found.error(`${what}; this program reads "${SCHEMA_VERSION}"`);
});

const metadata = fields({
  name: optional(text),
  description: optional(text),
  version: optional(text),
  license: optional(text),
  authors: optional(listOf(text)),
});

const annotations = fields({
  title: optional(text),
  readOnlyHint: optional(flag),
  destructiveHint: optional(flag),
  idempotentHint: optional(flag),
  openWorldHint: optional(flag),
  audience: optional(listOf(text)),
});

const tool = fields({
  name: required(filledText),
  title: optional(text),
  disabled: optional(flag),
  annotations: optional(annotations),
  description: optional(text),
  inputSchema: optional(object),
  outputSchema: optional(object),
  execution: required(execution),
  enableAnyPaths: optional(flag),
  directoryAllowList: optional(listOf(text)),
  tags: optional(listOf(text)),
  allowOptionLikeValues: optional(flag),
});

/** `filter` and `filterValue` belong together. */
function checkFilter(value: JsonObject, found: Findings): void {
  const filter = parseFilter(value);
  if (filter && 'mistake' in filter) found.error(filter.mistake, 'filter');
}

/** One path segment after the other stays below the library: no `..`, no root, no drive. */
const libraryName = explained((value, found) => {
  if (!filledText.accepts(value)) filledText.explain(value, found);
  if (typeof value !== 'string') return;
  const leaves = /^[\\/]|^[A-Za-z]:|\0/u.test(value) || value.split(/[\\/]/u).includes('..');
  if (leaves) found.error(`'${value}' leaves the library directory`);
});

const toolsetObject = fields(
  {
    name: required(libraryName),
    filter: optional(text),
    filterValue: optional(text),
    env: optional(listOf(filledText)),
  },
  checkFilter,
);

const toolsetReference = explained((value, found) =>
  (typeof value === 'string' ? libraryName : toolsetObject).explain(value, found),
);

const SERVER_COMMON: FieldTable = {
  config: optional(
    fields(
      {
        expDays: optional(wholeNumber(0)),
        filter: optional(text),
        filterValue: optional(text),
      },
      checkFilter,
    ),
  ),
};
const stdioServer = fields({
  ...SERVER_COMMON,
  type: optional(oneOf('stdio')),
  command: required(filledText),
  args: optional(listOf(scalar)),
  env: optional(mapOf(scalar)),
});
const httpServer = fields({
  ...SERVER_COMMON,
  type: optional(oneOf('http')),
  url: required(filledText),
  headers: optional(mapOf(scalar)),
});

const server = explained((value, found) => {
  if (!isJsonObject(value)) return found.error('must be an object');
  const { command, url, type } = value;
  if (command === undefined && url === undefined && type !== 'http') {
    return found.error(`'command' or 'url' is required`);
  }
  if (command !== undefined && type !== 'http') return stdioServer.explain(value, found);
  httpServer.explain(value, found);
  if (type === undefined) found.warn(`'type' should be "http"`);
});

const serverMap = mapOf(server);

/** The name becomes a file name in the library. */
const servers = explained((value, found) => {
  serverMap.explain(value, found);
  if (!isJsonObject(value)) return;
  for (const name of Object.keys(value)) {
    if (/^\.{0,2}$|[\\/:\0]/u.test(name)) {
      found.error(`'${name}' leaves the library directory`, name);
    }
  }
});

const mainSchema = fields({
  $schema: optional(text),
  schemaVersion: required(schemaVersion),
  metadata: optional(metadata),
  tools: optional(listOf(tool)),
  toolsets: optional(listOf(toolsetReference)),
  mcp_servers: optional(servers),
  libraryDir: optional(filledText),
  enableAnyPaths: optional(flag),
  directoryAllowList: optional(listOf(filledText)),
});

const forbidden = explained((_, found) =>
  found.error(
    `is not allowed in a toolset file; '${String(found.key)}' belongs to the main schema`,
  ),
);

const toolsetSchema = fields({
  $schema: optional(text),
  schemaVersion: required(schemaVersion),
  metadata: optional(metadata),
  tools: required(listOf(tool)),
  expiresAt: optional(anything),
  mcp_servers: optional(explained((_, found) => found.warn('is ignored in a toolset file'))),
  toolsets: optional(forbidden),
  libraryDir: optional(forbidden),
  enableAnyPaths: optional(forbidden),
  directoryAllowList: optional(forbidden),
});

export function checkSchema(data: JsonValue | undefined, kind: SchemaKind): readonly Finding[] {
  const found = new Findings();
  if (!isJsonObject(data)) {
    found.error('the file must hold an object');
    return found.all;
  }
  const rule = kind === 'main' ? mainSchema : toolsetSchema;
  if (!rule.accepts(data)) rule.explain(data, found);
  const isEmpty = !('tools' in data || 'toolsets' in data || 'mcp_servers' in data);
  if (kind === 'main' && isEmpty) {
    found.error(`'tools', 'toolsets' or 'mcp_servers' must be provided`);
  }
  return found.all;
}
