// Keeps one connection to a server: opened when first needed, again after it was lost, never a call twice.
import { orAborted } from '../../core/or-aborted.ts';
import type { McpClient } from '../../mcp/client/mcp-client.ts';
import type { OpenedClient } from '../../mcp/client/open-client.ts';

export interface Connection extends AsyncDisposable {
  /** The client, connected; several callers at once share one connecting. */
  client(signal: AbortSignal): Promise<McpClient>;
  /** The client if it is connected now. */
  readonly current: McpClient | undefined;
}

export interface ConnectionOptions {
  readonly open: (signal: AbortSignal) => Promise<OpenedClient>;
  /** Told of each new connection. */
  readonly onOpen: (opened: OpenedClient) => void;
}

export function keepConnection({ open, onOpen }: ConnectionOptions): Connection {
  const life = new AbortController();
  let connecting: Promise<McpClient> | undefined;
  let current: McpClient | undefined;

  const forgetWhenClosed = async (client: McpClient) => {
    await client.closed;
    if (current === client) current = undefined;
  };
  const start = async (): Promise<McpClient> => {
    const opened = await open(life.signal);
    current = opened.client;
    void forgetWhenClosed(opened.client);
    onOpen(opened);
    return opened.client;
  };
  return {
    get current() {
      return current;
    },
    client: (signal) => {
      if (current) return Promise.resolve(current);
      connecting ??= start().finally(() => {
        connecting = undefined;
      });
      return orAborted(connecting, signal);
    },
    [Symbol.asyncDispose]: async () => {
      life.abort();
      await connecting?.catch(() => {});
      await current?.[Symbol.asyncDispose]();
    },
  };
}
