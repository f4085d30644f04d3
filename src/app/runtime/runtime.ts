// Calls tools of configured servers from code: connections are opened once and shared.
/* oxlint-disable max-params -- server, tool, arguments, options: the order of the specification */
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { withFormDefaults } from '../../core/form-defaults.ts';
import type { JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import type { PromptResult, ReadResult } from '../../core/result.ts';
import type { Prompt, Resource, SourceInfo, Tool, ToolSource } from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import type { Servers } from '../servers/open-servers.ts';
import { withDeadline } from '../servers/with-deadline.ts';
import { CallResult } from './call-result.ts';
import type { CallOptions, RuntimeOptions } from './runtime-options.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const NEVER = new AbortController().signal;

/**
 * The servers of the configuration, each connected when it is first used and kept until the end.
 *
 * @example
 * ```ts
 * import { Runtime } from 'plugboard';
 *
 * await using runtime = await Runtime.fromConfig();
 * const args = { libraryName: 'react' };
 * const result = await runtime.callTool('context7', 'resolve-library-id', args);
 * process.stdout.write(result.text());
 * ```
 */
export class Runtime implements AsyncDisposable {
  readonly #servers: Servers;
  readonly #options: RuntimeOptions;

  private constructor(servers: Servers, options: RuntimeOptions) {
    this.#servers = servers;
    this.#options = options;
  }

  /** Reads the configuration; nothing is connected yet. */
  static async fromConfig(options: RuntimeOptions = {}): Promise<Runtime> {
    const { openRuntimeServers } = await import('./runtime-servers.ts');
    const servers = await openRuntimeServers(options);
    try {
      await servers.config();
    } catch (thrown) {
      await servers[Symbol.asyncDispose]();
      throw thrown;
    }
    return new Runtime(servers, options);
  }

  /** The names of the servers, sorted. */
  listServers(): Promise<readonly string[]> {
    return this.#servers.names();
  }

  /** What the server says of itself; connects to it. */
  async serverInfo(server: string, options: CallOptions = {}): Promise<SourceInfo | undefined> {
    const { source } = await this.#servers.open(server, { isDescribed: true });
    await this.#ask({ server, what: server }, options, (ctx) => source.tools.list(ctx));
    return source.info;
  }

  async listTools(server: string, options: CallOptions = {}): Promise<readonly Tool[]> {
    const source = await this.#open(server);
    const ask = { server, what: server };
    return (await this.#ask(ask, options, (ctx) => source.tools.list(ctx))).items;
  }

  /** Runs a tool. One that fails gives a result with `isError`; anything else is thrown. */
  async callTool(
    server: string,
    tool: string,
    args: JsonObject = {},
    options: CallOptions = {},
  ): Promise<CallResult> {
    const source = await this.#open(server);
    const what = `${server}.${tool}`;
    return this.#ask({ server, what }, options, async (ctx) => {
      try {
        const result = await source.tools.call(tool, args, ctx);
        if (result.isError) await this.#refuseUnknown(server, tool, ctx);
        return new CallResult(result);
      } catch (thrown) {
        if (toPlugboardError(thrown).code === 'tool_failed') {
          await this.#refuseUnknown(server, tool, ctx);
        }
        throw thrown;
      }
    });
  }

  async listResources(server: string, options: CallOptions = {}): Promise<readonly Resource[]> {
    const source = await this.#open(server);
    const side = present(source.resources, server, 'resources');
    const ask = { server, what: server };
    return (await this.#ask(ask, options, (ctx) => side.list(ctx))).items;
  }

  async readResource(server: string, uri: string, options: CallOptions = {}): Promise<ReadResult> {
    const source = await this.#open(server);
    const side = present(source.resources, server, 'resources');
    const ask = { server, what: `${server} ${uri}` };
    return this.#ask(ask, options, (ctx) => side.read(uri, ctx));
  }

  async listPrompts(server: string, options: CallOptions = {}): Promise<readonly Prompt[]> {
    const source = await this.#open(server);
    const side = present(source.prompts, server, 'prompts');
    const ask = { server, what: server };
    return (await this.#ask(ask, options, (ctx) => side.list(ctx))).items;
  }

  async getPrompt(
    server: string,
    prompt: string,
    args: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<PromptResult> {
    const source = await this.#open(server);
    const side = present(source.prompts, server, 'prompts');
    const ask = { server, what: `${server}.${prompt}` };
    return this.#ask(ask, options, (ctx) => side.get(prompt, args, ctx));
  }

  /** Closes every connection; servers that were started are ended. */
  async close(): Promise<void> {
    await this.#servers[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Servers have many ways to say that they lack a tool; callers get one. */
  async #refuseUnknown(server: string, tool: string, ctx: CallContext): Promise<void> {
    const source = await this.#open(server);
    const { items } = await source.tools.list(ctx);
    if (items.some(({ name }) => name === tool)) return;
    throw new PlugboardError('not_found', { kind: 'tool', name: tool, on: server });
  }

  async #open(server: string): Promise<ToolSource> {
    return (await this.#servers.open(server)).source;
  }

  #ask<Value>(
    { server, what }: Asked,
    options: CallOptions,
    ask: (ctx: CallContext) => Promise<Value>,
  ): Promise<Value> {
    const { signal = NEVER, onProgress, onLog } = options;
    const { onInput } = this.#options;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return withDeadline({ timeoutMs, what, signal }, (guard) =>
      ask(
        localContext({
          signal: guard.signal,
          caller: { name: 'plugboard', version: VERSION },
          onProgress: (update) => {
            guard.extend();
            onProgress?.(update);
          },
          ...(onLog && { onLog }),
          ...(onInput && {
            onInput: async (request) =>
              withFormDefaults(request, await guard.pauseFor(onInput(request, server))),
          }),
        }),
      ),
    );
  }
}

interface Asked {
  readonly server: string;
  readonly what: string;
}

function present<Side>(side: Side | undefined, server: string, what: string): Side {
  if (side !== undefined) return side;
  throw new PlugboardError('not_supported', { source: server, what });
}

/**
 * Opens a runtime; the same as `Runtime.fromConfig`.
 *
 * @example
 * ```ts
 * import { createRuntime } from 'plugboard';
 *
 * await using runtime = await createRuntime({
 *   servers: { time: { command: 'npx', args: ['-y', 'some-time-server'] } },
 * });
 * const tools = await runtime.listTools('time');
 * ```
 */
export function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  return Runtime.fromConfig(options);
}

/**
 * Calls one tool and closes the connection again.
 *
 * @example
 * ```ts
 * import { callOnce } from 'plugboard';
 *
 * const result = await callOnce('firecrawl', 'crawl', { url: 'https://example.com' });
 * process.stdout.write(result.text());
 * ```
 */
export async function callOnce(
  server: string,
  tool: string,
  args: JsonObject = {},
  options: RuntimeOptions & CallOptions = {},
): Promise<CallResult> {
  await using runtime = await Runtime.fromConfig(options);
  return await runtime.callTool(server, tool, args, options);
}
