// The MCP endpoint on HTTP: reads a POST, tells the eras apart, and hands it to the one it belongs to.
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { RPC, toMessage } from '../../wire/jsonrpc.ts';
import { wireLimit } from '../../wire/limits.ts';
import { findRevision } from '../../wire/revisions.ts';
import type { Engine } from '../engine.ts';
import { counted, hasRoomFor, LIGHT_BYTES, NO_ROOM } from '../held-bytes.ts';
import { isModern } from '../modern-request.ts';
import { settled } from '../settled.ts';
import { INTERNAL_ERROR } from '../wire-error.ts';
import { byTurns } from './by-turns.ts';
import {
  ENDPOINT_METHODS,
  methodNotAllowed,
  refuse,
  refuseBusy,
  type EndpointState,
  type HttpCall,
} from './http-call.ts';
import { HttpSessions } from './http-sessions.ts';
import { closeLegacySession, openLegacyStream, postLegacy } from './legacy-http.ts';
import { postModern } from './modern-http.ts';
import { openPulse } from './pulse.ts';
import { withBody } from './request-body.ts';
import { answerSessionless } from './sessionless-http.ts';

export interface HttpEndpoint {
  readonly state: EndpointState;
  handle(call: HttpCall): void;
  /** Lets what runs finish for a moment, then ends it. */
  close(graceMs: number): Promise<void>;
}

export function openHttpEndpoint(engine: Engine): HttpEndpoint {
  const pulse = openPulse();
  const sessions = new HttpSessions(engine);
  pulse.add(sessions);
  const modern: EndpointState['modern'] = new Map();
  const state: EndpointState = {
    engine,
    pulse,
    sessions,
    modern,
    onModernClose() {
      modern.get(this)?.cancel('the client closed the connection');
    },
    sessionless: new Set(),
  };
  return {
    state,
    handle: (call) => {
      try {
        answer(call, state);
      } catch (thrown) {
        contain(thrown, call, engine);
      }
    },
    close: async (graceMs) => {
      for (const end of engine.listens.values()) end();
      const sessionless = [...state.sessionless].map((peer) => peer.inflight);
      await settled([modern, ...sessionless, ...sessions.inflight], graceMs);
      for (const exchange of modern.values()) exchange.cancel('the server is closing');
      sessions[Symbol.dispose]();
      pulse[Symbol.dispose]();
    },
  };
}

/** One client's request must not end the server for all. */
function contain(thrown: unknown, call: HttpCall, engine: Engine): void {
  engine.problem('a request could not be handled', thrown);
  if (call.res.headersSent) call.res.destroy();
  else refuse(call, { status: 500, error: INTERNAL_ERROR });
}

function answer(call: HttpCall, state: EndpointState): void {
  if (call.req.method === 'POST') return post(call, state);
  if (call.req.method === 'GET') return openLegacyStream(call, state);
  if (call.req.method === 'DELETE') return closeLegacySession(call, state);
  methodNotAllowed(call, ENDPOINT_METHODS);
}

function post(call: HttpCall, state: EndpointState): void {
  const { headers } = call.req;
  if (!isJsonType(headers['content-type'])) {
    return refuseWith(call, 415, 'Content-Type must be application/json');
  }
  if (!call.sessionless && !acceptsReplies(headers.accept)) {
    return refuseWith(call, 406, 'Accept must list application/json and text/event-stream');
  }
  withBody(call.req, wireLimit('maxBodyBytes'), (body) => {
    if (!body) {
      // The connection stays open: a client that is still sending would lose the answer to a reset.
      return refuseWith(call, 413, `The body exceeds ${wireLimit('maxBodyBytes')} bytes`);
    }
    if (body.length > LIGHT_BYTES) takeLong(body, call, state);
    else take(body, call, state);
  });
}

/** Reading so much takes a while; connections that wait to be accepted would wait for all of it. */
const HEAVY_BYTES = 262_144;
/** One for the process, because all servers in it share one loop. */
const inTurn = byTurns();

function takeLong(body: Buffer, call: HttpCall, state: EndpointState): void {
  if (!hasRoomFor(body.length)) return refuseBusy(call, NO_ROOM);
  const read = counted(body.length, () => take(body, call, state));
  if (body.length > HEAVY_BYTES) inTurn(read);
  else read();
}

function take(body: Buffer, call: HttpCall, state: EndpointState): void {
  try {
    receive(body, call, state);
  } catch (thrown) {
    contain(thrown, call, state.engine);
  }
}

function receive(body: Buffer, call: HttpCall, state: EndpointState): void {
  let value: JsonValue;
  try {
    value = JSON.parse(body.toString()) as JsonValue;
  } catch {
    const error = { code: RPC.parseError, message: 'Cannot parse the body as JSON' };
    return refuse(call, { status: 400, error, id: call.sessionless ? 'null' : 'omitted' });
  }
  route(value, call, state);
}

function route(value: JsonValue, call: HttpCall, state: EndpointState): void {
  const { headers } = call.req;
  if (isOfModernEra(value, headers)) {
    if (!Array.isArray(value)) return postModern(toMessage(value), call, state);
    return refuseWith(call, 400, 'This revision has no batches; send one message at a time');
  }
  const opensSession = isJsonObject(value) && value['method'] === 'initialize';
  if (call.sessionless && headers['mcp-session-id'] === undefined && !opensSession) {
    return answerSessionless(value, call, state);
  }
  postLegacy(value, call, state);
}

/** Without a session, a header that names no legacy revision can only come from a newer client. */
function isOfModernEra(value: JsonValue, headers: IncomingHttpHeaders): boolean {
  const params = isJsonObject(value) ? value['params'] : undefined;
  if (isJsonObject(params) && isModern(params)) return true;
  const version = headers['mcp-protocol-version'];
  if (version === undefined || headers['mcp-session-id'] !== undefined) return false;
  return findRevision(version)?.era !== 'legacy';
}

/** What nearly every client sends; comparing costs less than matching. */
const USUAL_TYPE = 'application/json';
const USUAL_ACCEPT = 'application/json, text/event-stream';

function isJsonType(contentType: string | undefined): boolean {
  if (contentType === USUAL_TYPE) return true;
  return contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType);
}

function acceptsReplies(accept: string | undefined): boolean {
  if (accept === undefined || accept === USUAL_ACCEPT || accept.includes('*/*')) return true;
  return /application\/(json|\*)/i.test(accept) && /text\/(event-stream|\*)/i.test(accept);
}

function refuseWith(call: HttpCall, status: number, message: string): void {
  refuse(call, { status, error: { code: RPC.invalidRequest, message } });
}
