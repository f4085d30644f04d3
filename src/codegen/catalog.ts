// What every generator starts from: the tools of one server, how it is reached, what made the file.
import type { JsonObject } from '../core/json.ts';

/** One tool as generators see it. */
export interface CatalogTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
}

/**
 * How generated programs reach the server. Texts may hold `${VAR}` and `${VAR:-fallback}`, replaced
 * from the environment when the program runs; nothing secret stands here unless it was asked for.
 */
export type Connection = StdioConnection | HttpConnection;

export interface StdioConnection {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** What is added to the environment the server inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the server runs; where that folder is missing, it runs where the program does. */
  readonly cwd?: string;
}

export interface HttpConnection {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The tools of one server: all that a generator may know, already filtered. */
export interface Catalog {
  /** The name users call the server by. */
  readonly server: string;
  readonly description?: string;
  readonly connection: Connection;
  readonly tools: readonly CatalogTool[];
}

export const ARTIFACT_KINDS = [
  'types-ts',
  'client-ts',
  'cli-ts',
  'client-rust',
  'cli-rust',
] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** A generated CLI is its source, one file that runs, or one executable. */
export const CLI_FORMS = ['source', 'bundle', 'executable'] as const;
export type CliForm = (typeof CLI_FORMS)[number];

/** How the same server is found again. */
export type Origin =
  /** `config` is the file that was named to find it. */
  | { readonly kind: 'configured'; readonly server: string; readonly config?: string }
  | { readonly kind: 'path'; readonly path: string }
  /** An entry as configuration files have it, for a server no file knows. */
  | { readonly kind: 'entry'; readonly server: string; readonly entry: JsonObject };

/** What an artifact knows about its own making; enough to make it again. */
export interface Provenance {
  readonly format: 1;
  readonly kind: ArtifactKind;
  /** The version of Plugboard that wrote it. */
  readonly version: string;
  readonly server: string;
  /** The server in one line: its address, its command, its path. */
  readonly source: string;
  readonly origin: Origin;
  readonly options: ArtifactOptions;
  readonly tools: readonly string[];
}

export interface ArtifactOptions {
  /** The name of the program or of the client; default the server's. */
  readonly name?: string;
  /** What it is for; default what the configuration says of the server. */
  readonly description?: string;
  readonly includeTools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly form?: CliForm;
  /** `config`: the program asks Plugboard for the server, by its name. */
  readonly connection?: 'embedded' | 'config';
  readonly hasSecrets?: boolean;
}

/** What generators are told besides the catalog. */
export interface RenderOptions {
  /** The name of the program or of the client. */
  readonly name: string;
  readonly provenance: Provenance;
}
