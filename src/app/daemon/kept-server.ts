// One server that is kept: started by the first who needs it, stopped when nobody did for a while.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { toPlugboardError } from '../../core/errors.ts';
import type { CallContext } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/result.ts';
import type { ChangedSide, ToolSource } from '../../core/tool-source.ts';
import type { Environment } from '../../platform/env.ts';
import type { ServerProcess } from '../../platform/server-process.ts';
import type { EraMemory } from '../servers/era-memory.ts';
import { openDefinition } from '../servers/open-definition.ts';

export interface KeptOptions {
  readonly memory: EraMemory;
  readonly onEvent: (text: string) => void;
  /** Keeps the daemon from ending while the work lasts. */
  readonly busy: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly onStderr: (definition: ServerDefinition, chunk: Buffer) => void;
}

export type KeptState = 'stopped' | 'starting' | 'running';

export class KeptServer implements AsyncDisposable {
  readonly definition: ServerDefinition;
  calls = 0;
  restarts = 0;
  startedMs: number | undefined;
  /** Who hears that a list of the server changed. */
  readonly listeners = new Set<(what: ChangedSide) => void>();
  /** Who reads along what the server says on stderr. */
  readonly readers = new Set<(server: string, chunk: Buffer) => void>();
  #options: KeptOptions;
  #opening: Promise<ToolSource> | undefined;
  #source: ToolSource | undefined;
  #process: ServerProcess | undefined;
  #inFlight = 0;
  #crashes = 0;
  #isLeaving = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(definition: ServerDefinition, options: KeptOptions) {
    this.definition = definition;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get state(): KeptState {
    if (!this.#source) return 'stopped';
    if (this.#process || this.#source.info) return 'running';
    return this.#inFlight > 0 ? 'starting' : 'stopped';
  }

  /** Opened but not connected: a server starts with the first request to it. */
  open(env: Environment): Promise<ToolSource> {
    this.#opening ??= this.#open(env);
    return this.#opening;
  }

  /** Keeps the server from being stopped while the work lasts. */
  async use<Value>(env: Environment, work: (source: ToolSource) => Promise<Value>): Promise<Value> {
    clearTimeout(this.#idleTimer);
    this.#inFlight += 1;
    try {
      return await this.#options.busy(async () => work(await this.open(env)));
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#rest();
    }
  }

  /** A call that its server did not survive is made again only where the tool says it may be. */
  async call(
    source: ToolSource,
    { name, args }: { readonly name: string; readonly args: JsonObject },
    ctx: CallContext,
  ): Promise<ToolResult> {
    this.calls += 1;
    const crashesBefore = this.#crashes;
    try {
      return await source.tools.call(name, args, ctx);
    } catch (thrown) {
      const isLost = toPlugboardError(thrown).code === 'connection_refused';
      if (!isLost || this.#crashes === crashesBefore || ctx.signal.aborted) throw thrown;
      const { items } = await source.tools.list(ctx);
      const annotations = items.find((tool) => tool.name === name)?.annotations;
      if (annotations?.['idempotentHint'] !== true) throw thrown;
      this.#options.onEvent(`${this.definition.name}: ${name} is idempotent, called again`);
      return source.tools.call(name, args, ctx);
    }
  }

  /** Stops as soon as nothing is in flight; whoever needs the server later opens another. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    if (this.#inFlight === 0) await this.stop();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const opening = this.#opening;
    const wasRunning = this.state === 'running';
    this.#opening = undefined;
    this.#source = undefined;
    this.#process = undefined;
    this.startedMs = undefined;
    const source = await opening?.catch(() => undefined);
    await source?.[Symbol.asyncDispose]();
    if (wasRunning) this.#options.onEvent(`${this.definition.name}: stopped`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #open(env: Environment): Promise<ToolSource> {
    const { memory, onStderr } = this.#options;
    try {
      const source = await openDefinition(this.definition, {
        env,
        memory,
        isDescribed: true,
        onProcess: (process) => void this.#follow(process),
        onStderr: (name, chunk) => {
          onStderr(this.definition, chunk);
          for (const read of this.readers) read(name, chunk);
        },
      });
      source.onChange?.((what) => this.listeners.forEach((tell) => tell(what)));
      this.#source = source;
      this.startedMs = Date.now();
      return source;
    } catch (thrown) {
      this.#opening = undefined;
      throw thrown;
    }
  }

  async #follow(process: ServerProcess): Promise<void> {
    const { name } = this.definition;
    if (this.#crashes > 0) this.restarts += 1;
    this.#process = process;
    this.#options.onEvent(`${name}: started, pid ${process.pid}`);
    const reason = await process.ended;
    if (this.#process !== process) return;
    this.#process = undefined;
    this.#crashes += 1;
    this.#options.onEvent(`${name}: ${reason.split('\n', 1).join('')}`);
  }

  #rest(): void {
    if (this.#isLeaving) return void this.stop();
    const { idleTimeoutMs } = this.definition.lifecycle;
    if (idleTimeoutMs === undefined || idleTimeoutMs <= 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#inFlight === 0) void this.stop();
    }, idleTimeoutMs).unref();
  }
}
