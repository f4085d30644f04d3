// What a caller of serveHttp may choose.
import type { Dialect } from '../../core/dialect.ts';
import type { SourceInfo } from '../../core/tool-source.ts';

/** Decides who may pass: returns the caller's identity, or `undefined` to refuse. */
export interface Wall {
  check(
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<string | undefined> | string | undefined;
  /** The `WWW-Authenticate` value of a refusal. */
  readonly challenge: string;
}

export interface HttpOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 1995; 0 takes any free port. */
  readonly port?: number;
  /** Path of the MCP endpoint, default `/mcp`. */
  readonly path?: string;
  /** Serve the HTTP+SSE transport of 2024-11-05 too, on `/sse` and `/messages`. */
  readonly legacySse?: boolean;
  /** Host names accepted beside the loopback names and the host listened on; `*` is any. */
  readonly allowedHosts?: readonly string[];
  /** Origins accepted beside those of the loopback names. */
  readonly allowedOrigins?: readonly string[];
  readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array };
  readonly wall?: Wall;
  /** Listen on a non-loopback address without a wall; warned about on stderr. */
  readonly allowUnauthenticated?: boolean;
  readonly dialect?: Dialect;
  readonly info?: SourceInfo;
  /** How long a client may take to send its request; 0 means no limit. */
  readonly readTimeoutMs?: number;
  /** How long a client may take nothing of an answer that waits for it; default 30 s, 0 means no limit. */
  readonly writeTimeoutMs?: number;
  /** Told about every answer once it is out, for the log. */
  readonly onAnswer?: (answer: HttpAnswer) => void;
  /** Told about what a client is not told: internal errors and refused connections. */
  readonly onProblem?: (message: string, cause?: unknown) => void;
}

/** What was answered to whom; neither headers nor bodies, because they hold secrets. */
export interface HttpAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** `address:port` of the client. */
  readonly remote: string;
}

/** A running HTTP server; disposing it lets what runs finish for a moment, then ends it. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}
