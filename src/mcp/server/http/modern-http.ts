// A POST of the modern era: every request stands for itself, and closing the connection cancels it.
import { toPlugboardError } from '../../../core/errors.ts';
import { RPC, type RpcMessage, type RpcRequest } from '../../wire/jsonrpc.ts';
import { LATEST_MODERN } from '../../wire/revisions.ts';
import { acceptModern, modernPeer } from '../modern-request.ts';
import { toWireError } from '../wire-error.ts';
import { accepted, refuse, type EndpointState, type HttpCall } from './http-call.ts';
import {
  checkParameterHeaders,
  checkRequestHeaders,
  checkVersionHeader,
} from './mirrored-headers.ts';
import { ModernReply } from './modern-reply.ts';

export function postModern(message: RpcMessage, call: HttpCall, state: EndpointState): void {
  if (message.kind === 'notification') return accepted(call);
  if (message.kind !== 'request') {
    const reason =
      message.kind === 'invalid' ? message.reason : 'clients send no responses in this revision';
    const id = message.id === undefined ? 'omitted' : { of: message.id };
    return refuse(call, { status: 400, error: { code: RPC.invalidRequest, message: reason }, id });
  }
  try {
    run(message, call, state);
  } catch (thrown) {
    // Whatever is refused here was malformed: methods answer for themselves.
    const error = toWireError(toPlugboardError(thrown), LATEST_MODERN, state.engine.dialect);
    refuse(call, { status: 400, error, id: { of: message.id } });
  }
}

function run(request: RpcRequest, call: HttpCall, state: EndpointState): void {
  const { headers } = call.req;
  const peer = modernPeer(request.params, call.identity, (version) =>
    checkVersionHeader(headers, version),
  );
  checkRequestHeaders(headers, request);
  const channel = new ModernReply(call.res, state.pulse);
  call.res.on('close', state.onModernClose);
  acceptModern(request, {
    engine: state.engine,
    peer,
    channel,
    inflight: state.modern,
    key: call.res,
    checkTools: (listing) => checkParameterHeaders(headers, request, listing),
  });
}
