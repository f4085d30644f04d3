// A client wire of the modern era on HTTP: every request is a POST of its own.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { requestText, toMessage, type RpcResponse } from '../wire/jsonrpc.ts';
import { encodeHeaderValue, mcpName } from '../wire/header-values.ts';
import { wireLimit } from '../wire/limits.ts';
import {
  ACCEPT_BOTH,
  httpRefusal,
  isEventStream,
  readText,
  type HttpTarget,
} from './http-target.ts';
import type { HttpReply } from '../../platform/send-http.ts';
import { readMessages } from './sse-messages.ts';
import type { Wire, WireListener, WireRequest } from './wire.ts';

export function openModernHttpWire(target: HttpTarget, version: string): Wire {
  let listener: WireListener | undefined;
  const life = new AbortController();

  const headersOf = async (request: WireRequest) => {
    const subject = mcpName(request);
    return {
      ...(await target.headers()),
      'Content-Type': 'application/json',
      Accept: ACCEPT_BOTH,
      'MCP-Protocol-Version': version,
      'Mcp-Method': request.method,
      ...(subject !== undefined && { 'Mcp-Name': encodeHeaderValue(subject) }),
      ...request.headers,
    };
  };

  return {
    closed: new Promise((resolve) => {
      life.signal.addEventListener('abort', () => resolve({ reason: 'closed' }), { once: true });
    }),
    listen: (next) => {
      listener = next;
    },
    request: async (request, options) => {
      const signal = AbortSignal.any([options.signal, life.signal]);
      const reply = await target.send({
        method: 'POST',
        url: target.url,
        headers: await headersOf(request),
        body: requestText(request.id, request.method, request.params),
        signal,
      });
      const answer = isEventStream(reply)
        ? await answerFromStream(reply, request.id, listener)
        : await answerFromBody(reply, target.name);
      signal.throwIfAborted();
      if (answer) return answer;
      throw new PlugboardError('connection_refused', {
        server: target.name,
        reason: 'the answer broke off',
      });
    },
    notify: async () => {
      // This era has no notifications from clients on HTTP; closing a stream is how they cancel.
    },
    [Symbol.asyncDispose]: async () => life.abort(),
  };
}

async function answerFromStream(
  reply: HttpReply,
  id: number,
  listener: WireListener | undefined,
): Promise<RpcResponse | undefined> {
  let answer: RpcResponse | undefined;
  await readMessages(reply.body, { lastEventId: undefined, retryMs: undefined }, (message) => {
    if (message.kind === 'response' && message.id === id) answer = message;
    else if (message.kind === 'notification') listener?.notification(message);
    return answer !== undefined;
  });
  return answer;
}

/** The message of a JSON body; a body that is none is the server's refusal in its own words. */
export async function answerFromBody(reply: HttpReply, name: string): Promise<RpcResponse> {
  const text = await readText(reply.body, wireLimit('maxMessageBytes'));
  return answerFromText({ status: reply.status, text }, name);
}

export function answerFromText(
  { status, text }: { readonly status: number; readonly text: string },
  name: string,
): RpcResponse {
  const message = parsedMessage(text);
  // 401 is about who we are, whatever the body says.
  if (message?.kind === 'response' && status !== 401) return message;
  throw httpRefusal(name, status, text);
}

function parsedMessage(text: string) {
  try {
    return toMessage(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
