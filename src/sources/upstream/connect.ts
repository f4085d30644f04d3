// Opens one connection to a remote server.
import { stat } from 'node:fs/promises';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { ClientIdentity } from '../../mcp/client/mcp-client.ts';
import {
  openHttpClient,
  openLineClient,
  type OpenedClient,
  type ServerMemory,
} from '../../mcp/client/open-client.ts';
import { LineWire } from '../../mcp/client/line-wire.ts';
import type { SendHttp } from '../../platform/send-http.ts';
import { openServerProcess, type ServerProcess } from '../../platform/server-process.ts';
import { spawnErrnoOf } from '../../platform/spawn.ts';
import { authorizedSend } from './authorized-send.ts';
import { refusedHandshake } from './name-server.ts';
import type { LinesServer, RemoteServer, StdioServer, UpstreamServer } from './upstream-server.ts';

export interface ConnectOptions {
  /** How the server is called in errors. */
  readonly name: string;
  readonly identity: ClientIdentity;
  readonly signal: AbortSignal;
  readonly remembered: ServerMemory | undefined;
  readonly onStderr?: (chunk: Buffer) => void;
  /** Told of each process that is started for the server. */
  readonly onProcess?: (process: ServerProcess) => void;
}

export function connect(server: UpstreamServer, options: ConnectOptions): Promise<OpenedClient> {
  const opening =
    server.kind === 'http' ? connectHttp(server, options) : connectLines(server, options);
  return opening.catch(refusedHandshake(options.name));
}

async function connectLines(
  server: StdioServer | LinesServer,
  options: ConnectOptions,
): Promise<OpenedClient> {
  const ends = await (server.kind === 'lines' ? server.open() : start(server, options));
  const wire = new LineWire({ ...ends, name: options.name });
  try {
    return await openLineClient(wire, options);
  } catch (thrown) {
    await wire[Symbol.asyncDispose]();
    throw thrown;
  }
}

async function start(
  server: StdioServer,
  { name, onStderr, onProcess }: ConnectOptions,
): Promise<ServerProcess> {
  const env = { ...server.env, ...(await server.freshEnv?.()) };
  const child = await openServerProcess({ ...server, env, ...(onStderr && { onStderr }) }).catch(
    async (thrown: unknown) => {
      throw await notStarted(name, server, thrown);
    },
  );
  onProcess?.(child);
  return child;
}

/** A program that does not start is a server that cannot be reached. */
async function notStarted(
  name: string,
  { command, cwd }: StdioServer,
  thrown: unknown,
): Promise<PlugboardError> {
  const { message, hint } = toPlugboardError(thrown);
  const known = spawnErrnoOf(thrown) === 'ENOENT' ? await whatIsMissing(command, cwd) : undefined;
  const facts = { server: name, reason: known?.reason ?? message };
  const wayOut = known?.hint ?? hint;
  return new PlugboardError('connection_refused', facts, {
    cause: thrown,
    ...(wayOut !== undefined && { hint: wayOut }),
  });
}

/** The system says the same of a missing folder and of a missing program. */
async function whatIsMissing(command: string, cwd: string | undefined) {
  const isFolderThere = cwd === undefined || (await isDirectory(cwd));
  if (!isFolderThere) {
    return { reason: `its folder ${cwd} does not exist`, hint: 'Make it, or name another' };
  }
  return { reason: `${command} was not found (ENOENT)`, hint: 'Check the command and PATH' };
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function connectHttp(server: RemoteServer, options: ConnectOptions): Promise<OpenedClient> {
  // Most servers are processes, and node:http is dear at a start.
  const { openHttpSender } = await import('../../platform/send-http.ts');
  const sender = openHttpSender();
  const { name } = options;
  const url = new URL(server.url);
  const plain: SendHttp = (message) => sender.send(message).catch(nameServer(name));
  const { authorizer } = server;
  const send = authorizer ? authorizedSend(plain, authorizer, url.origin) : plain;
  const target = { url, headers: server.headers, send, name };
  try {
    const opened = await openHttpClient(target, options);
    void opened.client.closed.then(() => sender[Symbol.dispose]());
    return opened;
  } catch (thrown) {
    sender[Symbol.dispose]();
    throw thrown;
  }
}

/** The door knows an address; people know the server by its name. */
function nameServer(name: string) {
  return (thrown: unknown): never => {
    const { code, facts, hint, cause } = toPlugboardError(thrown);
    if (code !== 'connection_refused' || !('reason' in facts)) throw thrown;
    const reason = facts.reason ?? 'no reason given';
    throw new PlugboardError(
      'connection_refused',
      { server: name, reason },
      { cause, ...(hint !== undefined && { hint }) },
    );
  };
}
