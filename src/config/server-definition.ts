// What one server is once configuration has been read: the shape every consumer works with.
import type { JsonObject } from '../core/json.ts';

export const EDITOR_NAMES = [
  'cursor',
  'claude-code',
  'claude-desktop',
  'codex',
  'windsurf',
  'opencode',
  'vscode',
] as const;

export type EditorName = (typeof EDITOR_NAMES)[number];

/** Which kind of file said it, highest precedence first. */
export const CONFIG_LAYERS = [
  'flag',
  'env',
  'project',
  'home',
  'mcporter-project',
  'mcporter-home',
  'import',
] as const;

export type ConfigLayer = (typeof CONFIG_LAYERS)[number];

/** Where a definition stands. */
export interface Origin {
  readonly file: string;
  /** JSON pointer inside the file. */
  readonly pointer: string;
  readonly layer: ConfigLayer;
  /** Present on what was imported from an editor. */
  readonly editor?: EditorName;
}

export interface StdioDefinition {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** What is added to the environment the server inherits. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface HttpDefinition {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Cleartext to other machines is wanted. */
  readonly allowHttp: boolean;
  /** The entry says it is a server of the HTTP+SSE transport. */
  readonly legacySse?: boolean;
}

export const LOCAL_SOURCES = ['scripts', 'bash', 'mci'] as const;

/** Tools of this machine, opened in process without a server. */
export interface LocalDefinition {
  readonly kind: 'local';
  readonly source: (typeof LOCAL_SOURCES)[number];
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export type TransportDefinition = StdioDefinition | HttpDefinition | LocalDefinition;

export interface LifecycleDefinition {
  readonly mode: 'keep-alive' | 'ephemeral';
  readonly idleTimeoutMs?: number;
}

/** What entries say about logging in; how it is done is not decided here. */
export interface AuthDefinition {
  readonly kind?: 'oauth' | 'client_credentials' | 'enterprise' | 'refreshable_bearer' | 'none';
  readonly tokenCacheDir?: string;
  readonly clientName?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The name of the variable that holds the secret. */
  readonly clientSecretEnv?: string;
  /** A key in PEM that proves who we are, instead of a secret. */
  readonly privateKeyFile?: string;
  readonly signingAlgorithm?: string;
  readonly clientMetadataUrl?: string;
  readonly tokenEndpointAuthMethod?: string;
  readonly redirectUrl?: string;
  readonly scope?: string;
  /** Arguments that make a stdio server log in by itself. */
  readonly commandArgs?: readonly string[];
  readonly refresh?: JsonObject;
  /** Who vouches for the user where `kind` is `enterprise`. */
  readonly identityProvider?: JsonObject;
}

export interface TimeoutDefinition {
  /** Until the server answers for the first time. */
  readonly startMs?: number;
  readonly callMs?: number;
}

export const PROTOCOL_VERSIONS = ['auto', 'legacy', '2026-07-28'] as const;

export interface ServerDefinition {
  readonly name: string;
  readonly description?: string;
  readonly transport: TransportDefinition;
  readonly lifecycle: LifecycleDefinition;
  readonly auth?: AuthDefinition;
  /** Only these tools are shown and called. */
  readonly allowedTools?: readonly string[];
  /** These tools are neither shown nor called, allowed or not. */
  readonly blockedTools?: readonly string[];
  readonly timeouts?: TimeoutDefinition;
  readonly protocolVersion?: (typeof PROTOCOL_VERSIONS)[number];
  /** Whether the daemon keeps what the server says on stderr. */
  readonly isLogged?: boolean;
  readonly enabled: boolean;
  readonly origin: Origin;
  /** The entry as it is written, for what only one consumer needs. */
  readonly raw: JsonObject;
}
