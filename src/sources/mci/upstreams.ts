// Connections to the MCP servers of a schema: opened when first needed, shared, closed with the source.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import type { Scalar, ServerConfig } from './schema.ts';
import { fillFromEnv, type Env } from './settings.ts';

/** An MCP server as a schema defines it, with the environment filled in. */
export type UpstreamDefinition =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'http';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export type OpenUpstream = (definition: UpstreamDefinition) => Promise<ToolSource>;

export interface Upstreams extends AsyncDisposable {
  /** The connection to a server; all who ask share it. */
  get(definition: UpstreamDefinition): Promise<ToolSource>;
  /** Closes the connections to servers that are no longer defined like this. */
  keepOnly(definitions: readonly UpstreamDefinition[]): Promise<void>;
}

export function upstreamPool(open: OpenUpstream | undefined): Upstreams {
  const sources = new Map<string, Promise<ToolSource>>();
  const openOne = async (definition: UpstreamDefinition): Promise<ToolSource> => {
    if (open) return open(definition);
    throw new PlugboardError('not_supported', {
      source: 'This program',
      what: `the MCP server '${definition.name}' of the schema`,
    });
  };
  const close = async (key: string): Promise<void> => {
    const source = sources.get(key);
    sources.delete(key);
    await source?.then((opened) => opened[Symbol.asyncDispose]()).catch(() => {});
  };
  const closeAll = async (keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map(close));
  };
  return {
    get: async (definition) => {
      const key = JSON.stringify(definition);
      const source = sources.get(key) ?? openOne(definition);
      sources.set(key, source);
      try {
        return await source;
      } catch (thrown) {
        if (sources.get(key) === source) sources.delete(key);
        throw toPlugboardError(thrown);
      }
    },
    keepOnly: async (definitions) => {
      const wanted = new Set(definitions.map((definition) => JSON.stringify(definition)));
      await closeAll([...sources.keys()].filter((key) => !wanted.has(key)));
    },
    [Symbol.asyncDispose]: () => closeAll([...sources.keys()]),
  };
}

/** The definition of a server; a variable that is not set is an error. */
export function toUpstream(name: string, config: ServerConfig, env: Env): UpstreamDefinition {
  const fill = (value: Scalar) => fillFromEnv(String(value), env);
  const fillMap = (map: Readonly<Record<string, Scalar>> = {}) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, fill(value)]));
  const { command, args = [], url = '', headers } = config;
  if (command === undefined || config.type === 'http') {
    return { kind: 'http', name, url: fill(url), headers: fillMap(headers) };
  }
  return {
    kind: 'stdio',
    name,
    command: fill(command),
    args: args.map(fill),
    env: fillMap(config.env),
  };
}
