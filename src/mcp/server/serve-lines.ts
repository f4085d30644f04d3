// MCP as lines of JSON over any two streams: stdio, a socket. Both eras share the one channel.
import { toPlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { errorText, RPC, toMessage, type RpcMessage, type RpcRequest } from '../wire/jsonrpc.ts';
import { deferred, type Deferred } from '../wire/deferred.ts';
import { lineSplitter } from '../wire/line-splitter.ts';
import { wireLimit } from '../wire/limits.ts';
import { LATEST_MODERN } from '../wire/revisions.ts';
import { batchProblem, receiveBatch } from './batch.ts';
import type { Engine } from './engine.ts';
import { counted, hasRoomFor, LIGHT_BYTES, NO_ROOM } from './held-bytes.ts';
import { invalidRequest, LegacySession } from './legacy-session.ts';
import { openLineWriter, type LineWriter } from './line-writer.ts';
import { acceptModern, isModern, modernPeer } from './modern-request.ts';
import type { Channel, Inflight } from './peer.ts';
import { settled } from './settled.ts';
import { INTERNAL_ERROR, toWireError } from './wire-error.ts';

export interface LineStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Who is at the other end, where the transport knows. */
  readonly identity?: string;
}

export interface LineConnection extends AsyncDisposable {
  /** Resolves when the other end closed and every answer is written. */
  readonly ended: Promise<void>;
}

/** How a connection ends: after the answers, or at once. */
type How = 'finish' | 'cancel';

interface Conversation {
  readonly engine: Engine;
  readonly writer: LineWriter;
  readonly session: LegacySession;
  readonly modern: Map<unknown, Inflight>;
  readonly channel: Channel;
  readonly identity: string | undefined;
}

export function serveLines(
  engine: Engine,
  { input, output, identity }: LineStreams,
): LineConnection {
  const writer = openLineWriter(input, output);
  const closing = deferred<How>();
  const onExit = () => closing.resolve('finish');
  const session = new LegacySession({ engine, identity, push: writer.write, onExit });
  const modern = new Map<unknown, Inflight>();
  const channel: Channel = {
    send: writer.write,
    finish: writer.write,
    drop: () => {},
    release: () => {},
  };
  const talk: Conversation = { engine, writer, session, modern, channel, identity };

  const split = lineSplitter(wireLimit('maxMessageBytes'), {
    line: (text) => receiveLine(text, talk),
    oversize: () => unreadable(OVERSIZE, talk),
  });
  listenTo({ input, output }, split, closing);

  const end = async () => {
    const how = await closing.promise;
    for (const exchange of modern.values()) engine.listens.get(exchange)?.();
    if (how === 'finish') await settled([session.inflight, modern], wireLimit('shutdownGraceMs'));
    session[Symbol.dispose]();
    for (const exchange of modern.values()) exchange.cancel('the client is gone');
    if (how === 'finish') await writer.flushed(wireLimit('shutdownGraceMs'));
  };
  const ended = end();
  return {
    ended,
    [Symbol.asyncDispose]: async () => {
      input.pause();
      closing.resolve('finish');
      await ended;
    },
  };
}

const OVERSIZE = {
  code: RPC.invalidRequest,
  message: `A message exceeds ${wireLimit('maxMessageBytes')} bytes`,
};

function listenTo(
  { input, output }: LineStreams,
  split: (chunk: Buffer) => void,
  closing: Deferred<How>,
): void {
  input.on('data', (chunk: Buffer | string) => {
    split(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  });
  // After the input ended nothing new comes, but what was asked is still answered.
  input.once('end', () => {
    // The last line counts without its newline too: pipes are written by hand.
    split(Buffer.from('\n'));
    closing.resolve('finish');
  });
  input.once('close', () => closing.resolve('finish'));
  input.once('error', () => closing.resolve('cancel'));
  output.once('error', () => closing.resolve('cancel'));
  output.once('close', () => closing.resolve('cancel'));
}

/** One client's message must not end the server for all. */
function receiveLine(text: string, talk: Conversation): void {
  try {
    readLine(text, talk);
  } catch (thrown) {
    talk.engine.problem('a message could not be handled', thrown);
    unreadable(INTERNAL_ERROR, talk);
  }
}

function readLine(text: string, talk: Conversation): void {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (cause) {
    return unreadable(
      { code: RPC.parseError, message: `Cannot parse message: ${String(cause)}` },
      talk,
    );
  }
  if (text.length > LIGHT_BYTES) takeLong(value, text, talk);
  else take(value, text, talk);
}

function takeLong(value: JsonValue, text: string, talk: Conversation): void {
  if (!hasRoomFor(text.length) && refuseHeavy(value, talk)) return;
  counted(text.length, () => take(value, text, talk))();
}

/** What wants an answer is refused; what answers us, or only tells, begins nothing that lasts. */
function refuseHeavy(value: JsonValue, talk: Conversation): boolean {
  const message = Array.isArray(value) ? undefined : toMessage(value);
  if (!message) unreadable(NO_ROOM, talk);
  else if (message.kind === 'request') talk.writer.write(errorText({ of: message.id }, NO_ROOM));
  else return false;
  return true;
}

function take(value: JsonValue, text: string, talk: Conversation): void {
  if (!Array.isArray(value)) return receive(kept(toMessage(value), text, talk), talk);
  const problem = batchProblem(value, talk.session);
  if (!problem) return receiveBatch(value, talk.session, talk.channel);
  unreadable(toWireError(problem, talk.session.revision, talk.engine.dialect), talk);
}

function kept(message: RpcMessage, text: string, { engine }: Conversation): RpcMessage {
  if (!engine.dialect?.keepsText || message.kind !== 'request') return message;
  const { kind, id, method, params } = message;
  return { kind, id, method, params, text };
}

function receive(message: RpcMessage, talk: Conversation): void {
  const { session, modern } = talk;
  switch (message.kind) {
    case 'request':
      return isModern(message.params)
        ? receiveModern(message, talk)
        : session.request(message, talk.channel);
    case 'notification':
      if (message.method === 'notifications/cancelled') {
        modern.get(message.params['requestId'])?.cancel('the client cancelled');
      }
      return session.notification(message);
    case 'response':
      return session.response(message);
    case 'invalid': {
      if (message.isAnswer) return;
      const error = { code: RPC.invalidRequest, message: message.reason };
      if (message.id === undefined) return unreadable(error, talk);
      return talk.writer.write(errorText({ of: message.id }, error));
    }
  }
}

function receiveModern(message: RpcRequest, talk: Conversation): void {
  const { engine, channel, modern, identity } = talk;
  try {
    if (modern.has(message.id)) throw invalidRequest(`id ${message.id} is already in use`);
    const peer = modernPeer(message.params, identity);
    acceptModern(message, { engine, peer, channel, inflight: modern });
  } catch (thrown) {
    const error = toWireError(toPlugboardError(thrown), LATEST_MODERN, engine.dialect);
    talk.writer.write(errorText({ of: message.id }, error));
  }
}

function unreadable(
  error: { code: number; message: string },
  { writer, session }: Conversation,
): void {
  writer.write(errorText(session.revision.unreadableId, error));
}
