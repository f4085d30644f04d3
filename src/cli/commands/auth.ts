// `plugboard auth`: logs in to a server, says who is logged in where, and logs out.
import type { Servers } from '../../app/servers/open-servers.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { toPlugboardError, type PlugboardError } from '../../core/errors.ts';
import { MAX_TIMER_MS } from '../../core/max-timer.ts';
import { clientFlags } from '../client/client-flags.ts';
import { openReachable } from '../client/open-target.ts';
import { renderLogins } from '../client/render-logins.ts';
import { loginTarget } from '../client/login-target.ts';
import { readTimeoutMs } from '../client/timeouts.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { wholeNumber, type FlagTable } from '../flags.ts';
import { readStdin } from '../io.ts';
import { aboutSubject } from '../report-error.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const authFlags = {
  json: { doc: 'Print what happened as JSON, and errors as JSON too.' },
  'no-browser': {
    doc: 'Show the address, and read from stdin where the browser ended; nothing is opened.',
  },
  'oauth-timeout': {
    value: 'MS',
    doc: 'Give up after this many milliseconds without a login.',
    parse: wholeNumber('oauth-timeout', { min: 1, max: MAX_TIMER_MS }),
  },
  'redirect-url': {
    value: 'URL',
    doc: 'Where the browser comes back to; default a free port of this machine.',
  },
  reset: { doc: 'Forget the earlier login and its registration first.' },
  status: { doc: 'Show who is logged in where; asks no server.' },
  tokens: { value: 'FILE', doc: 'Keep these tokens instead of logging in; - is stdin.' },
  ...clientFlags,
} as const satisfies FlagTable;

type AuthInvocation = Invocation<typeof authFlags>;

export const auth = defineCommand({
  name: 'auth',
  summary: 'Log in to a server.',
  operands: [
    {
      name: 'server',
      doc: 'A configured server or an address; `logout SERVER` logs out.',
      repeats: true,
      optional: true,
    },
  ],
  flags: authFlags,
  examples: [
    'plugboard auth linear',
    'plugboard auth https://mcp.example.com/mcp',
    'plugboard auth linear --no-browser',
    'plugboard auth --status',
    'plugboard auth logout linear',
  ],
  run: runAuth,
});

const BROWSER_TIMEOUT_MS = 60_000;
/** Somebody carries an address to another machine and back. */
const PASTE_TIMEOUT_MS = 300_000;

export async function runAuth({ options, operands }: AuthInvocation, deps: Deps): Promise<number> {
  const isLogout = operands[0] === 'logout' && operands.length > 1;
  const [word, ...others] = isLogout ? operands.slice(1) : operands;
  if (others.length > 0) throw oneAtATime(others);
  await using servers = await openReachable(options, deps);
  if (options.status) return showStatus({ options, word, servers }, deps);
  const target = await loginTarget({ word, options, servers }, deps);
  const { definition } = target;
  try {
    if (isLogout) return await logOut(definition, options, deps);
    await (
      await chooseLogin(definition, options)
    )(definition, options, deps);
    await target.persist();
    return 0;
  } catch (thrown) {
    throw aboutSubject(toPlugboardError(thrown), { server: definition.name });
  }
}

function oneAtATime(others: readonly string[]): PlugboardError {
  return unreadable(`one server at a time; '${others.join(' ')}' is too much`);
}

type AuthOptions = AuthInvocation['options'];

type LogIn = (definition: ServerDefinition, options: AuthOptions, deps: Deps) => Promise<void>;

/** Some stdio servers log in by themselves; tokens that are handed over need nobody. */
async function chooseLogin(definition: ServerDefinition, { tokens }: AuthOptions): Promise<LogIn> {
  if (definition.transport.kind === 'http' || tokens !== undefined) return logIn;
  const { hasLoginCommand } = await import('../../app/auth/log-in-by-command.ts');
  return hasLoginCommand(definition) ? logInByItself : logIn;
}

async function logInByItself(
  definition: ServerDefinition,
  options: AuthOptions,
  { io, env, signal }: Deps,
): Promise<void> {
  const { logInByCommand } = await import('../../app/auth/log-in-by-command.ts');
  const { name } = definition;
  const timeoutMs = loginTimeoutMs(options, env);
  const streams = { input: io.stdin, output: io.stderr };
  await logInByCommand(definition, { ...streams, env, signal, timeoutMs });
  const outcome = { server: name, authenticated: true };
  const words = `Authentication successful for '${name}'`;
  io.stdout.write(options.json ? toJsonText(outcome) : `${words}\n`);
}

async function logIn(
  definition: ServerDefinition,
  options: AuthOptions,
  deps: Deps,
): Promise<void> {
  const { name } = definition;
  const { home, env, signal, io } = deps;
  const tokens =
    options.tokens === undefined
      ? await throughDialog(definition, options, deps)
      : await seed(definition, options.tokens, deps);
  const { loginStatus } = await import('../../app/auth/login-status.ts');
  const status = await loginStatus(definition, { home, env });
  signal.throwIfAborted();
  if (options.json) return printJson({ ...status, authenticated: true }, deps, options);
  io.stdout.write(`Authentication successful for '${name}'\n`);
  if (tokens.expiresAtMs === undefined) return;
  io.stdout.write(`Token expires: ${new Date(tokens.expiresAtMs).toISOString()}\n`);
}

async function throughDialog(definition: ServerDefinition, options: AuthOptions, deps: Deps) {
  const { home, env, signal } = deps;
  const isBrowserWanted = !options.noBrowser;
  const { openLoginDialog } = await import('../client/login-dialog.ts');
  const { logInServer } = await import('../../app/auth/log-in-server.ts');
  const words = { server: definition.name, isBrowserWanted, asJson: options.json };
  using dialog = openLoginDialog(words, deps);
  return await logInServer(definition, {
    home,
    env,
    signal,
    dialog,
    timeoutMs: loginTimeoutMs(options, env),
    isReset: options.reset,
  });
}

function loginTimeoutMs({ oauthTimeout, noBrowser }: AuthOptions, env: Deps['env']): number {
  const defaultMs = noBrowser ? PASTE_TIMEOUT_MS : BROWSER_TIMEOUT_MS;
  return oauthTimeout ?? readTimeoutMs(env, 'MCPLUG_OAUTH_TIMEOUT_MS') ?? defaultMs;
}

async function seed(definition: ServerDefinition, file: string, deps: Deps) {
  const { home, env, signal, io, cwd } = deps;
  const { readTokens } = await import('../client/login-target.ts');
  const text = file === '-' ? await readStdin(io) : await readTokens(file, cwd);
  const { seedTokens } = await import('../../app/auth/seed-tokens.ts');
  return seedTokens(definition, text, { home, env, signal });
}

async function logOut(
  definition: ServerDefinition,
  options: AuthOptions,
  deps: Deps,
): Promise<number> {
  const { home, env, signal, io } = deps;
  const { openLogin } = await import('../../app/auth/open-login.ts');
  const { forget } = await import('../../app/auth/log-in-server.ts');
  const wasLoggedIn = await forget(openLogin(definition, { home, env }), signal);
  const { name } = definition;
  if (options.json) printJson({ server: name, loggedOut: wasLoggedIn }, deps, options);
  else io.stdout.write(wasLoggedIn ? `Logged out of '${name}'\n` : `Not logged in to '${name}'\n`);
  return 0;
}

interface StatusRequest {
  readonly options: AuthOptions;
  readonly word: string | undefined;
  readonly servers: Servers;
}

async function showStatus(request: StatusRequest, deps: Deps): Promise<number> {
  const { options, word, servers } = request;
  const { home, env, io } = deps;
  const { loginStatus } = await import('../../app/auth/login-status.ts');
  const definitions =
    word === undefined
      ? await remoteDefinitions(servers)
      : [(await loginTarget(request, deps)).definition];
  const logins = await Promise.all(definitions.map((one) => loginStatus(one, { home, env })));
  if (options.json) printJson({ servers: logins }, deps, {});
  else io.stdout.write(renderLogins(logins));
  return 0;
}

/** Servers that can have a login; one that cannot be resolved is the business of `list`. */
async function remoteDefinitions(servers: Servers): Promise<readonly ServerDefinition[]> {
  const names = await servers.names();
  const resolved = await Promise.allSettled(names.map((name) => servers.resolve(name)));
  return resolved.flatMap((one) => {
    if (one.status === 'rejected') return [];
    const { transport, auth: said } = one.value;
    return transport.kind === 'http' || said?.kind === 'refreshable_bearer' ? [one.value] : [];
  });
}

/** After the line with the address comes one more line, not a page. */
function printJson(value: object, { io }: Deps, { noBrowser = false }: Partial<AuthOptions>): void {
  io.stdout.write(`${JSON.stringify(value, undefined, noBrowser ? undefined : 2)}\n`);
}
