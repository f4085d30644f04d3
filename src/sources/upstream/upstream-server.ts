// How a remote server is reached; what configuration boils down to.
import type { LineWireStreams } from '../../mcp/client/line-wire.ts';

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the server, not only what is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface RemoteServer {
  readonly kind: 'http';
  readonly url: string;
  /** Read anew for each request, so that a refreshed token is used at once. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** A server at the other end of a connection that somebody else opens. */
export interface LinesServer {
  readonly kind: 'lines';
  open(): Promise<Omit<LineWireStreams, 'name'>>;
}

export type UpstreamServer = StdioServer | RemoteServer | LinesServer;
