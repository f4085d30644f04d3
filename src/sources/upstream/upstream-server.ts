// How a remote server is reached; what configuration boils down to.
import type { LineWireStreams } from '../../mcp/client/line-wire.ts';

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the server, not only what is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Variables that are asked for anew at each start, such as a token that is refreshed. */
  readonly freshEnv?: () => Promise<Readonly<Record<string, string>>>;
}

export interface RemoteServer {
  readonly kind: 'http';
  readonly url: string;
  /** Read anew for each request, so that a refreshed token is used at once. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Who answers for us where the server wants to know who we are. */
  readonly authorizer?: HttpAuthorizer;
}

export interface HttpRefusal {
  readonly status: number;
  /** The WWW-Authenticate header. */
  readonly challenge: string | undefined;
  /** The Authorization header that was not enough. */
  readonly sent: string | undefined;
}

export interface HttpAuthorizer {
  /** The Authorization header of the next request, if there is one. */
  header(signal: AbortSignal): Promise<string | undefined>;
  /** Whether another header may do better; throws where only the user can help. */
  refused(refusal: HttpRefusal, signal: AbortSignal): Promise<boolean>;
  /** Resolves when nothing is under way that must not be lost. */
  settled(): Promise<void>;
}

/** A server at the other end of a connection that somebody else opens. */
export interface LinesServer {
  readonly kind: 'lines';
  open(): Promise<Omit<LineWireStreams, 'name'>>;
}

export type UpstreamServer = StdioServer | RemoteServer | LinesServer;
