// `plugboard daemon`: the background process that keeps servers alive between command lines.
import type { DaemonControl } from '../../app/daemon/daemon-control.ts';
import type { DaemonStatus, ServerStatus } from '../../app/daemon/daemon-status.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import { configFlags } from '../client/client-flags.ts';
import { openReachable } from '../client/open-target.ts';
import { renderDaemonStatus } from '../client/render-daemon-status.ts';
import { unknownHere } from '../client/unknown-here.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { suggest } from '../suggest.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const daemonFlags = {
  json: { doc: 'Print what happened as JSON, and errors as JSON too.' },
  log: { doc: 'With start: log every request, and what servers say on stderr.' },
  ...configFlags,
} as const satisfies FlagTable;

type DaemonInvocation = Invocation<typeof daemonFlags>;

export const daemon = defineCommand({
  name: 'daemon',
  summary: 'Manage the background process that keeps servers alive.',
  operands: [
    { name: 'action', doc: 'start, stop, restart, status or logs.' },
    { name: 'server', doc: 'One server that is kept alive; default the whole.', optional: true },
  ],
  flags: daemonFlags,
  examples: [
    'plugboard daemon status',
    'plugboard daemon start --log',
    'plugboard daemon restart browser',
    'plugboard daemon logs browser',
    'plugboard daemon stop',
  ],
  run: runDaemonCommand,
});

interface Action {
  readonly options: DaemonInvocation['options'];
  readonly server: string | undefined;
  readonly control: DaemonControl;
  /** A sentence for people, and the same as data. */
  tell(sentence: string, data: JsonObject): void;
}

const ACTIONS: Readonly<Record<string, (action: Action, deps: Deps) => Promise<void>>> = {
  start,
  stop,
  restart,
  status,
  logs,
};

export async function runDaemonCommand(
  { options, operands }: DaemonInvocation,
  deps: Deps,
): Promise<number> {
  const [name = '', server] = operands;
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!act) throw unknownAction(name);
  const { daemonControl } = await import('../../app/daemon/daemon-control.ts');
  const tell: Action['tell'] = (sentence, data) =>
    void (options.json
      ? deps.io.stdout.write(toJsonText(data))
      : deps.io.stderr.write(`${sentence}\n`));
  await act({ options, server, control: daemonControl(deps), tell }, deps);
  return 0;
}

async function start({ options, server, control, tell }: Action, deps: Deps): Promise<void> {
  // Asked first: a daemon is not started for a server that it would not keep.
  if (server !== undefined) await requireKept(server, options, deps);
  const isNew = await control.start({ isDetailed: options.log });
  if (server === undefined) {
    return tell(isNew ? 'Daemon started' : 'Daemon is already running', {
      running: true,
      started: isNew,
    });
  }
  await connect(server, options, deps);
  tell(`Server '${server}' started`, { running: true, started: isNew, server });
}

async function stop({ options, server, control, tell }: Action, deps: Deps): Promise<void> {
  if (server === undefined) {
    const wasRunning = await control.stop();
    const sentence = wasRunning ? 'Daemon stopped' : 'Daemon is not running';
    return tell(sentence, { running: false, stopped: wasRunning });
  }
  const file = await fileOf(server, options, deps);
  const count = await control.stopServer({ name: server, ...(file !== undefined && { file }) });
  if (!count && file === undefined) throw await unknown(server, options, deps);
  if (count === undefined) return tell('Daemon is not running', { running: false, stopped: false });
  const sentence = count > 0 ? `Server '${server}' stopped` : `Server '${server}' is not running`;
  tell(sentence, { running: true, stopped: count > 0, server });
}

async function restart(action: Action, deps: Deps): Promise<void> {
  const { options, server, control, tell } = action;
  if (server === undefined) {
    await control.stop();
    await control.start({ isDetailed: options.log });
    return tell('Daemon restarted', { running: true, restarted: true });
  }
  await requireKept(server, options, deps);
  const file = await fileOf(server, options, deps);
  await control.stopServer({ name: server, ...(file !== undefined && { file }) });
  await control.start({ isDetailed: options.log });
  await connect(server, options, deps);
  tell(`Server '${server}' restarted`, { running: true, restarted: true, server });
}

async function status({ options, control }: Action, deps: Deps): Promise<void> {
  const { NOT_RUNNING } = await import('../../app/daemon/daemon-status.ts');
  const found = await control.status();
  const whole = found ? await withConfigured(found, options, deps) : NOT_RUNNING;
  deps.io.stdout.write(options.json ? toJsonText(whole) : renderDaemonStatus(whole));
}

async function logs({ options, server, control }: Action, deps: Deps): Promise<void> {
  const { file, text } = await control.log(server);
  if (text === undefined) {
    if (server !== undefined && (await fileOf(server, options, deps)) === undefined) {
      throw await unknown(server, options, deps);
    }
    const hint = 'Run `plugboard daemon restart --log` to keep what servers say on stderr';
    throw new PlugboardError('not_found', { kind: 'file', name: file }, { hint });
  }
  const lines = text.split('\n').slice(0, -1);
  deps.io.stdout.write(options.json ? toJsonText({ file, lines }) : text);
}

/** Servers that would be kept but have not been asked for yet are part of it. */
async function withConfigured(
  found: DaemonStatus,
  options: Action['options'],
  deps: Deps,
): Promise<DaemonStatus> {
  await using servers = await openReachable(options, deps);
  const names = await servers.names().catch(() => []);
  const resolved = await Promise.allSettled(names.map((name) => servers.resolve(name)));
  const { isKept } = await import('../../app/daemon/is-kept.ts');
  const { namesOf } = await import('../../app/daemon/daemon-status.ts');
  const waiting = resolved.flatMap((one): readonly ServerStatus[] => {
    if (one.status === 'rejected' || !isKept(one.value)) return [];
    const { name, origin } = one.value;
    const isListed = found.servers.some((row) => row.name === name && row.config === origin.file);
    if (isListed) return [];
    return [{ name, state: 'stopped', config: origin.file, calls: 0, in_flight: 0, restarts: 0 }];
  });
  const all = [...found.servers, ...waiting];
  return { ...found, managed_servers: namesOf(all), servers: all };
}

async function requireKept(name: string, options: Action['options'], deps: Deps): Promise<void> {
  await using servers = await openReachable(options, deps);
  const config = await servers.config();
  if (!config.servers.get(name)?.enabled) throw unknownHere(name, config);
  const definition = await servers.resolve(name);
  const { isKept } = await import('../../app/daemon/is-kept.ts');
  if (isKept(definition)) return;
  throw new PlugboardError(
    'config_error',
    { file: definition.origin.file, reason: `server '${name}' is not kept alive` },
    { hint: `Write \`"lifecycle": "keep-alive"\` into its entry, or set MCPLUG_KEEPALIVE=${name}` },
  );
}

/** The file that defines the server here; one that is not configured here is found by its name. */
async function fileOf(
  name: string,
  options: Action['options'],
  deps: Deps,
): Promise<string | undefined> {
  await using servers = await openReachable(options, deps);
  return (await servers.config()).servers.get(name)?.origin.file;
}

async function unknown(
  name: string,
  options: Action['options'],
  deps: Deps,
): Promise<PlugboardError> {
  await using servers = await openReachable(options, deps);
  return unknownHere(name, await servers.config());
}

async function connect(name: string, options: Action['options'], deps: Deps): Promise<void> {
  await using servers = await openReachable(options, deps);
  const { source } = await servers.open(name);
  await source.tools.list(localContext({ signal: deps.signal }));
}

function unknownAction(name: string): PlugboardError {
  const names = Object.keys(ACTIONS);
  const meant = suggest(name, names);
  const hint =
    meant === undefined
      ? `Actions: ${names.join(', ')}`
      : `Did you mean \`plugboard daemon ${meant}\`?`;
  return unreadable(`'${name}' is nothing a daemon does`, { hint });
}
