// A raw client of either era over any transport: sends requests, answers questions, notes what it hears.
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { deferred } from '../../src/mcp/wire/deferred.ts';
import { Inbox, type WireMessage } from './inbox.ts';
import {
  initializeParams,
  logLevelMeta,
  MODERN_REVISION,
  modernRequest,
  notification,
  request,
  SERVER_INFO,
  textIn,
} from './raw-mcp.ts';
import type { Heard, Outcome, Question, Running, SurfaceClient, Wishes } from './surface-client.ts';

/** What came back for one message: a channel of its own, or the one all messages share. */
export interface Replies {
  readonly inbox: Inbox<WireMessage>;
  /** Stops waiting, where the transport itself can say so. */
  hangUp?(): void;
}

export interface Transport extends AsyncDisposable {
  readonly name: string;
  send(message: WireMessage): Promise<Replies>;
  /** Called after `initialize`; resolves when unasked messages can arrive. */
  ready?(): Promise<void>;
  /** Where unasked messages arrive. */
  readonly unasked: Inbox<WireMessage>;
}

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
  readonly wishes: Wishes;
}

export class WireClient implements SurfaceClient {
  readonly name: string;
  readonly revision: string;
  readonly changes = new Inbox<string>();
  readonly #transport: Transport;
  #lastId = 0;
  #closed = false;

  constructor(transport: Transport, revision: string) {
    this.#transport = transport;
    this.revision = revision;
    this.name = `${transport.name} ${revision}`;
  }

  get #isModern(): boolean {
    return this.revision === MODERN_REVISION;
  }

  /** The handshake of the legacy era; the modern era has none. */
  async open(): Promise<this> {
    if (this.#isModern) return this;
    const { inbox } = await this.#transport.send(
      request('init', 'initialize', initializeParams(this.revision)),
    );
    const { result } = await inbox.next(({ id }) => id === 'init');
    if (result?.['protocolVersion'] !== this.revision) throw new Error(JSON.stringify(result));
    await this.#transport.send(notification('notifications/initialized'));
    await this.#transport.ready?.();
    return this;
  }

  start(method: string, params: JsonObject = {}, wishes: Wishes = {}): Running {
    const heard = new Inbox<Heard>();
    const cancelled = deferred<Outcome>();
    const talk = this.#talk({ method, params, wishes }, heard);
    return {
      heard,
      outcome: Promise.race([talk.outcome, cancelled.promise]),
      cancel: () => {
        void talk.cancel();
        cancelled.resolve({ cancelled: true });
      },
      answers: talk.answers,
    };
  }

  async watch(uris: readonly string[]): Promise<void> {
    const { unasked } = this.#transport;
    if (this.#isModern) {
      const wanted = {
        toolsListChanged: true,
        resourcesListChanged: true,
        promptsListChanged: true,
        resourceSubscriptions: [...uris],
      };
      const { inbox } = await this.#transport.send(
        modernRequest(this.#newId(), 'subscriptions/listen', { notifications: wanted }),
      );
      await inbox.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
      void this.#noteChanges(inbox);
      return;
    }
    void this.#noteChanges(unasked);
    // An answer to a later message says that `initialized` has been read.
    await this.start('ping').outcome;
    for (const uri of uris) await this.start('resources/subscribe', { uri }).outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#transport[Symbol.asyncDispose]();
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  async #noteChanges(inbox: Inbox<WireMessage>): Promise<void> {
    for (;;) {
      const message = await inbox.take(isChange, 60_000).catch(() => undefined);
      if (message === undefined || this.#closed) return;
      const list = /notifications\/(\w+)\/list_changed/u.exec(message.method ?? '')?.[1];
      this.changes.push(list ?? textIn(message.params?.['uri']));
    }
  }

  #message(id: number, { method, params, wishes }: Asked): WireMessage {
    const _meta = {
      ...(isJsonObject(params['_meta']) && params['_meta']),
      progressToken: `token-${id}`,
      ...(this.#isModern && wishes.logLevel && logLevelMeta(wishes.logLevel)),
    };
    const make = this.#isModern ? modernRequest : request;
    return make(id, method, { ...params, _meta });
  }

  #talk(asked: Asked, heard: Inbox<Heard>) {
    const ids: number[] = [];
    const inboxes = new Set<Inbox<WireMessage>>();
    let replies: Replies | undefined;
    const begin = async (params: JsonObject): Promise<Outcome> => {
      const id = this.#newId();
      ids.push(id);
      replies = await this.#transport.send(this.#message(id, { ...asked, params }));
      inboxes.add(replies.inbox);
      const answer = await this.#untilAnswer({ id, inbox: replies.inbox, heard }, asked.wishes);
      if (answer === undefined) return { cancelled: true };
      const next = answer.result?.['resultType'] === 'input_required' && answer.result;
      return next ? begin({ ...asked.params, ...answered(next, asked.wishes) }) : toOutcome(answer);
    };
    const { logLevel } = asked.wishes;
    const outcome =
      logLevel && !this.#isModern
        ? this.start('logging/setLevel', { level: logLevel }).outcome.then(() =>
            begin(asked.params),
          )
        : begin(asked.params);
    return {
      outcome,
      cancel: async () => {
        if (this.#isModern && replies?.hangUp) return replies.hangUp();
        await this.#transport.send(
          notification('notifications/cancelled', { requestId: ids.at(-1) ?? 0, reason: 'test' }),
        );
      },
      answers: () =>
        [...inboxes]
          .flatMap(({ all }) => all)
          .filter(({ id, method }) => method === undefined && ids.includes(Number(id))).length,
    };
  }

  async #untilAnswer(
    { id, inbox, heard }: { id: number; inbox: Inbox<WireMessage>; heard: Inbox<Heard> },
    { answer, logLevel }: Wishes,
  ): Promise<WireMessage | undefined> {
    for (;;) {
      const message = await inbox.take((each) => {
        if (each.method === undefined) return each.id === id;
        if (each.method === 'notifications/progress') {
          return each.params?.['progressToken'] === `token-${id}`;
        }
        if (each.method === 'notifications/message') return logLevel !== undefined;
        return each.id !== undefined && answer !== undefined;
      });
      if (message?.method === undefined) return message;
      const { method, params = {} } = message;
      if (method === 'notifications/progress') {
        const { progressToken: _, ...progress } = params;
        heard.push({ progress });
      } else if (method === 'notifications/message') {
        heard.push({ log: params as unknown as { level: string; data: JsonValue } });
      } else if (answer) {
        const result = answer({ method, ...(message.params && { params: message.params }) });
        await this.#transport.send({ jsonrpc: '2.0', id: message.id ?? null, result });
      }
    }
  }
}

function isChange({ method }: WireMessage): boolean {
  return /list_changed|resources\/updated/u.test(method ?? '');
}

function answered({ inputRequests, requestState }: JsonObject, { answer }: Wishes): JsonObject {
  const questions = Object.entries((inputRequests ?? {}) as JsonObject);
  const inputResponses = Object.fromEntries(
    questions.map(([key, question]) => [key, answer?.(question as unknown as Question) ?? {}]),
  );
  return { inputResponses, ...(requestState !== undefined && { requestState }) };
}

/** Takes away what each modern result carries, after seeing that it is there. */
function plainResult(result: JsonObject): JsonObject {
  if (result['resultType'] === undefined) return result;
  const { resultType, _meta, ttlMs: _, cacheScope: __, ...rest } = result;
  const { [SERVER_INFO]: serverInfo, ...own } = _meta as JsonObject;
  if (resultType !== 'complete' || serverInfo === undefined)
    throw new Error(JSON.stringify(result));
  return { ...rest, ...(Object.keys(own).length > 0 && { _meta: own }) };
}

function toOutcome({ result, error }: WireMessage): Outcome {
  if (error) {
    const { code, hint } = error.data ?? {};
    const message = hint === undefined ? error.message : `${error.message}\nhint: ${textIn(hint)}`;
    return { refused: { code: textIn(code), message } };
  }
  const plain = plainResult(result ?? {});
  const meta = plain['_meta'];
  const code = isJsonObject(meta) ? meta['code'] : undefined;
  if (plain['isError'] !== true || code === undefined) return { result: plain };
  const [block] = plain['content'] as { text?: string }[];
  return { refused: { code: textIn(code), message: String(block?.text) } };
}
