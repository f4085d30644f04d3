// One request to the daemon and its answer.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { JsonObject } from '../core/json.ts';
import { PlugboardError } from '../core/errors.ts';
import { requestText, toMessage } from '../mcp/wire/jsonrpc.ts';
import { lineSplitter } from '../mcp/wire/line-splitter.ts';
import { wireLimit } from '../mcp/wire/limits.ts';
import { connectSocket } from './connect-socket.ts';
import { describedParams, METHODS } from './protocol.ts';

export interface Question {
  readonly method: string;
  readonly params?: JsonObject;
}

/** Asks on a connection that stays open; nothing comes after the answer until more is asked. */
export function askOn(socket: Socket, { method, params = {} }: Question): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const settle = (text: string) => {
      socket.off('data', split).off('close', lost);
      const message = toMessage(JSON.parse(text));
      if (message.kind === 'response' && message.result) return resolve(message.result);
      const reason = message.kind === 'response' ? message.error?.message : undefined;
      reject(refused(reason ?? 'it answered with something else'));
    };
    const split = lineSplitter(wireLimit('maxMessageBytes'), {
      line: settle,
      oversize: () => reject(refused('its answer is too long')),
    });
    const lost = () => reject(refused('it ended before it answered'));
    socket.on('data', split).once('close', lost);
    socket.write(`${requestText(1, method, describedParams(params))}\n`);
  });
}

/** `undefined` when no daemon runs. */
export async function askDaemon(
  address: string,
  question: Question,
): Promise<JsonObject | undefined> {
  const socket = await connectSocket(address);
  if (!socket) return undefined;
  try {
    return await askOn(socket, question);
  } finally {
    socket.destroy();
  }
}

/** Resolves when the daemon has ended; false when none ran. */
export async function endDaemon(address: string): Promise<boolean> {
  const socket = await connectSocket(address);
  if (!socket) return false;
  const closed = once(socket, 'close');
  await askOn(socket, { method: METHODS.stop });
  // It answers before its servers have stopped, and closes when nothing of it is left.
  await closed;
  return true;
}

function refused(reason: string): PlugboardError {
  return new PlugboardError('connection_refused', { server: 'the daemon', reason });
}
