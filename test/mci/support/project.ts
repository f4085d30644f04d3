// Schemas on disk for one test, opened as a client or as a source, closed with the test.
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { PlugboardError } from '../../../src/core/errors.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { ToolSource } from '../../../src/core/tool-source.ts';
import { compileSchema } from '../../../src/platform/json-schema.ts';
import { MciClient } from '../../../src/sources/mci/mci-client.ts';
import { openMci, type MciOptions } from '../../../src/sources/mci/open-mci.ts';
import { folderWith } from '../../support/temp-folder.ts';

/** What a schema holds beside its version; a string is the text of the file. */
export type SchemaText = object | string;

export const MAIN = 'main.mci.json';

export function toText(schema: SchemaText): string {
  if (typeof schema === 'string') return schema;
  return JSON.stringify({ schemaVersion: '1.0', ...schema }, undefined, 2);
}

/** A folder with a schema and other files; objects are schemas too. */
export async function schemaFolder(
  main: SchemaText,
  files: Readonly<Record<string, SchemaText>> = {},
): Promise<string> {
  const name = typeof main === 'string' && !main.trim().startsWith('{') ? 'main.mci.yaml' : MAIN;
  const all = { [name]: main, ...files };
  const folder = await folderWith(
    Object.fromEntries(Object.entries(all).map(([file, text]) => [file, toText(text)])),
  );
  return join(folder, name);
}

export interface Opening extends MciOptions {
  readonly files?: Readonly<Record<string, SchemaText>>;
}

/** A client of a new schema; arguments are checked against the whole input schema. */
export async function clientOf(
  main: SchemaText,
  { files, ...options }: Opening = {},
): Promise<MciClient> {
  const client = await MciClient.open(await schemaFolder(main, files), {
    env: {},
    compile: compileSchema,
    ...options,
  });
  onTestFinished(() => client[Symbol.asyncDispose]());
  return client;
}

/** A client of a schema that is one tool called `t`. */
export function clientOfTool(
  execution: object,
  { tool = {}, ...opening }: Opening & { readonly tool?: object } = {},
): Promise<MciClient> {
  return clientOf({ tools: [{ name: 't', ...tool, execution }] }, opening);
}

/** The text of the first block of a successful result. */
export async function textOf(
  client: MciClient,
  props: JsonObject = {},
  name = 't',
): Promise<unknown> {
  const result = await client.execute(name, props);
  expect(result.error).toBeUndefined();
  return result.content?.[0]?.['text'];
}

export async function sourceOf(path: string, options: MciOptions = {}): Promise<ToolSource> {
  const source = await openMci(path, { env: {}, ...options });
  onTestFinished(() => source[Symbol.asyncDispose]());
  return source;
}

/** Why a schema is refused. */
export async function refusalOf(main: SchemaText, opening: Opening = {}): Promise<PlugboardError> {
  const error: unknown = await clientOf(main, opening).catch((thrown: unknown) => thrown);
  if (error instanceof PlugboardError) return error;
  throw new Error('the schema was not refused');
}

export const TEXT_TOOL = { name: 't', execution: { type: 'text', text: 'hello' } };
