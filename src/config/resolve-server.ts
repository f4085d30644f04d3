// Makes a configured server ready for use: replaces its placeholders, reads its env file, settles its lifecycle.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { PlugboardError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Environment } from '../platform/env.ts';
import { errnoOf } from '../platform/errno.ts';
import { expandTilde } from './config-files.ts';
import { expandEnv } from './expand-env.ts';
import type { ConfiguredServer } from './found-entry.ts';
import type { LoadedConfig } from './load-config.ts';
import { lookupValues, type AskInput } from './lookup-values.ts';
import { overrideLifecycle } from './override-lifecycle.ts';
import { ownProblem } from './own-problem.ts';
import type { DeclaredServer } from './parse-entry.ts';
import type {
  AuthDefinition,
  HttpDefinition,
  LocalDefinition,
  ServerDefinition,
  StdioDefinition,
} from './server-definition.ts';
import { splitCommand } from './split-command.ts';

export interface ResolveOptions {
  readonly env: Environment;
  /** Asks the user for a `${input:…}`; without it such a server cannot be used. */
  readonly askInput?: AskInput;
}

/** The server of that name; what is wrong with it is an error here and nowhere else. */
export async function resolveServer(
  config: LoadedConfig,
  name: string,
  options: ResolveOptions,
): Promise<ServerDefinition> {
  const server = config.servers.get(name);
  if (!server) throw ownProblem(config) ?? unknownServer(config, name);
  if (!server.declared) throw server.error;
  return new Resolution(server, server.declared, { ...options, config }).definition();
}

function unknownServer({ servers }: LoadedConfig, name: string): PlugboardError {
  const available = [...servers.values()].filter(({ enabled }) => enabled).map((one) => one.name);
  return new PlugboardError('not_found', { kind: 'server', name, available: available.toSorted() });
}

class Resolution {
  readonly #server: ConfiguredServer;
  readonly #declared: DeclaredServer;
  readonly #options: ResolveOptions & { readonly config: LoadedConfig };
  readonly #expand: (text: string) => Promise<string>;

  constructor(
    server: ConfiguredServer,
    declared: DeclaredServer,
    options: ResolveOptions & { readonly config: LoadedConfig },
  ) {
    this.#server = server;
    this.#declared = declared;
    this.#options = options;
    const lookup = lookupValues({ server, baseDir: declared.baseDir, ...options });
    this.#expand = (text) => expandEnv(text, lookup);
  }

  async definition(): Promise<ServerDefinition> {
    const { definition } = this.#declared;
    const auth = definition.auth && (await this.#auth(definition.auth));
    return {
      ...definition,
      transport: await this.#transport(),
      lifecycle: overrideLifecycle(definition, this.#options.env),
      ...(auth && { auth }),
    };
  }

  #transport(): Promise<ServerDefinition['transport']> {
    const { transport } = this.#declared.definition;
    if (transport.kind === 'stdio') return this.#stdio(transport);
    return transport.kind === 'http' ? this.#http(transport) : this.#local(transport);
  }

  async #stdio(transport: StdioDefinition): Promise<StdioDefinition> {
    const { cwd: wanted, envFile } = this.#declared;
    const cwd = await this.#path(wanted ?? '.', this.#declared.baseDir);
    const command = await this.#command(transport, cwd);
    const fromFile = envFile === undefined ? {} : await this.#envFile(envFile, cwd);
    return {
      ...transport,
      ...command,
      cwd,
      env: { ...fromFile, ...(await this.#map(transport.env)) },
    };
  }

  /** A program that is there under the very name, blanks and all, is no command line. */
  async #command(
    { command, args }: StdioDefinition,
    cwd: string,
  ): Promise<Pick<StdioDefinition, 'command' | 'args'>> {
    const whole = await this.#expand(command);
    const isLine = this.#declared.isCommandLine && /\s/u.test(command.trim());
    if (!isLine || (await isFile(resolve(cwd, whole)))) {
      return { command: whole, args: await this.#list(args) };
    }
    const hasBackslashPaths = this.#options.config.places.platform === 'win32';
    const [first = whole, ...rest] = await this.#list(splitCommand(command, { hasBackslashPaths }));
    return { command: first, args: rest };
  }

  async #http(transport: HttpDefinition): Promise<HttpDefinition> {
    const headers = await this.#map(transport.headers);
    const { bearerToken } = this.#declared;
    const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    const token = bearerToken === undefined || isSaid ? '' : await this.#expand(bearerToken);
    return {
      ...transport,
      url: await this.#url(transport.url),
      headers: token === '' ? headers : { ...headers, Authorization: toBearer(token) },
    };
  }

  /** Complaints show the text as written: what it expands to may hold a secret. */
  async #url(written: string): Promise<string> {
    const text = await this.#expand(written);
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url) throw this.#error(`baseUrl '${written}' is not a URL`);
    if (url.protocol === 'http:' || url.protocol === 'https:') return text;
    throw this.#error(`baseUrl '${written}' must begin with http:// or https://`);
  }

  async #local(transport: LocalDefinition): Promise<LocalDefinition> {
    const path = await this.#path(transport.path, this.#declared.baseDir);
    return { ...transport, path, env: await this.#map(transport.env) };
  }

  async #auth(auth: AuthDefinition): Promise<AuthDefinition> {
    const texts = await Promise.all(
      Object.entries(auth).map(async ([key, value]: [string, unknown]) => {
        if (key === 'identityProvider')
          return [key, await this.#identityProvider(value as JsonObject)];
        if (typeof value !== 'string') return [key, value];
        const isPath = key === 'tokenCacheDir' || key === 'privateKeyFile';
        return [
          key,
          await (isPath ? this.#path(value, this.#declared.baseDir) : this.#expand(value)),
        ];
      }),
    );
    return Object.fromEntries(texts) as AuthDefinition;
  }

  async #identityProvider(said: JsonObject): Promise<JsonObject> {
    const { idTokenFile } = said;
    if (typeof idTokenFile !== 'string') return said;
    return { ...said, idTokenFile: await this.#path(idTokenFile, this.#declared.baseDir) };
  }

  async #envFile(text: string, cwd: string): Promise<Record<string, string>> {
    const path = await this.#path(text, cwd);
    try {
      const values = parseEnv(await readFile(path, 'utf8'));
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
    } catch (cause) {
      throw this.#error(
        `envFile ${path} cannot be read (${errnoOf(cause) ?? 'unknown error'})`,
        cause,
      );
    }
  }

  async #path(text: string, start: string): Promise<string> {
    const { home } = this.#options.config.places;
    return resolve(start, expandTilde(await this.#expand(text), home));
  }

  async #list(texts: readonly string[]): Promise<readonly string[]> {
    const expanded: string[] = [];
    for (const text of texts) expanded.push(await this.#expand(text));
    return expanded;
  }

  async #map(texts: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const names = Object.keys(texts);
    const values = await this.#list(Object.values(texts));
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  }

  #error(reason: string, cause?: unknown): PlugboardError {
    const { name, origin } = this.#server;
    const facts = { file: origin.file, reason: `server '${name}': ${reason}` };
    return new PlugboardError('config_error', facts, { cause });
  }
}

/** Some write the scheme into the token. */
function toBearer(token: string): string {
  return /^bearer\s/iu.test(token) ? token : `Bearer ${token}`;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
