// What the word at the cursor may become: commands, flags, servers, tools and arguments, from caches alone.
import type { Servers } from '../../app/servers/open-servers.ts';
import { recallToolNames } from '../../app/servers/tool-names.ts';
import { EDITOR_NAMES } from '../../config/server-definition.ts';
import type { Command } from '../command.ts';
import type { Deps } from '../deps.ts';
import { commonFlags } from '../flags.ts';
import { openReachable } from './open-target.ts';

export type LoadCommands = Readonly<Record<string, () => Promise<Command>>>;

interface Cursor {
  /** The words before the one at the cursor, the command first. */
  readonly before: readonly string[];
  readonly current: string;
  readonly servers: Servers;
}

type Candidates = (cursor: Cursor) => Promise<readonly string[]>;

const DAEMON_ACTIONS = ['start', 'stop', 'restart', 'status', 'logs'];
const CONFIG_ACTIONS = ['show', 'get', 'add', 'remove', 'import', 'doctor'];
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** After which command what may follow. */
const AFTER: Readonly<Record<string, Candidates>> = {
  call: afterCall,
  list: oneServer,
  resource: oneServer,
  prompt: oneServer,
  auth: oneServer,
  complete: oneServer,
  serve: ({ servers }) => servers.names(),
  config: async ({ before, servers }) => {
    const [, action] = before;
    if (action === undefined) return CONFIG_ACTIONS;
    if (action === 'import') return EDITOR_NAMES;
    return action === 'get' || action === 'remove' ? servers.names() : [];
  },
  daemon: async ({ before, servers }) => {
    const [, action] = before;
    if (action === undefined) return DAEMON_ACTIONS;
    return action === 'status' || before.length > 2 ? [] : servers.names();
  },
  completion: async ({ before }) => (before.length === 1 ? SHELLS : []),
};

export async function completeWords(
  words: readonly string[],
  commands: LoadCommands,
  deps: Deps,
): Promise<readonly string[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  await using servers = await openReachable({}, deps);
  const cursor = { before, current, servers };
  const [name] = before;
  const found =
    name === undefined
      ? [...Object.keys(commands), ...(await toolsFor(cursor))]
      : await afterCommand(name, cursor, commands);
  return [...new Set(found.filter((word) => word.startsWith(current)))];
}

async function afterCommand(
  name: string,
  cursor: Cursor,
  commands: LoadCommands,
): Promise<readonly string[]> {
  const isCommand = Object.hasOwn(commands, name);
  const word = isCommand ? name : 'call';
  if (cursor.current.startsWith('-')) return flagsOf(await commands[word]?.());
  const shifted = isCommand ? cursor : { ...cursor, before: ['call', ...cursor.before] };
  return (await AFTER[word]?.(shifted)) ?? [];
}

function flagsOf(command: Command | undefined): readonly string[] {
  const names = Object.keys({ ...command?.flags, ...commonFlags, help: {} });
  return names.map((name) => `--${name}`);
}

async function oneServer({ before, servers }: Cursor): Promise<readonly string[]> {
  return before.length === 1 ? servers.names() : [];
}

async function afterCall(cursor: Cursor): Promise<readonly string[]> {
  const [, selector, ...given] = cursor.before;
  if (selector === undefined) return toolsFor(cursor);
  const names = await cursor.servers.names();
  const server = names.find((name) => selector.startsWith(`${name}.`));
  if (server === undefined) return [];
  const tools = await toolsOf(server, cursor.servers);
  const args = tools.get(selector.slice(server.length + 1)) ?? [];
  const isGiven = (arg: string) => given.some((word) => /^[^:=]+/u.exec(word)?.[0] === arg);
  return args.filter((arg) => !isGiven(arg)).map((arg) => `${arg}=`);
}

/** Servers with a dot, and the tools of the one that is named already. */
async function toolsFor({ current, servers }: Cursor): Promise<readonly string[]> {
  const names = await servers.names();
  const server = names.find((name) => current.startsWith(`${name}.`));
  if (server === undefined) return names.map((name) => `${name}.`);
  const tools = await toolsOf(server, servers);
  return [...tools.keys()].map((tool) => `${server}.${tool}`);
}

async function toolsOf(name: string, servers: Servers) {
  const server = (await servers.config()).servers.get(name);
  return server
    ? recallToolNames({ name, origin: server.origin })
    : new Map<string, readonly string[]>();
}
