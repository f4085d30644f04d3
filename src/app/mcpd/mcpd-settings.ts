// What mcpd runs with, once flags, variables and files have been read.
import type { Account } from './password-check.ts';

/** How mcpd calls the place its settings come from, to scripts and in errors. */
export const COMMAND_LINE = '<COMMANDLINE>';

/** The names mcpd gives its levels of logging, as scripts are told them. */
export type LogLevelName = 'off' | 'info' | 'debug' | 'trace';

export interface McpdSettings {
  readonly host: string;
  readonly port: number;
  readonly basePath: string;
  readonly tls?: { readonly cert: Uint8Array; readonly key: Uint8Array };
  readonly readTimeoutMs: number;
  readonly writeTimeoutMs: number;
  readonly account?: Account;
  readonly apiToken?: string;
  readonly tokenTimeoutSecs: number;
  /** As it was given, perhaps relative: scripts are told it like this. */
  readonly root: string;
  readonly rootPath: string;
  readonly scriptConfig: Readonly<Record<string, string>>;
  readonly publicConfiguration: Readonly<Record<string, string>>;
  readonly logLevelName: LogLevelName;
  /** 0 means no limit. */
  readonly scriptTimeoutMs: number;
  readonly maxConcurrent: number;
  readonly isHelpCached: boolean;
  readonly nameSeparator?: string;
  readonly allowUnauthenticated: boolean;
}
