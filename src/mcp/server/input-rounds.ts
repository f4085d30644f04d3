// Questions to modern clients: the call is parked, the client comes back with answers and signed state.
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { InputMethod, InputRequest } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { RPC, type RpcRequest } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import type { Exchange, ExchangeStart } from './exchange.ts';

interface Question {
  readonly exchange: Exchange;
  readonly key: string;
  readonly request: InputRequest;
}

interface OpenQuestion extends Question {
  resolve(answer: JsonObject): void;
  reject(reason: unknown): void;
}

interface ParkedCall {
  readonly exchange: Exchange;
  readonly questions: Map<string, OpenQuestion>;
  /** Answers that came with a request before its question was asked. */
  readonly early: Map<string, JsonValue>;
  /** The id in the state last handed out; absent while the call is running. */
  ticket: string | undefined;
  asking: boolean;
  timer: NodeJS.Timeout | undefined;
}

export interface InputRounds extends Disposable {
  ask(question: Question): Promise<JsonObject>;
  /** Notes answers that came with a first request. */
  offer(exchange: Exchange): void;
  /** Continues the call a request brings answers for; false where it brings none. */
  resume(request: RpcRequest, start: ExchangeStart): boolean;
}

/** Methods that may answer with a question. */
export const INPUT_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

export function openInputRounds(): InputRounds {
  const key = randomBytes(32);
  const calls = new Map<Exchange, ParkedCall>();
  const parked = new Map<string, ParkedCall>();

  const callOf = (exchange: Exchange): ParkedCall => {
    const known = calls.get(exchange);
    if (known) return known;
    const call: ParkedCall = {
      exchange,
      questions: new Map(),
      early: new Map(),
      ticket: undefined,
      asking: false,
      timer: undefined,
    };
    calls.set(exchange, call);
    exchange.signal.addEventListener('abort', () => forget(call), { once: true });
    return call;
  };

  const forget = (call: ParkedCall) => {
    clearTimeout(call.timer);
    calls.delete(call.exchange);
    if (call.ticket !== undefined) parked.delete(call.ticket);
    for (const question of call.questions.values()) {
      question.reject(new PlugboardError('cancelled', { reason: 'no answer came' }));
    }
    call.questions.clear();
  };

  const park = (call: ParkedCall) => {
    call.asking = false;
    const { exchange, questions } = call;
    if (exchange.ended || questions.size === 0) return;
    if (parked.size >= wireLimit('maxParked')) {
      exchange.fail(new PlugboardError('internal', { reason: 'too many calls wait for answers' }));
      return forget(call);
    }
    call.ticket = randomUUID();
    parked.set(call.ticket, call);
    call.timer = setTimeout(() => exchange.cancel('no answer came'), wireLimit('parkedMs'));
    call.timer.unref();
    exchange.pause({
      resultType: 'input_required',
      inputRequests: Object.fromEntries([...questions].map(([name, q]) => [name, wireRequest(q.request)])),
      requestState: sign(key, { ticket: call.ticket, ...bindingOf(exchange, exchange.params) }),
    });
  };

  /** Questions asked in one turn go out together. */
  const parkSoon = (call: ParkedCall) => {
    if (call.asking || call.ticket !== undefined) return;
    call.asking = true;
    setImmediate(park, call);
  };

  return {
    ask: (question) => {
      const call = callOf(question.exchange);
      const early = call.early.get(question.key);
      call.early.delete(question.key);
      if (isAnswer(question.request.method, early)) return Promise.resolve(early);
      return new Promise((resolve, reject) => {
        call.questions.set(question.key, { ...question, resolve, reject });
        parkSoon(call);
      });
    },
    offer: (exchange) => {
      const responses = exchange.params['inputResponses'];
      if (!isJsonObject(responses)) return;
      const { early } = callOf(exchange);
      for (const [name, answer] of Object.entries(responses)) early.set(name, answer);
    },
    resume: (request, start) => {
      const { requestState, inputResponses } = request.params;
      if (requestState === undefined) return false;
      const call = parked.get(verify(key, requestState));
      const binding = call && bindingOf({ ...start, method: request.method }, request.params);
      if (!call || !binding || !sameBinding(binding, call.exchange)) throw staleState();
      parked.delete(call.ticket ?? '');
      call.ticket = undefined;
      clearTimeout(call.timer);
      call.exchange.rebind(request, start);
      settle(call, isJsonObject(inputResponses) ? inputResponses : {});
      parkSoon(call);
      return true;
    },
    [Symbol.dispose]: () => {
      for (const call of [...calls.values()]) call.exchange.cancel('the server is closing');
    },
  };
}

function settle(call: ParkedCall, responses: JsonObject): void {
  for (const [name, question] of call.questions) {
    const answer = responses[name];
    if (!isAnswer(question.request.method, answer)) continue;
    call.questions.delete(name);
    question.resolve(answer);
  }
}

const ANSWER_SHAPES: Readonly<Record<InputMethod, (answer: JsonObject) => boolean>> = {
  'elicitation/create': (a) => ['accept', 'decline', 'cancel'].includes(String(a['action'])),
  'sampling/createMessage': (a) => a['content'] !== undefined,
  'roots/list': (a) => Array.isArray(a['roots']),
};

function isAnswer(method: InputMethod, answer: JsonValue | undefined): answer is JsonObject {
  return isJsonObject(answer) && ANSWER_SHAPES[method](answer);
}

function wireRequest(request: InputRequest): JsonObject {
  return { method: request.method, ...(request.params && { params: request.params }) };
}

interface Binding {
  readonly method: string;
  readonly identity: string;
  readonly digest: string;
}

/** What a state is good for: the same principal repeating the same request. */
function bindingOf(
  from: { readonly method: string; readonly peer: { readonly caller: { readonly identity?: string } } },
  params: JsonObject,
): Binding {
  const { _meta: _, inputResponses: __, requestState: ___, ...salient } = params;
  const digest = createHash('sha256').update(canonical(salient)).digest('base64url');
  return { method: from.method, identity: from.peer.caller.identity ?? '', digest };
}

function sameBinding(binding: Binding, exchange: Exchange): boolean {
  const own = bindingOf(exchange, exchange.params);
  return own.method === binding.method && own.identity === binding.identity && own.digest === binding.digest;
}

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`;
}

function sign(key: Buffer, payload: JsonObject): string {
  const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

function verify(key: Buffer, state: JsonValue): string {
  const [body, mark, ...rest] = typeof state === 'string' ? state.split('.') : [];
  if (body === undefined || mark === undefined || rest.length > 0) throw staleState();
  const expected = createHmac('sha256', key).update(body).digest();
  const given = Buffer.from(mark, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw staleState();
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as JsonObject;
  return String(payload['ticket']);
}

function staleState(): PlugboardError {
  return new PlugboardError(
    'invalid_arguments',
    { reason: 'requestState is not valid for this request' },
    { wire: RPC.invalidParams, hint: 'send the request again without requestState' },
  );
}
