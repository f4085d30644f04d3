// One POST, one JSON reply: clients that never initialize, hold no session and read no streams.
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { errorText, RPC, toMessage } from '../../wire/jsonrpc.ts';
import { LATEST_LEGACY, type Revision } from '../../wire/revisions.ts';
import { batchProblem, receiveBatch } from '../batch.ts';
import { LegacySession } from '../legacy-session.ts';
import type { Channel } from '../peer.ts';
import { toWireError } from '../wire-error.ts';
import { accepted, refuse, type EndpointState, type HttpCall } from './http-call.ts';
import { writeJson } from './json-answer.ts';

/** What such clients are used to: batches, and `null` where an id could not be read. */
const SESSIONLESS: Revision = { ...LATEST_LEGACY, batches: true, unreadableId: 'null' };

function isInitialize(value: JsonValue): boolean {
  return isJsonObject(value) && value['method'] === 'initialize';
}

export function answerSessionless(value: JsonValue, call: HttpCall, state: EndpointState): void {
  const peer = new LegacySession({ engine: state.engine, identity: call.identity, push: () => {} });
  peer.revision = SESSIONLESS;
  // A batch may bring its own initialize along, as clients of mcpd do.
  peer.initialized = !(Array.isArray(value) && value.some(isInitialize));
  state.sessionless.add(peer);
  call.res.once('close', () => {
    state.sessionless.delete(peer);
    peer[Symbol.dispose]();
  });
  const channel: Channel = {
    send: () => {},
    finish: (reply) => {
      if (!call.res.destroyed) writeJson(call.res, reply, { status: 200 });
    },
    drop: () => accepted(call),
    release: () => {},
  };
  if (Array.isArray(value)) {
    const problem = batchProblem(value, peer);
    if (!problem) return receiveBatch(value, peer, channel);
    const error = toWireError(problem, SESSIONLESS, state.engine.dialect);
    return refuse(call, { status: 400, error, id: 'null' });
  }
  const message = toMessage(value);
  if (message.kind === 'request') return peer.request(message, channel);
  if (message.kind !== 'invalid') return accepted(call);
  const id = message.id === undefined ? 'null' : { of: message.id };
  channel.finish(errorText(id, { code: RPC.invalidRequest, message: message.reason }), 200);
}
