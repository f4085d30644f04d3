// Questions to modern clients: the call is parked, the client comes back with answers and signed state.
import type { Caller, InputMethod, InputRequest } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { crypto } from '../../platform/crypto.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import type { RpcRequest } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import type { RequestPlace } from './peer.ts';
import { requestDigest, signTicket, verifiedTicket } from './signed-state.ts';

/** A call that can stop for a question and go on under the request that brings the answer. */
export interface PausableCall {
  readonly method: string;
  readonly params: JsonObject;
  readonly caller: Caller;
  readonly ended: boolean;
  pause(result: JsonObject): void;
  rebind(request: RpcRequest, place: RequestPlace): void;
  fail(thrown: unknown): void;
  cancel(reason: string): void;
  whenEnded(action: () => void): void;
}

interface OpenQuestion {
  readonly request: InputRequest;
  resolve(answer: JsonObject): void;
  reject(reason: unknown): void;
}

interface AskingCall {
  readonly exchange: PausableCall;
  readonly questions: Map<string, OpenQuestion>;
  /** Answers that came with a request before their question was asked. */
  readonly early: Map<string, JsonValue>;
  /** The ticket last handed out; absent while the call is running. */
  ticket: string | undefined;
  /** What a request must repeat to continue the call, as it was when it was parked. */
  digest: string | undefined;
  parkingSoon: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Methods that may answer with a question. */
export const INPUT_METHODS: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
]);

export class InputRounds implements Disposable {
  #secret: Buffer | undefined;
  #calls = new Map<PausableCall, AskingCall>();
  #parked = new Map<string, AskingCall>();

  ask(exchange: PausableCall, key: string, request: InputRequest): Promise<JsonObject> {
    const call = this.#callOf(exchange);
    const early = call.early.get(key);
    call.early.delete(key);
    if (isAnswer(request.method, early)) return Promise.resolve(early);
    return new Promise((resolve, reject) => {
      call.questions.set(freeKey(key, call), { request, resolve, reject });
      this.#parkSoon(call);
    });
  }

  /** Notes the answers that came with a first request. */
  offer(exchange: PausableCall): void {
    const responses = exchange.params['inputResponses'];
    if (!isJsonObject(responses)) return;
    const { early } = this.#callOf(exchange);
    for (const [key, answer] of Object.entries(responses)) early.set(key, answer);
  }

  /** Continues the call a request brings answers for; false where it brings no state. */
  resume(request: RpcRequest, place: RequestPlace): boolean {
    const { requestState, inputResponses } = request.params;
    if (requestState === undefined) return false;
    const ticket = verifiedTicket(this.#key(), requestState);
    const call = ticket === undefined ? undefined : this.#parked.get(ticket);
    const digest = requestDigest(request.method, request.params, place.peer.caller);
    if (!call || call.digest !== digest) throw staleState();
    this.#unpark(call);
    call.exchange.rebind(request, place);
    settle(call, isJsonObject(inputResponses) ? inputResponses : {});
    this.#parkSoon(call);
    return true;
  }

  [Symbol.dispose](): void {
    for (const exchange of this.#calls.keys()) exchange.cancel('the server is closing');
  }

  /** Made with the first question; most servers never ask one. */
  #key(): Buffer {
    this.#secret ??= crypto().randomBytes(32);
    return this.#secret;
  }

  #callOf(exchange: PausableCall): AskingCall {
    const known = this.#calls.get(exchange);
    if (known) return known;
    const call: AskingCall = {
      exchange,
      questions: new Map(),
      early: new Map(),
      ticket: undefined,
      digest: undefined,
      parkingSoon: false,
      timer: undefined,
    };
    this.#calls.set(exchange, call);
    exchange.whenEnded(() => this.#forget(call));
    return call;
  }

  #forget(call: AskingCall): void {
    this.#unpark(call);
    this.#calls.delete(call.exchange);
    for (const question of call.questions.values())
      question.reject(new PlugboardError('cancelled', {}));
    call.questions.clear();
  }

  #unpark(call: AskingCall): void {
    clearTimeout(call.timer);
    if (call.ticket !== undefined) this.#parked.delete(call.ticket);
    call.ticket = undefined;
  }

  /** Questions asked in one turn go out together. */
  #parkSoon(call: AskingCall): void {
    if (call.parkingSoon || call.ticket !== undefined) return;
    call.parkingSoon = true;
    setImmediate(() => {
      call.parkingSoon = false;
      if (call.exchange.ended || call.questions.size === 0) return;
      try {
        this.#park(call);
      } catch (thrown) {
        // Arguments or questions that cannot be written; nobody above would catch it.
        call.exchange.fail(thrown);
      }
    });
  }

  #park(call: AskingCall): void {
    const { exchange, questions } = call;
    if (this.#parked.size >= wireLimit('maxParked')) {
      return exchange.fail(
        new PlugboardError('internal', { reason: 'too many calls wait for answers' }),
      );
    }
    call.digest = requestDigest(exchange.method, exchange.params, exchange.caller);
    call.ticket = crypto().randomUUID();
    this.#parked.set(call.ticket, call);
    call.timer = setTimeout(() => exchange.cancel('no answer came'), wireLimit('parkedMs'));
    call.timer.unref();
    const asked = [...questions].map(([key, { request }]) => [key, wireRequest(request)]);
    exchange.pause({
      resultType: 'input_required',
      inputRequests: Object.fromEntries(asked) as JsonObject,
      requestState: signTicket(this.#key(), call.ticket),
    });
  }
}

/** Two questions under one name would be answered by one answer. */
function freeKey(key: string, { questions }: AskingCall): string {
  let free = key;
  for (let count = 2; questions.has(free); count += 1) free = `${key}_${count}`;
  return free;
}

function settle(call: AskingCall, responses: JsonObject): void {
  for (const [key, question] of call.questions) {
    const answer = responses[key];
    if (!isAnswer(question.request.method, answer)) continue;
    call.questions.delete(key);
    question.resolve(answer);
  }
}

const ANSWER_SHAPES: Readonly<Record<InputMethod, (answer: JsonObject) => boolean>> = {
  'elicitation/create': (answer) =>
    ['accept', 'decline', 'cancel'].some((action) => answer['action'] === action),
  'sampling/createMessage': (answer) => answer['content'] !== undefined,
  'roots/list': (answer) => Array.isArray(answer['roots']),
};

function isAnswer(method: InputMethod, answer: JsonValue | undefined): answer is JsonObject {
  return isJsonObject(answer) && ANSWER_SHAPES[method](answer);
}

function wireRequest({ method, params }: InputRequest): JsonObject {
  return { method, ...(params && { params }) };
}

function staleState(): PlugboardError {
  return invalidParams(
    'requestState is not valid for this request',
    'Send the request again without requestState',
  );
}
