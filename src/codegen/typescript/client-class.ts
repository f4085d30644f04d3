// The typed client of a server: a class over the library with one method for each tool.
import type { Catalog, Connection, Provenance } from '../catalog.ts';
import type { JsonObject } from '../../core/json.ts';
import { openNameScope, toCamel } from '../names.ts';
import { renderDoc, toLines } from './doc-comment.ts';
import { LINE_WIDTH, toDataLiteral, toStringLiteral } from './literals.ts';
import type { ToolTypes } from './tool-types.ts';

export interface ClientFacts {
  readonly names: { readonly client: string; readonly open: string };
  readonly catalog: Catalog;
  readonly provenance: Provenance;
}

/** Members a class has anyway, and `then`, which would make the client look like a promise. */
const OWN_MEMBERS = (
  'close constructor hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then ' +
  'toLocaleString toString valueOf'
).split(' ');

export function renderClient(tools: readonly ToolTypes[], facts: ClientFacts): string {
  const scope = openNameScope({ reserved: OWN_MEMBERS });
  const methods = tools.map((tool) => renderMethod(scope.take(toCamel(tool.tool.name)), tool));
  return [IMPORTS, TYPED_RESULT, renderClass(methods, facts), renderOpen(facts)].join('\n');
}

const IMPORTS = `import { createRuntime } from 'plugboard';
import type { CallOptions, CallResult, JsonObject, Runtime, RuntimeOptions } from 'plugboard';
`;

const TYPED_RESULT = `/** A result whose structured content has a known type. */
export interface TypedResult<Output> extends Omit<CallResult, 'json' | 'structured'> {
  /** The structured content, or the text read as JSON. */
  json(): Output;
  /** The structured content; \`undefined\` where the tool gave none. */
  structured(): Output | undefined;
}
`;

function renderClass(methods: readonly string[], { names, catalog }: ClientFacts): string {
  const server = toStringLiteral(catalog.server);
  const doc = renderDoc([`The tools of ${catalog.server}, one method each.`], '');
  return `${doc}export class ${names.client} implements AsyncDisposable {
  readonly #runtime: Runtime;
  readonly #server: string;

  constructor(runtime: Runtime, server: string = ${server}) {
    this.#runtime = runtime;
    this.#server = server;
  }

${methods.join('\n')}
  /** Closes the runtime of this client. */
  close(): Promise<void> {
    return this.#runtime.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #call<Result>(tool: string, args: unknown, options?: CallOptions): Promise<Result> {
    return (await this.#runtime.callTool(
      this.#server,
      tool,
      args as JsonObject,
      options,
    )) as unknown as Result;
  }
}
`;
}

function renderMethod(name: string, { tool, input, output, hasNoNeeds }: ToolTypes): string {
  const doc = renderDoc(toLines(tool.description ?? tool.title ?? ''), '  ');
  const args = `args: ${input}${hasNoNeeds ? ' = {}' : ''}`;
  const result = output === undefined ? 'CallResult' : `TypedResult<${output}>`;
  const row = `  ${name}(${args}, options?: CallOptions): Promise<${result}> {`;
  const head =
    row.length <= LINE_WIDTH
      ? row
      : `  ${name}(\n    ${args},\n    options?: CallOptions,\n  ): Promise<${result}> {`;
  const words = [toStringLiteral(tool.name), 'args', 'options'];
  const call = `    return this.#call(${words.join(', ')});\n`;
  const body =
    call.length <= LINE_WIDTH
      ? call
      : `    return this.#call(\n${words.map((word) => `      ${word},\n`).join('')}    );\n`;
  return `${doc}${head}\n${body}  }\n`;
}

/** A server that stands in no configuration is described here. */
function renderOpen({ names, catalog, provenance }: ClientFacts): string {
  const { client, open } = names;
  const isConfigured = provenance.origin.kind === 'configured';
  const servers = isConfigured ? undefined : { [catalog.server]: entryOf(catalog.connection) };
  const start = '  const servers = ';
  const lines = servers
    ? [
        `${start}${toDataLiteral(servers, '  ', start.length)};`,
        '  const all = { ...options, servers: { ...servers, ...options.servers } };',
        `  return new ${client}(await createRuntime(all));`,
      ]
    : [`  return new ${client}(await createRuntime(options));`];
  return `/** Opens a client of its own; close it when you are done. */
export async function ${open}(options: RuntimeOptions = {}): Promise<${client}> {
${lines.join('\n')}
}
`;
}

/** The server as an entry of `mcpServers`. */
function entryOf(connection: Connection): JsonObject {
  if (connection.kind === 'http') {
    return { baseUrl: connection.url, ...nonEmpty('headers', connection.headers) };
  }
  const { command, args, env, cwd } = connection;
  return {
    command,
    args: [...args],
    ...nonEmpty('env', env),
    ...(cwd !== undefined && { cwd }),
  };
}

function nonEmpty(key: string, record: Readonly<Record<string, string>>): JsonObject {
  return Object.keys(record).length === 0 ? {} : { [key]: { ...record } };
}
