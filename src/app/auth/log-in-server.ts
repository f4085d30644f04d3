// Logs in to one server: asks it what it wants, and gets it, from the user or for a machine.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import { parseChallenge, type Challenge } from '../../oauth/challenge.ts';
import type { LoginDialog } from '../../oauth/log-in.ts';
import type { LoginStore, Tokens } from '../../oauth/login-store.ts';
import { openHttpSender } from '../../platform/send-http.ts';
import { openUpstream } from '../../sources/upstream/open-upstream.ts';
import { toUpstream } from '../servers/open-definition.ts';
import { saysHeader } from './http-authorizer.ts';
import { isMachineLogin } from './machine-login.ts';
import { noAddress, openLogin, toSettings, type AuthPlace } from './open-login.ts';
import { machineTokens } from './renew-tokens.ts';

export type { LoginDialog } from '../../oauth/log-in.ts';

export interface LogInServerOptions extends AuthPlace {
  readonly dialog: LoginDialog;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is known of an earlier login is forgotten first. */
  readonly isReset: boolean;
}

export async function logInServer(
  definition: ServerDefinition,
  options: LogInServerOptions,
): Promise<Tokens> {
  refuseOthers(definition);
  const store = openLogin(definition, options);
  if (options.isReset) await forget(store, options.signal);
  const settings = await toSettings(definition, options);
  const { now = Date.now, signal, dialog, timeoutMs } = options;
  const challenge = await askForChallenge(definition, options);
  using sender = openHttpSender();
  const door = { send: sender.send, signal, now, store };
  if (isMachineLogin(definition)) {
    const machine = { ...options, ...door, challenge: challenge ?? {} };
    return await store.locked(() => machineTokens(definition, machine), signal);
  }
  const { logIn } = await import('../../oauth/log-in.ts');
  const isOpen = challenge === undefined;
  return await logIn(settings, { ...door, dialog, timeoutMs, challenge: challenge ?? {}, isOpen });
}

/** What `auth` can do nothing for, with the way out. */
function refuseOthers(definition: ServerDefinition): void {
  const { name, transport, auth, origin } = definition;
  if (auth?.kind === 'refreshable_bearer') {
    const reason = 'its tokens come from elsewhere';
    const hint = `Give it tokens: \`plugboard auth ${name} --tokens FILE\``;
    throw new PlugboardError('auth_required', { server: name, reason }, { hint });
  }
  if (transport.kind !== 'http') throw noAddress(definition);
  if (!saysHeader(definition)) return;
  const reason = `server '${name}' has an Authorization header or a bearer token of its own`;
  const hint = 'Remove it from the entry to log in instead';
  throw new PlugboardError('config_error', { file: origin.file, reason }, { hint });
}

/** What the server answers to somebody it does not know; `undefined` where it lets anybody in. */
async function askForChallenge(
  definition: ServerDefinition,
  { env, signal }: LogInServerOptions,
): Promise<Challenge | undefined> {
  let challenge: Challenge | undefined;
  const server = toUpstream(definition, env);
  if (server.kind !== 'http') throw noAddress(definition);
  const authorizer = {
    header: async () => undefined,
    refused: async ({ challenge: header }: { readonly challenge: string | undefined }) => {
      challenge = parseChallenge(header);
      return false;
    },
    settled: async () => {},
  };
  await using source = openUpstream({ ...server, authorizer }, { id: definition.name });
  try {
    await source.tools.list(localContext({ signal }));
  } catch (thrown) {
    if (toPlugboardError(thrown).code !== 'auth_required') throw thrown;
  }
  return challenge;
}

/** Logs out: neither tokens nor a registration are left. */
export async function forget(store: LoginStore, signal: AbortSignal): Promise<boolean> {
  return store.locked(async () => {
    const had = (await store.tokens()) !== undefined;
    await store.dropTokens();
    await store.dropClient();
    return had;
  }, signal);
}
