// Reads the files mcpd's options name and checks what only makes sense together.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Account } from '../../app/mcpd/password-check.ts';
import {
  COMMAND_LINE,
  type LogLevelName,
  type McpdSettings,
} from '../../app/mcpd/mcpd-settings.ts';
import { PlugboardError } from '../../core/errors.ts';
import { toOptionName } from '../flags.ts';
import type { KeyValue } from './flag-values.ts';
import { MCPD_FLAG_ROWS, type McpdOptions } from './flags.ts';
import { usageError } from './read-options.ts';

export const DEFAULT_USERNAME = 'admin';

export async function loadSettings(options: McpdOptions, cwd: string): Promise<McpdSettings> {
  const root = rootOf(options);
  await checkPlaces(options, cwd);
  const tls = await loadTls(options, cwd);
  const passwordHash = await loadPasswordHash(options, cwd);
  const account = toAccount(options, passwordHash);
  const { httpAuthApiToken, toolNameSeparator } = options;
  return {
    host: options.httpHost,
    port: options.httpPort,
    basePath: options.httpBasePath,
    ...(tls && { tls }),
    readTimeoutMs: options.httpReadTimeoutSecs * 1000,
    writeTimeoutMs: options.httpWriteTimeoutSecs * 1000,
    ...(account && { account }),
    ...(httpAuthApiToken !== undefined && { apiToken: httpAuthApiToken }),
    tokenTimeoutSecs: options.httpAuthTokenTimeout,
    root,
    rootPath: resolve(cwd, root),
    scriptConfig: toRecord(options.scriptConfig),
    publicConfiguration: toRecord(options.wwwConfig),
    logLevelName: toLogLevelName(options),
    scriptTimeoutMs: options.scriptTimeout * 1000,
    maxConcurrent: options.maxConcurrent,
    isHelpCached: !options.noCache,
    ...(toolNameSeparator !== undefined && { nameSeparator: toolNameSeparator }),
    allowUnauthenticated: options.allowUnauthenticated,
  };
}

/** Files and directories must be there; a missing one is a mistake in the command line. */
async function checkPlaces(options: McpdOptions, cwd: string): Promise<void> {
  const given: Readonly<Record<string, unknown>> = options;
  for (const [name, { place, value }] of MCPD_FLAG_ROWS) {
    const path = given[toOptionName(name)];
    if (place === undefined || typeof path !== 'string') continue;
    const kind = await kindOf(resolve(cwd, path));
    if (kind === place.kind) continue;
    const trouble = kind === 'absent' ? 'does not exist' : `is not a ${place.kind}`;
    const reason = `${place.called} ${JSON.stringify(path)} ${trouble}`;
    throw usageError(`invalid value '${path}' for '--${name} <${value}>': ${reason}`);
  }
}

async function kindOf(path: string): Promise<'file' | 'directory' | 'absent'> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 'absent';
  return found.isDirectory() ? 'directory' : 'file';
}

function rootOf({ scriptRootDirectory }: McpdOptions): string {
  if (scriptRootDirectory !== undefined) return scriptRootDirectory;
  const wanted = '--script-root-directory <DIR>';
  throw usageError(`the following required arguments were not provided:\n  ${wanted}`);
}

async function loadTls(options: McpdOptions, cwd: string): Promise<McpdSettings['tls']> {
  const { httpTlsCertFile: certFile, httpTlsKeyFile: keyFile } = options;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (keyFile === undefined)
    throw settingsError('TLS cert file is set but TLS key file is not set');
  if (certFile === undefined)
    throw settingsError('TLS key file is set but TLS cert file is not set');
  const read = (file: string): Promise<Uint8Array> =>
    readFile(resolve(cwd, file)).catch((cause: unknown) => {
      throw settingsError(`Could not read TLS file ${JSON.stringify(file)}: ${reasonOf(cause)}`);
    });
  return { cert: await read(certFile), key: await read(keyFile) };
}

/** The password file wins over the value on the command line. */
async function loadPasswordHash(options: McpdOptions, cwd: string): Promise<string | undefined> {
  const file = options.httpAuthPasswordFile;
  if (file === undefined) return options.httpAuthPasswordSha512;
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw settingsError(
      `Cannot read the password file ${JSON.stringify(path)}: ${reasonOf(cause)}`,
    );
  });
  if (text.trim() === '')
    throw settingsError(`The password file ${JSON.stringify(path)} holds no password`);
  return text.trim();
}

function toAccount(options: McpdOptions, passwordHash: string | undefined): Account | undefined {
  const username = options.httpAuthUsername;
  if (passwordHash !== undefined) {
    return { username: username === '' ? DEFAULT_USERNAME : username, passwordHash };
  }
  if (username === '') return undefined;
  throw settingsError(
    'Configuration contains `--http-auth-username` but `--http-auth-password-file` or ' +
      '`--http-auth-password-sha512` field is not set',
  );
}

function toLogLevelName({ quiet, trace, debug }: McpdOptions): LogLevelName {
  if (quiet) return 'off';
  if (trace) return 'trace';
  return debug ? 'debug' : 'info';
}

function toRecord(pairs: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Settings that cannot work together; mcpd exits with 1. */
function settingsError(reason: string): PlugboardError {
  return new PlugboardError('config_error', { file: COMMAND_LINE, reason });
}
