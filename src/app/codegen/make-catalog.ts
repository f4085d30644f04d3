// Makes the catalog generators work on from a server that is open: its tools, and how it is reached.
import type {
  ArtifactOptions,
  Catalog,
  CatalogTool,
  Connection,
  Origin,
} from '../../codegen/catalog.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import { describeConnection, throughPlugboard, toConnection } from './to-connection.ts';
import type { Withholding } from './withheld.ts';

/** A server whose tools are known. */
export interface ListedServer {
  readonly name: string;
  readonly description?: string;
  readonly tools: readonly Tool[];
  /** Where it was found: in the configuration, on a path, or on the command line. */
  readonly found: FoundServer;
}

export type FoundServer =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'configured' | 'described';
      /** With the names of variables in the place of their values. */
      readonly definition: ServerDefinition;
      /** The file that was named to find it. */
      readonly config?: string;
    };

export interface MadeCatalog {
  readonly catalog: Catalog;
  readonly origin: Origin;
  /** The server in one line. */
  readonly source: string;
  /** Variables that stand for what was left out. */
  readonly withheld: readonly string[];
}

export function makeCatalog(server: ListedServer, options: ArtifactOptions): MadeCatalog {
  const { name, found } = server;
  const description = options.description ?? server.description;
  const withholding: Withholding = { variables: new Set(), isOff: options.hasSecrets === true };
  const own = ownConnection(found, withholding);
  const wanted = options.connection ?? usualConnection(found);
  const connection =
    wanted === 'config' && found.kind === 'configured'
      ? throughPlugboard([name, ...(found.config === undefined ? [] : ['--config', found.config])])
      : own;
  return {
    catalog: {
      server: name,
      ...(description !== undefined && { description }),
      connection,
      tools: chosenTools(server, options),
    },
    origin: originOf(name, found, own),
    source: found.kind === 'path' ? found.path : describeConnection(own),
    withheld: connection === own ? [...withholding.variables].toSorted() : [],
  };
}

function ownConnection(found: FoundServer, withholding: Withholding): Connection {
  if (found.kind === 'path') return throughPlugboard([found.path]);
  return toConnection(found.definition, withholding);
}

/** Who logs in to a server does so in Plugboard; a program of its own could not. */
function usualConnection(found: FoundServer): 'embedded' | 'config' {
  const kind = found.kind === 'configured' ? found.definition.auth?.kind : undefined;
  return kind === 'oauth' || kind === 'refreshable_bearer' ? 'config' : 'embedded';
}

function originOf(server: string, found: FoundServer, connection: Connection): Origin {
  if (found.kind === 'path') return { kind: 'path', path: found.path };
  const { config } = found;
  if (found.kind === 'configured') {
    return { kind: 'configured', server, ...(config !== undefined && { config }) };
  }
  return { kind: 'entry', server, entry: entryOf(connection, found.definition) };
}

/** The entry of a configuration file that describes the server, without its secrets. */
function entryOf(connection: Connection, { transport }: ServerDefinition): JsonObject {
  if (connection.kind === 'http') {
    const isCleartext = transport.kind === 'http' && transport.allowHttp;
    const { url, headers } = connection;
    return { baseUrl: url, headers: { ...headers }, ...(isCleartext && { allowHttp: true }) };
  }
  const { command, args, env, cwd } = connection;
  return { command, args: [...args], env: { ...env }, ...(cwd !== undefined && { cwd }) };
}

/** The tools asked for, in the order of the server; a name it does not know is a mistake. */
function chosenTools(server: ListedServer, options: ArtifactOptions): readonly CatalogTool[] {
  const { includeTools, excludeTools = [] } = options;
  // A name that comes twice is one tool: callers could not tell them apart.
  const byName = new Map<string, Tool>();
  for (const tool of server.tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  for (const name of [...(includeTools ?? []), ...excludeTools]) {
    if (!byName.has(name)) throw unknownTool(name, server);
  }
  const chosen = [...byName.values()]
    .filter(({ name }) => includeTools?.includes(name) ?? true)
    .filter(({ name }) => !excludeTools.includes(name));
  if (chosen.length === 0) throw noTools(server);
  return chosen.map(toCatalogTool);
}

function toCatalogTool({ name, title, description, inputSchema, outputSchema }: Tool): CatalogTool {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
  };
}

function noTools({ name, tools }: ListedServer): PlugboardError {
  const isEmpty = tools.length === 0;
  const reason = isEmpty ? `${name} has no tools` : `no tool of ${name} is left`;
  const hint = isEmpty ? 'Name a server, a directory or a file with tools' : 'Exclude fewer tools';
  return new PlugboardError('parse_error', { what: 'arguments', reason }, { hint });
}

function unknownTool(name: string, server: ListedServer): PlugboardError {
  const hint = `It has: ${server.tools.map((tool) => tool.name).join(', ')}`;
  return new PlugboardError('not_found', { kind: 'tool', name, on: server.name }, { hint });
}
