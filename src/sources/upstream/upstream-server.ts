// How a remote server is reached; what configuration boils down to.

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

export type UpstreamServer = StdioServer | RemoteServer;
