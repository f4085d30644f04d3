// Turns a server that was named on the command line into a definition, by the rules of configuration.
import { sep } from 'node:path';
import type { LoadedConfig } from '../../config/load-config.ts';
import { parseEntry } from '../../config/parse-entry.ts';
import { resolveServer } from '../../config/resolve-server.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { splitCommand } from '../../config/split-command.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';
import { nameOfCommand, nameOfUrl } from './ad-hoc-name.ts';

export interface AdHocServer {
  readonly name?: string;
  readonly description?: string;
  readonly httpUrl?: string;
  /** A command line. */
  readonly stdio?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowHttp: boolean;
}

export interface AdHocPlace {
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
  /** Where the entry stands, as errors call it; default the command line. */
  readonly file?: string;
}

export interface AdHoc {
  readonly definition: ServerDefinition;
  /** What a file would say, placeholders as written. */
  readonly entry: JsonObject;
}

const COMMAND_LINE = 'the command line';

export async function adHocDefinition(server: AdHocServer, place: AdHocPlace): Promise<AdHoc> {
  const { name, entry } =
    server.stdio === undefined ? ofUrl(server) : ofCommand(server.stdio, server);
  return { definition: await describeEntry(name, entry, place), entry };
}

/** What an entry means that stands in no file. */
export async function describeEntry(
  name: string,
  entry: JsonObject,
  place: AdHocPlace,
): Promise<ServerDefinition> {
  const { file = COMMAND_LINE } = place;
  const origin = { file, pointer: '', layer: 'flag' } as const;
  const { declared, mistakes } = parseEntry(entry, {
    name,
    origin,
    baseDir: place.cwd,
    raw: entry,
  });
  if (!declared) {
    const says = mistakes.map((mistake) => `${mistake.key} ${mistake.says}`.trim()).join('; ');
    throw new PlugboardError('config_error', {
      file,
      reason: `server '${name}': ${says}`,
    });
  }
  const configured = { name, origin, shadowed: [], enabled: true, entry, inputs: [], declared };
  const config: LoadedConfig = {
    servers: new Map([[name, configured]]),
    problems: [],
    imports: [],
    places: { rootDir: place.cwd, home: place.home, env: place.env, platform: PLATFORM },
    stamp: [],
  };
  return resolveServer(config, name, { env: place.env });
}

/** All that is decided by it here is how paths are written. */
const PLATFORM: NodeJS.Platform = sep === '\\' ? 'win32' : 'linux';

interface NamedEntry {
  readonly name: string;
  readonly entry: JsonObject;
}

function ofUrl({ httpUrl = '', name, description, headers, allowHttp }: AdHocServer): NamedEntry {
  if (!/^https?:\/\/./u.test(httpUrl) || !URL.canParse(httpUrl)) {
    throw new PlugboardError('parse_error', {
      what: '--http-url',
      reason: `expected an address with http:// or https://, got '${httpUrl}'`,
    });
  }
  const entry = {
    ...(description !== undefined && { description }),
    baseUrl: httpUrl,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(allowHttp && { allowHttp }),
  };
  return { name: name ?? nameOfUrl(httpUrl), entry };
}

function ofCommand(text: string, { name, description, env }: AdHocServer): NamedEntry {
  const words = splitCommand(text, { hasBackslashPaths: sep === '\\' });
  const [command, ...args] = words;
  if (command === undefined) {
    throw new PlugboardError('parse_error', { what: '--stdio', reason: 'the command is empty' });
  }
  const entry = {
    ...(description !== undefined && { description }),
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
  };
  return { name: name ?? nameOfCommand(words), entry };
}
