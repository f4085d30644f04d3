// One HTTP exchange with the MCP endpoint, and what all of them share.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText, RPC, type WireError } from '../../wire/jsonrpc.ts';
import type { Engine } from '../engine.ts';
import type { Inflight } from '../peer.ts';
import type { LegacySession } from '../legacy-session.ts';
import type { HttpSessions } from './http-sessions.ts';
import { writeJson } from './json-answer.ts';
import type { Pulse } from './pulse.ts';

export interface HttpCall {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Whom the wall let through. */
  readonly identity: string | undefined;
  /** The path also answers clients that know neither sessions nor streams. */
  readonly sessionless: boolean;
}

export interface EndpointState {
  readonly engine: Engine;
  readonly pulse: Pulse;
  readonly sessions: HttpSessions;
  /** Modern requests in flight, by their response; they have no session to stand in. */
  readonly modern: Map<unknown, Inflight>;
  /** Listens to the response of each modern request: one function for all, as every call pays it. */
  readonly onModernClose: (this: ServerResponse) => void;
  /** Clients without sessions whose answer is not out yet. */
  readonly sessionless: Set<LegacySession>;
}

export interface Refusal {
  readonly status: number;
  readonly error: WireError;
  readonly id?: Parameters<typeof errorText>[0];
}

/** Refuses a call before any method saw it. */
export function refuse({ res }: HttpCall, { status, error, id = 'omitted' }: Refusal): void {
  if (res.headersSent || res.destroyed) return;
  writeJson(res, errorText(id, error), { status });
}

/** Refuses what may be welcome later. */
export function refuseBusy(call: HttpCall, error: WireError): void {
  call.res.setHeader('Retry-After', RETRY_AFTER_S);
  refuse(call, { status: 503, error });
}

const RETRY_AFTER_S = '10';

export function accepted({ res }: HttpCall): void {
  res.writeHead(202, { 'Content-Length': 0 });
  res.end();
}

/** What the MCP endpoint answers to. */
export const ENDPOINT_METHODS = 'GET, POST, DELETE';

export function methodNotAllowed(call: HttpCall, allow: string): void {
  call.res.setHeader('Allow', allow);
  const message = `${call.req.method ?? ''} is not allowed here; use ${allow}`;
  refuse(call, { status: 405, error: { code: RPC.invalidRequest, message } });
}
