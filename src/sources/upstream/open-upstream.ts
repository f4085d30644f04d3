// A remote MCP server as a source: its tools, resources and prompts as they are, nothing added or lost.
import type { CallContext, TraceContext } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { CompletionResult, PromptResult, ReadResult, ToolResult } from '../../core/result.ts';
import type {
  ChangedSide,
  Listing,
  Prompt,
  Resource,
  ResourceSide,
  ResourceTemplate,
  SourceInfo,
  Tool,
  ToolSource,
} from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import type { McpClient, RequestOptions } from '../../mcp/client/mcp-client.ts';
import type { ServerMemory } from '../../mcp/client/open-client.ts';
import { isSessionEnd } from '../../mcp/client/session-end.ts';
import { parameterHeaders } from '../../mcp/wire/header-values.ts';
import { RPC } from '../../mcp/wire/jsonrpc.ts';
import type { ServerProcess } from '../../platform/server-process.ts';
import { callableTools } from './callable-tools.ts';
import { connect } from './connect.ts';
import { keepConnection, type Connection } from './keep-connection.ts';
import { KeptList, listAll, type ListQuery } from './kept-list.ts';
import { namingServer } from './name-server.ts';
import type { UpstreamServer } from './upstream-server.ts';

export interface UpstreamOptions {
  readonly id: string;
  /** What the server turned out to be the last time. */
  readonly remembered?: ServerMemory;
  /** Told what the server turned out to be, so that it can be remembered. */
  readonly onRemember?: (memory: ServerMemory) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  /** Told of each process that is started for the server. */
  readonly onProcess?: (process: ServerProcess) => void;
}

/** Lists are fetched for everyone, so that no single caller can give them up. */
const NEVER = new AbortController().signal;

/** What a caller of ours can be asked for is what the server may ask us for. */
const ASKABLE: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

export function openUpstream(server: UpstreamServer, options: UpstreamOptions): ToolSource {
  const upstream = new Upstream(server, options);
  return {
    id: options.id,
    get info() {
      return upstream.info;
    },
    tools: {
      list: (ctx) => upstream.list(upstream.tools, ctx),
      call: (name, args, ctx) => upstream.call(name, args, ctx),
    },
    resources: upstream.resources(),
    prompts: {
      list: (ctx) => upstream.list(upstream.prompts, ctx),
      get: async (name, args, ctx) =>
        (await upstream.ask(
          'prompts/get',
          { name, arguments: { ...args } },
          ctx,
        )) as unknown as PromptResult,
    },
    completions: {
      complete: async (request, ctx) => {
        const result = await upstream.ask('completion/complete', { ...request }, ctx);
        const { completion } = result;
        return (isJsonObject(completion)
          ? completion
          : { values: [] }) as unknown as CompletionResult;
      },
    },
    onChange: (listener) => upstream.onChange(listener),
    [Symbol.asyncDispose]: async () => {
      await upstream.connection[Symbol.asyncDispose]();
      if (server.kind === 'http') await server.authorizer?.settled();
    },
  };
}

/** What a list is once it is seen by who asked for it. */
type See<Item> = (listing: Listing<Item>, client: McpClient) => Listing<Item>;
const asListed = <Item>(listing: Listing<Item>): Listing<Item> => listing;

class Upstream {
  readonly connection: Connection;
  readonly tools = this.#kept<Tool>(
    { method: 'tools/list', member: 'tools', capability: 'tools' },
    (listing, client) => (this.#hasMarks(client) ? callableTools(listing) : listing),
  );
  readonly prompts = this.#kept<Prompt>({
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
  });
  #resources = this.#kept<Resource>({
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
  });
  #templates = this.#kept<ResourceTemplate>({
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
  });
  #listeners = new Set<(what: ChangedSide) => void>();
  #updates = new Map<string, Set<() => void>>();
  readonly #id: string;
  readonly #isHttp: boolean;
  #remembered: ServerMemory | undefined;
  /** The era of the connection is from memory alone: no answer has confirmed it yet. */
  #isGuess = false;

  constructor(server: UpstreamServer, options: UpstreamOptions) {
    const { id, onStderr, onProcess, onRemember } = options;
    const identity = { name: 'plugboard', version: VERSION, capabilities: ASKABLE };
    this.#id = id;
    this.#isHttp = server.kind === 'http';
    this.#remembered = options.remembered;
    const hooks = { ...(onStderr && { onStderr }), ...(onProcess && { onProcess }) };
    const open = (signal: AbortSignal, remembered: ServerMemory | undefined) =>
      connect(server, { name: id, identity, signal, remembered, ...hooks });
    this.connection = keepConnection({
      open: async (signal) => {
        const remembered = this.#remembered;
        this.#isGuess = remembered === 'modern';
        if (remembered === undefined) return open(signal, remembered);
        // Opening runs no tool: a server that changed is asked again what it is.
        return open(signal, remembered).catch((thrown: unknown) => {
          if (signal.aborted || isAuthRequired(thrown)) throw thrown;
          return open(signal, undefined);
        });
      },
      onOpen: ({ client, memory }) => {
        if (memory !== this.#remembered) onRemember?.(memory);
        this.#remembered = memory;
        this.#dropLists();
        if (this.#listeners.size > 0) this.#follow(client);
      },
    });
  }

  /** What the server says of itself, while it is connected. */
  get info(): SourceInfo | undefined {
    const { serverInfo, instructions } = this.connection.current?.server ?? {};
    const { name, version } = serverInfo ?? {};
    if (typeof name !== 'string' || typeof version !== 'string') return undefined;
    return { ...serverInfo, name, version, ...(instructions !== undefined && { instructions }) };
  }

  /** Connected first: a new connection drops every list, and would drop the one it opens for. */
  async list<Item>(kept: KeptList<Item>, ctx: CallContext): Promise<Listing<Item>> {
    await this.connection.client(ctx.signal);
    return kept.get(ctx);
  }

  async ask(method: string, params: JsonObject, ctx: CallContext): Promise<JsonObject> {
    const ask = (client: McpClient) => client.request(method, params, passedOn(ctx));
    return this.#inSession(ask, ctx.signal).catch(namingServer(this.#id));
  }

  /** A session that the server knows no more has run nothing: another is opened, once. */
  async #inSession<Value>(
    work: (client: McpClient) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    const client = await this.connection.client(signal);
    try {
      return await work(client);
    } catch (thrown) {
      if (!isSessionEnd(thrown)) throw thrown;
      await client.closed;
      return work(await this.connection.client(signal));
    }
  }

  /** A modern server may want arguments repeated in headers; its schema says which. */
  async call(name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> {
    const params = { name, arguments: args };
    const call = async (tool: Tool | undefined) => {
      const headers = tool && parameterHeaders(tool.inputSchema, args);
      const options = { ...passedOn(ctx), ...(headers && { headers }) };
      const ask = (client: McpClient) => client.request('tools/call', params, options);
      return (await this.#inSession(ask, ctx.signal)) as unknown as ToolResult;
    };
    const known = this.tools.current?.items.find((tool) => tool.name === name);
    try {
      return await call(known);
    } catch (thrown) {
      // The server refused before it ran anything: its list tells what it wants.
      if (!(thrown instanceof PlugboardError) || thrown.wire !== RPC.headerMismatch) throw thrown;
      this.tools.drop();
      const { items } = await this.tools.get(ctx);
      return call(items.find((tool) => tool.name === name));
    }
  }

  resources(): ResourceSide {
    return {
      list: (ctx) => this.list(this.#resources, ctx),
      templates: (ctx) => this.list(this.#templates, ctx),
      read: async (uri, ctx) =>
        (await this.ask('resources/read', { uri }, ctx)) as unknown as ReadResult,
      subscribe: (uri, onUpdate, ctx) => this.#subscribe(uri, onUpdate, ctx),
    };
  }

  onChange(listener: (what: ChangedSide) => void): Disposable {
    const first = this.#listeners.size === 0;
    this.#listeners.add(listener);
    if (first && this.connection.current) this.#follow(this.connection.current);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  async #subscribe(uri: string, onUpdate: () => void, ctx: CallContext): Promise<AsyncDisposable> {
    const client = await this.connection.client(ctx.signal);
    if (this.#listeners.size === 0 && this.#updates.size === 0) this.#follow(client);
    const listeners = this.#updates.get(uri) ?? new Set();
    this.#updates.set(uri, listeners.add(onUpdate));
    const subscription = await client.subscribe(uri);
    return {
      [Symbol.asyncDispose]: async () => {
        listeners.delete(onUpdate);
        if (listeners.size > 0) return;
        this.#updates.delete(uri);
        await subscription[Symbol.asyncDispose]();
      },
    };
  }

  #follow(client: McpClient): void {
    client.onEvent((event) => {
      if (event.kind === 'updated') return this.#updates.get(event.uri)?.forEach((tell) => tell());
      this.#dropLists();
      for (const tell of this.#listeners) tell(event.what);
    });
  }

  #dropLists(): void {
    for (const list of [this.tools, this.prompts, this.#resources, this.#templates]) list.drop();
  }

  #kept<Item>(query: ListQuery, see: See<Item> = asListed): KeptList<Item> {
    const fetch = async (client: McpClient) => see(await listAll<Item>(client, query), client);
    return new KeptList<Item>(async () => {
      const client = await this.connection.client(NEVER);
      try {
        const listing = await this.#inSession(fetch, NEVER);
        this.#isGuess = false;
        return listing;
      } catch (thrown) {
        if (!this.#isGuess || isAuthRequired(thrown)) throw thrown;
        await this.#forget(client);
        return fetch(await this.connection.client(NEVER));
      }
    });
  }

  /** Only there are arguments repeated in headers. */
  #hasMarks({ server }: McpClient): boolean {
    return this.#isHttp && server.revision.era === 'modern';
  }

  /** What was remembered did not hold: the next connection finds out anew. */
  async #forget(client: McpClient): Promise<void> {
    this.#remembered = undefined;
    this.#isGuess = false;
    await client[Symbol.asyncDispose]();
    await client.closed;
  }
}

function isAuthRequired(thrown: unknown): boolean {
  return thrown instanceof PlugboardError && thrown.code === 'auth_required';
}

/** What our caller can do is offered to the server: progress, logs, questions, trace context. */
function passedOn(ctx: CallContext): RequestOptions {
  return {
    signal: ctx.signal,
    onProgress: (update) => ctx.progress(update),
    onLog: (level, data, logger) => ctx.log(level, data, logger),
    onInput: async (request) => (await ctx.input({ upstream: request }))['upstream'] ?? {},
    ...(ctx.trace?.traceparent !== undefined && { meta: traceMeta(ctx.trace) }),
  };
}

function traceMeta({ traceparent, tracestate, baggage }: TraceContext): JsonObject {
  return {
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  };
}
