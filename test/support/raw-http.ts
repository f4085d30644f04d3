// A hand-written HTTP client for tests: sends what it is told, shows what came, hides nothing.
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { Inbox, type WireMessage } from './inbox.ts';

export interface RawRequest {
  readonly method?: string;
  /** A header that is `undefined` is left out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Trusted certificate of an HTTPS server. */
  readonly ca?: string;
  /** Hangs up, also before an answer came. */
  readonly signal?: AbortSignal;
}

export interface RawEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data?: string;
}

/** An answer whose headers have come and whose body is on its way. */
export class RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Server-sent events, where the body is a stream of them. */
  readonly events = new Inbox<RawEvent>();
  /** The messages of the body, whether it is JSON or a stream. */
  readonly messages = new Inbox<WireMessage>();
  /** The whole body. */
  readonly body: Promise<string>;
  #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.body = this.isStream ? this.#readEvents() : this.#readWhole();
    // Tests that do not look at the body do not care how it ended.
    this.body.catch(() => {});
  }

  get isStream(): boolean {
    return this.headers['content-type'] === 'text/event-stream';
  }

  /** The body as one message. */
  async message(): Promise<WireMessage> {
    return JSON.parse(await this.body) as WireMessage;
  }

  /** Hangs up, as a client that lost interest. */
  hangUp(): void {
    this.#response.destroy();
  }

  async #readWhole(): Promise<string> {
    const body = await readText(this.#response);
    if (this.headers['content-type'] === 'application/json') {
      const value = JSON.parse(body) as WireMessage | WireMessage[];
      for (const message of Array.isArray(value) ? value : [value]) this.messages.push(message);
    }
    this.messages.close();
    return body;
  }

  async #readEvents(): Promise<string> {
    let body = '';
    let done = 0;
    this.#response.setEncoding('utf8');
    try {
      for await (const chunk of this.#response) {
        body += String(chunk);
        for (let end = body.indexOf('\n\n', done); end !== -1; end = body.indexOf('\n\n', done)) {
          this.#readEvent(body.slice(done, end));
          done = end + 2;
        }
      }
    } finally {
      this.events.close();
      this.messages.close();
    }
    return body;
  }

  #readEvent(block: string): void {
    const fields = block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => /^(\w+): ?(.*)$/su.exec(line)?.slice(1) ?? [line, '']);
    if (fields.length === 0) return;
    const event = Object.fromEntries(fields) as RawEvent;
    this.events.push(event);
    const isMessage = event.data !== undefined && event.data !== '' && event.event !== 'endpoint';
    if (!isMessage) return;
    const value = JSON.parse(event.data) as WireMessage | WireMessage[];
    for (const message of Array.isArray(value) ? value : [value]) this.messages.push(message);
  }
}

export function rawRequest(url: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'POST', headers = {}, body, ca, signal } = options;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const given = Object.entries(headers).filter((entry) => entry[1] !== undefined);
  return new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const req = start(url, {
      method,
      // A connection of its own each time, so that closing one says nothing about another.
      agent: false,
      headers: Object.fromEntries(given) as Record<string, string>,
      ...(ca !== undefined && { ca }),
      ...(signal && { signal }),
    });
    req.once('response', (response) => resolve(new RawAnswer(response)));
    req.on('error', reject);
    req.end(text);
  });
}

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** A POST with the headers every MCP client sends, unless told otherwise. */
export function rawPost(
  url: string,
  body: unknown,
  headers: RawRequest['headers'] = {},
): Promise<RawAnswer> {
  return rawRequest(url, { headers: { ...JSON_HEADERS, ...headers }, body });
}
