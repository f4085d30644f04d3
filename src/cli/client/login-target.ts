// Which server a login is for: a configured one, one at an address, or one described by flags.
import { readFile } from 'node:fs/promises';
import type { Servers } from '../../app/servers/open-servers.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import type { Deps } from '../deps.ts';
import { unreadable } from '../unreadable.ts';
import { describeAdHoc, isAdHoc, refuseLooseFlags, type TargetOptions } from './open-target.ts';
import { unknownHere } from './unknown-here.ts';

export interface LoginTarget {
  readonly definition: ServerDefinition;
  /** Saves the server where `--persist` says. */
  persist(): Promise<void>;
}

interface LoginRequest {
  readonly word: string | undefined;
  readonly options: TargetOptions & { readonly redirectUrl?: string | undefined };
  readonly servers: Servers;
}

export async function loginTarget(request: LoginRequest, deps: Deps): Promise<LoginTarget> {
  const { options } = request;
  const { definition, persist } = await find(request, deps);
  const { redirectUrl } = options;
  if (redirectUrl === undefined) return { definition, persist };
  if (!URL.canParse(redirectUrl)) {
    const reason = `expected an address, got '${redirectUrl}'`;
    throw new PlugboardError('parse_error', { what: '--redirect-url', reason });
  }
  return { definition: { ...definition, auth: { ...definition.auth, redirectUrl } }, persist };
}

async function find({ word, options, servers }: LoginRequest, deps: Deps): Promise<LoginTarget> {
  const isUrl = word !== undefined && /^https?:\/\//u.test(word);
  if (isAdHoc(options) || isUrl) {
    const described = await describeAdHoc(isUrl ? { ...options, httpUrl: word } : options, deps);
    const known =
      options.name === undefined ? await sameAddress(described.definition, servers) : undefined;
    if (known) return { definition: known, persist: async () => {} };
    return options.persist === undefined ? described : asPersisted(described);
  }
  refuseLooseFlags(options);
  if (word === undefined) throw unreadable('name a server or an address');
  const names = await servers.names();
  if (!names.includes(word)) throw unknownHere(word, await servers.config());
  return { definition: await servers.resolve(word), persist: async () => {} };
}

/** Its login is kept where it is looked for once a file names the server. */
function asPersisted({ definition, persist }: LoginTarget): LoginTarget {
  const origin = { ...definition.origin, pointer: `/mcpServers/${definition.name}` };
  return { definition: { ...definition, origin }, persist };
}

/** An address that a configured server has is that server: its login is what calls will use. */
async function sameAddress(
  { transport }: ServerDefinition,
  servers: Servers,
): Promise<ServerDefinition | undefined> {
  if (transport.kind !== 'http') return undefined;
  const names = await servers.names().catch(() => []);
  const resolved = await Promise.allSettled(names.map((name) => servers.resolve(name)));
  const found = resolved.find(
    (one) =>
      one.status === 'fulfilled' &&
      one.value.transport.kind === 'http' &&
      new URL(one.value.transport.url).href === new URL(transport.url).href,
  );
  return found?.status === 'fulfilled' ? found.value : undefined;
}

export async function readTokens(file: string, cwd: string): Promise<string> {
  const path = toAbsolutePath(file, cwd);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const reason = `${file} cannot be read (${errnoOf(cause) ?? 'unknown error'})`;
    throw new PlugboardError('parse_error', { what: '--tokens', reason }, { cause });
  }
}
