// One connection to one server, without configuration: over a child's pipes, or over HTTP.
import type { JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import type { SourceInfo, Tool, ToolSource } from '../../core/tool-source.ts';
import type { UpstreamServer } from '../../sources/upstream/upstream-server.ts';
import { CallResult } from './call-result.ts';

/** What every way to a server offers. */
export interface McpTransport extends AsyncDisposable {
  /** Connects, and tells what the server says of itself. */
  initialize(): Promise<SourceInfo>;
  listTools(): Promise<readonly Tool[]>;
  callTool(name: string, args?: JsonObject): Promise<CallResult>;
  close(): Promise<void>;
}

export interface StdioTransportOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the environment the server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface HttpSseTransportOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same for both: only how the server is reached differs. */
class UpstreamTransport implements McpTransport {
  readonly #open: () => Promise<ToolSource>;
  #source: Promise<ToolSource> | undefined;

  constructor(name: string, describe: () => Promise<UpstreamServer>) {
    this.#open = async () => {
      const { openUpstream } = await import('../../sources/upstream/open-upstream.ts');
      return openUpstream(await describe(), { id: name });
    };
  }

  async initialize(): Promise<SourceInfo> {
    const source = await this.#opened();
    await source.tools.list(localContext());
    return source.info ?? { name: source.id, version: '' };
  }

  async listTools(): Promise<readonly Tool[]> {
    return (await (await this.#opened()).tools.list(localContext())).items;
  }

  async callTool(name: string, args: JsonObject = {}): Promise<CallResult> {
    const source = await this.#opened();
    return new CallResult(await source.tools.call(name, args, localContext()));
  }

  async close(): Promise<void> {
    const source = await this.#source?.catch(() => undefined);
    await source?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #opened(): Promise<ToolSource> {
    return (this.#source ??= this.#open());
  }
}

/**
 * A server that is started as a child process.
 *
 * @example
 * ```ts
 * import { StdioTransport } from 'plugboard';
 *
 * await using server = new StdioTransport({ command: 'npx', args: ['-y', 'some-server'] });
 * const { name } = await server.initialize();
 * ```
 */
export class StdioTransport extends UpstreamTransport {
  constructor({ command, args = [], env = {}, cwd }: StdioTransportOptions) {
    super(command, async () => {
      const { childBaseEnv } = await import('../../platform/env.ts');
      const whole = { ...childBaseEnv(), ...env };
      return { kind: 'stdio', command, args, env: whole, ...(cwd !== undefined && { cwd }) };
    });
  }
}

/**
 * A server that is reached over HTTP: Streamable HTTP of any revision, or HTTP with SSE.
 *
 * @example
 * ```ts
 * import { HttpSseTransport } from 'plugboard';
 *
 * await using server = new HttpSseTransport({ url: 'https://mcp.example.com/mcp' });
 * const tools = await server.listTools();
 * ```
 */
export class HttpSseTransport extends UpstreamTransport {
  constructor({ url, headers = {} }: HttpSseTransportOptions) {
    super(new URL(url).host, async () => ({ kind: 'http', url, headers: async () => headers }));
  }
}
