// The shapes of a schema file once it has been checked; everything templated is still a template.
import type { JsonObject, JsonValue } from '../../core/json.ts';

export type Scalar = string | number | boolean | null;

export interface Schema {
  readonly schemaVersion: string;
  readonly metadata?: Metadata;
  readonly tools?: readonly ToolDefinition[];
  readonly toolsets?: readonly (string | ToolsetReference)[];
  readonly mcp_servers?: Readonly<Record<string, ServerConfig>>;
  readonly libraryDir?: string;
  readonly enableAnyPaths?: boolean;
  readonly directoryAllowList?: readonly string[];
  /** In cached toolsets of servers. */
  readonly expiresAt?: JsonValue;
}

export interface Metadata {
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly license?: string;
  readonly authors?: readonly string[];
}

export interface FilterFields {
  readonly filter?: string;
  readonly filterValue?: string;
}

export interface ToolsetReference extends FilterFields {
  readonly name: string;
  /** The only variables its tools may read. */
  readonly env?: readonly string[];
}

export interface ServerConfig {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly Scalar[];
  readonly env?: Readonly<Record<string, Scalar>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, Scalar>>;
  readonly config?: FilterFields & { readonly expDays?: number };
}

export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly annotations?: JsonObject;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly execution: Execution;
  readonly enableAnyPaths?: boolean;
  readonly directoryAllowList?: readonly string[];
  readonly tags?: readonly string[];
  readonly allowOptionLikeValues?: boolean;
}

export interface HttpExecution {
  readonly type: 'http';
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, Scalar>>;
  readonly auth?: Auth;
  readonly params?: JsonObject;
  readonly body?: { readonly type: 'json' | 'form' | 'raw'; readonly content: JsonValue };
  readonly timeout_ms?: number | string;
  readonly retries?: { readonly attempts?: number | string; readonly backoff_ms?: number | string };
}

export type Auth =
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query';
      readonly name: string;
      readonly value: string;
    }
  | { readonly type: 'bearer'; readonly token: string }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | OAuth2;

export interface OAuth2 {
  readonly type: 'oauth2';
  readonly flow: 'clientCredentials';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes?: readonly string[];
}

export interface CommandFlag {
  readonly from: string;
  readonly type: 'boolean' | 'value';
  readonly style?: 'equals' | 'space';
}

export interface CliExecution {
  readonly type: 'cli';
  readonly command: string;
  readonly args?: readonly Scalar[];
  readonly flags?: Readonly<Record<string, CommandFlag>>;
  readonly cwd?: string;
  readonly timeout_ms?: number | string;
  readonly allowOptionLikeValues?: boolean;
}

export interface FileExecution {
  readonly type: 'file';
  readonly path: string;
  readonly enableTemplating?: boolean;
}

export interface TextExecution {
  readonly type: 'text';
  readonly text: string;
}

export interface McpExecution {
  readonly type: 'mcp';
  readonly serverName: string;
  readonly toolName: string;
}

export type Execution = HttpExecution | CliExecution | FileExecution | TextExecution | McpExecution;
