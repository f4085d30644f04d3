// Keeps the opened servers: one instance for each definition, shared by everyone who asks for it.
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { wrapped } from '../../core/wrappers/wrapped.ts';
import type { EraMemory } from './era-memory.ts';
import { openDefinition, type OpenDefinitionOptions } from './open-definition.ts';

export interface PoolOptions {
  readonly memory: EraMemory;
  /** Where the user's files are; default that of this process. */
  readonly home?: string;
  /** Local tools are looked at again when their files change. */
  readonly isWatching?: boolean;
  readonly onStderr?: (server: string, chunk: Buffer) => void;
  /** How a server that is to be kept alive is opened; default as any other, by this process. */
  readonly openKept?: typeof openDefinition;
}

export type PoolRequest = Pick<OpenDefinitionOptions, 'env' | 'isDescribed'>;

export interface ServerPool extends AsyncDisposable {
  /** The source of a server; disposing what is handed out closes nothing. */
  open(definition: ServerDefinition, request: PoolRequest): Promise<ToolSource>;
  /** Closes one instance; the next to ask for it opens another. */
  close(key: string): Promise<void>;
}

/**
 * Two definitions are one instance when everything that decides how the server runs is the same:
 * placeholders are replaced by now, so the values of variables count.
 */
export function instanceKey(definition: ServerDefinition): string {
  const { name, transport, auth, allowedTools, blockedTools, protocolVersion } = definition;
  return JSON.stringify([name, transport, auth, allowedTools, blockedTools, protocolVersion]);
}

export function openServerPool(options: PoolOptions): ServerPool {
  const { openKept = openDefinition } = options;
  const opened = new Map<string, Promise<ToolSource>>();
  const close = async (key: string) => {
    const opening = opened.get(key);
    opened.delete(key);
    const source = await opening?.catch(() => undefined);
    await source?.[Symbol.asyncDispose]();
  };
  return {
    open: async (definition, request) => {
      const key = instanceKey(definition);
      const isKept = definition.lifecycle.mode === 'keep-alive';
      const openNew = isKept ? openKept : openDefinition;
      const opening = opened.get(key) ?? openNew(definition, { ...options, ...request });
      opened.set(key, opening);
      try {
        return borrowed(await opening);
      } catch (thrown) {
        if (opened.get(key) === opening) opened.delete(key);
        throw thrown;
      }
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled([...opened.keys()].map(close));
      await options.memory.settled();
    },
  };
}

/** The pool closes what it opened, nobody else. */
function borrowed(source: ToolSource): ToolSource {
  return Object.defineProperty(wrapped(source, {}), Symbol.asyncDispose, { value: async () => {} });
}
