// Opens one connection to a remote server.
import type { ClientIdentity } from '../../mcp/client/mcp-client.ts';
import {
  openHttpClient,
  openLineClient,
  type OpenedClient,
  type ServerMemory,
} from '../../mcp/client/open-client.ts';
import { LineWire } from '../../mcp/client/line-wire.ts';
import { openHttpSender } from '../../platform/send-http.ts';
import { openServerProcess } from '../../platform/server-process.ts';
import type { StdioServer, RemoteServer, UpstreamServer } from './upstream-server.ts';

export interface ConnectOptions {
  /** How the server is called in errors. */
  readonly name: string;
  readonly identity: ClientIdentity;
  readonly signal: AbortSignal;
  readonly remembered: ServerMemory | undefined;
  readonly onStderr?: (chunk: Buffer) => void;
}

export function connect(server: UpstreamServer, options: ConnectOptions): Promise<OpenedClient> {
  return server.kind === 'stdio' ? connectStdio(server, options) : connectHttp(server, options);
}

async function connectStdio(server: StdioServer, options: ConnectOptions): Promise<OpenedClient> {
  const { name, onStderr } = options;
  const child = await openServerProcess({ ...server, ...(onStderr && { onStderr }) });
  const wire = new LineWire({ ...child, name });
  try {
    return await openLineClient(wire, options);
  } catch (thrown) {
    await wire[Symbol.asyncDispose]();
    throw thrown;
  }
}

async function connectHttp(server: RemoteServer, options: ConnectOptions): Promise<OpenedClient> {
  const sender = openHttpSender();
  const { name } = options;
  const target = { url: new URL(server.url), headers: server.headers, send: sender.send, name };
  try {
    const opened = await openHttpClient(target, options);
    void opened.client.closed.then(() => sender[Symbol.dispose]());
    return opened;
  } catch (thrown) {
    sender[Symbol.dispose]();
    throw thrown;
  }
}
