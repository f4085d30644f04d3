// The tools of the MCP servers of a schema: from the cache while it lasts, else from the server.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import type { Problem, Tool } from '../../core/tool-source.ts';
import { isShortage } from '../../platform/shortage.ts';
import { fileStamp, type LoadFile } from './load-schema.ts';
import { MCI_LIMITS } from './limits.ts';
import { cacheFileOf, isExpired, saveToolset, toToolset } from './server-cache.ts';
import type { Schema, ServerConfig, ToolDefinition } from './schema.ts';
import type { Env } from './settings.ts';
import { toUpstream, type Upstreams } from './upstreams.ts';

export interface ServerToolsOptions {
  readonly upstreams: Upstreams;
  readonly env: () => Env;
  readonly loadFile: LoadFile;
  readonly closing: AbortSignal;
  readonly nowMs: () => number;
}

export interface ServerTools {
  readonly definitions: readonly ToolDefinition[];
  readonly problems: readonly Problem[];
}

interface Known {
  readonly key: string;
  /** What was fetched, and what went wrong while it was kept. */
  readonly fetched?: { readonly toolset: Schema; readonly problems: readonly Problem[] };
  readonly failure?: { readonly error: PlugboardError; readonly untilMs: number };
}

export class ServerCatalog {
  readonly #options: ServerToolsOptions;
  readonly #known = new Map<string, Known>();
  #retryMs = Infinity;

  constructor(options: ServerToolsOptions) {
    this.#options = options;
  }

  /** A server that cannot be asked is a problem, not an end; only a shortage of the system is. */
  async toolsOf(name: string, config: ServerConfig, libraryDir: string): Promise<ServerTools> {
    const nowMs = this.#options.nowMs();
    const key = JSON.stringify(config);
    const known = this.#known.get(name);
    const { fetched, failure } = known?.key === key ? known : {};
    if (fetched && !isExpired(fetched.toolset.expiresAt, nowMs)) {
      return { definitions: fetched.toolset.tools ?? [], problems: fetched.problems };
    }
    const cached = await this.#cached(cacheFileOf(libraryDir, name));
    // What has expired is better than nothing while the server cannot be reached.
    const definitions = cached?.tools ?? [];
    if (cached && !isExpired(cached.expiresAt, nowMs)) {
      this.#remember(name, { key });
      return { definitions, problems: [] };
    }
    if (failure && failure.untilMs > nowMs) {
      return { definitions, problems: [toProblem(name, failure.error)] };
    }
    try {
      return await this.#fetched(name, config, libraryDir);
    } catch (thrown) {
      const error = toPlugboardError(thrown);
      const untilMs = this.#options.nowMs() + MCI_LIMITS.serverRetryMs.value;
      this.#remember(name, { key, failure: { error, untilMs } });
      return { definitions, problems: [toProblem(name, error)] };
    }
  }

  /** Whether a server that failed should be asked again; every call asks, so it must cost nothing. */
  isRetryDue(): boolean {
    return this.#retryMs !== Infinity && this.#retryMs <= this.#options.nowMs();
  }

  /** Servers that are no longer defined are not asked again. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name);
    this.#planRetry();
  }

  #remember(name: string, known: Known): void {
    this.#known.set(name, known);
    this.#planRetry();
  }

  #planRetry(): void {
    const failures = [...this.#known.values()].map(({ failure }) => failure?.untilMs ?? Infinity);
    this.#retryMs = Math.min(...failures);
  }

  async #cached(file: string): Promise<Schema | undefined> {
    if ((await fileStamp(file)) === undefined) return undefined;
    // A cache that cannot be read is fetched again.
    return this.#options.loadFile(file, 'toolset').then(
      ({ data }) => data,
      (thrown) => {
        if (isShortage(thrown)) throw thrown;
        return undefined;
      },
    );
  }

  async #fetched(name: string, config: ServerConfig, libraryDir: string): Promise<ServerTools> {
    const tools = await fetchTools(name, config, this.#options);
    const expDays = config.config?.expDays ?? MCI_LIMITS.expDays.value;
    const nowMs = this.#options.nowMs();
    const toolset = toToolset({ serverName: name, tools, expDays, nowMs });
    const problems = await saveToolset(libraryDir, name, toolset).then(
      () => [],
      (thrown) => [toProblem(name, thrown)],
    );
    this.#remember(name, { key: JSON.stringify(config), fetched: { toolset, problems } });
    return { definitions: toolset.tools ?? [], problems };
  }
}

function toProblem(subject: string, thrown: unknown): Problem {
  return { subject, error: toPlugboardError(thrown) };
}

async function fetchTools(
  name: string,
  config: ServerConfig,
  { upstreams, env, closing }: ServerToolsOptions,
): Promise<readonly Tool[]> {
  const afterMs = MCI_LIMITS.serverMs.value;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), afterMs);
  const signal = AbortSignal.any([closing, late.signal]);
  const gaveUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      const isLate = late.signal.aborted;
      const what = `the MCP server '${name}'`;
      reject(
        isLate
          ? new PlugboardError('timeout', { what, afterMs })
          : new PlugboardError('cancelled', {}),
      );
    });
  });
  const asked = async () => {
    const source = await upstreams.get(toUpstream(name, config, env()));
    const { items, problems } = await source.tools.list(localContext({ signal }));
    // A list with holes must not be kept for a month.
    if (problems[0]) throw problems[0].error;
    return items;
  };
  try {
    return await Promise.race([asked(), gaveUp]);
  } finally {
    clearTimeout(timer);
  }
}
