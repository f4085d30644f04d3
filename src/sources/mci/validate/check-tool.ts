// Looks over one tool: what its templates read, what its input schema offers, what it starts.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { findCommand } from '../../../platform/find-command.ts';
import type { DataPath, Finding } from '../check/finding.ts';
import { hasTemplate } from '../check/rules.ts';
import { declares, partsOf, SOME_HOLD } from '../declared.ts';
import type { Execution, ToolDefinition } from '../schema.ts';
import type { Env } from '../settings.ts';
import type { Path } from '../template/template.ts';
import { readsOf, type Reading, type ToolReads } from './tool-reads.ts';

export interface CheckToolOptions {
  readonly schemaDir: string;
  readonly env: Env;
  /** What is wrong with a JSON Schema, if anything. */
  readonly mistakeInSchema: (schema: JsonObject) => Promise<string | undefined>;
}

/** Findings with paths that start at the tool. */
export async function checkTool(
  tool: ToolDefinition,
  options: CheckToolOptions,
): Promise<readonly Finding[]> {
  const { inputSchema = {}, execution } = tool;
  const reads = await readsOf(execution, options.schemaDir);
  return [
    ...reads.mistakes.map(({ at, message }) => error(at, message)),
    ...(await checkSchemas(tool, options)),
    ...reads.readings.flatMap((reading) => checkReading(reading, inputSchema, options.env)),
    ...unusedProperties(inputSchema, reads),
    ...(await checkProgram(execution, options)),
    ...(await checkFile(execution, options.schemaDir)),
  ];
}

const error = (path: DataPath, message: string): Finding => ({ severity: 'error', path, message });
const warning = (path: DataPath, message: string): Finding => ({
  severity: 'warning',
  path,
  message,
});

async function checkSchemas(
  tool: ToolDefinition,
  { mistakeInSchema }: CheckToolOptions,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const field of ['inputSchema', 'outputSchema'] as const) {
    const mistake = await mistakeInSchema(tool[field] ?? {});
    if (mistake !== undefined) found.push(error([field], `is not a JSON Schema: ${mistake}`));
  }
  return found;
}

function checkReading({ at, paths, needed }: Reading, schema: JsonObject, env: Env): Finding[] {
  const texts = new Map(paths.map((path) => [path.text, path]));
  const strange = [...texts.values()].flatMap((path) => {
    const message = whyNothing(path, schema);
    return message === undefined ? [] : [warning(at, message)];
  });
  const unset = needed.filter((some) => some.every((path) => isUnset(path, env)));
  const names = new Set(unset.map((some) => some.map(({ text }) => text).join(' | ')));
  return [...strange, ...[...names].map((name) => warning(at, `reads ${name}, which is not set`))];
}

function isUnset({ root, keys: [name] }: Path, env: Env): boolean {
  return root === 'env' && typeof name === 'string' && !Object.hasOwn(env, name);
}

/** Why a path can have no value, if that is so. */
function whyNothing({ root, keys: [key], text }: Path, schema: JsonObject): string | undefined {
  if (root === 'unknown') {
    return `reads '${text}', which is neither props., input., env. nor a loop variable`;
  }
  if (root !== 'props' || typeof key !== 'string' || isOpen(schema)) return undefined;
  return declares(schema, [key]) ? undefined : `reads '${text}', which no property provides`;
}

/** The author says that more may come than is listed. */
function isOpen({ additionalProperties, patternProperties }: JsonObject): boolean {
  return Boolean(additionalProperties) || patternProperties !== undefined;
}

function unusedProperties(schema: JsonObject, reads: ToolReads): Finding[] {
  const { properties } = schema;
  if (reads.mayReadAnything || !isJsonObject(properties)) return [];
  const used = new Set(
    reads.readings.flatMap(({ paths }) =>
      paths.flatMap(({ root, keys }) => (root === 'props' ? [keys[0]] : [])),
    ),
  );
  const names = partsOf(schema, { root: schema, through: SOME_HOLD }).flatMap((part) =>
    isJsonObject(part['properties']) ? Object.keys(part['properties']) : [],
  );
  return [...new Set(names)]
    .filter((name) => !used.has(name))
    .map((name) => warning(['inputSchema', 'properties', name], 'is never used by the execution'));
}

async function checkProgram(
  execution: Execution,
  { env, schemaDir }: CheckToolOptions,
): Promise<Finding[]> {
  if (execution.type !== 'cli' || hasTemplate(execution.command)) return [];
  const { command } = execution;
  if ((await findCommand(command, { env, cwd: schemaDir })) !== undefined) return [];
  const message = /[\\/]/u.test(command) ? 'is no program' : 'command not found in PATH';
  return [warning(['execution', 'command'], `${message}: ${command}`)];
}

async function checkFile(execution: Execution, schemaDir: string): Promise<Finding[]> {
  if (execution.type !== 'file' || hasTemplate(execution.path)) return [];
  const stats = await stat(resolve(schemaDir, execution.path)).catch(() => undefined);
  return stats?.isFile() ? [] : [warning(['execution', 'path'], `no such file: ${execution.path}`)];
}
