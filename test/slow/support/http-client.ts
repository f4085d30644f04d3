// A plain HTTP client over keep-alive connections; it knows nothing of the kernel it talks to.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../../src/core/json.ts';
import { INITIALIZED, initialize, LEGACY, MODERN } from './messages.ts';

const ANSWER_WITHIN_MS = 20_000;

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpAsk {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** False where the headers tell how the body is sent. */
  readonly setsLength?: boolean;
  /** Lets go of a stream after its first bytes; other answers are read to their end. */
  readonly cutsStreams?: boolean;
}

export class HttpClient implements Disposable {
  readonly port: number;
  readonly #agent: Agent;

  constructor(port: number, maxSockets = 1) {
    this.port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  /** Fails where no answer comes in time, or the connection breaks. */
  ask(asked: HttpAsk): Promise<HttpReply> {
    const { method = 'POST', path = '/mcp', body = '', cutsStreams, setsLength = true } = asked;
    return new Promise((resolve, reject) => {
      const { port } = this;
      // Said by us, because Node tells no length for the body of a GET or DELETE.
      const length = setsLength ? { 'content-length': String(Buffer.byteLength(body)) } : {};
      const headers = { ...asked.headers, ...length };
      const options = { host: '127.0.0.1', port, method, path, headers, agent: this.#agent };
      const sent = httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: answered } = response;
        const done = () => {
          resolve({ status, headers: answered, text: Buffer.concat(chunks).toString() });
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!cutsStreams || answered['content-type'] !== 'text/event-stream') return;
          done();
          sent.destroy();
        });
        response.on('end', done);
        response.on('error', reject);
      });
      sent.setTimeout(ANSWER_WITHIN_MS, () => {
        reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms to ${method} ${String(body)}`));
        sent.destroy();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** One message, whole and valid; the answers that came for it. */
  async post(message: JsonObject, headers = headersFor(message)): Promise<readonly JsonObject[]> {
    return messagesIn(await this.ask({ headers, body: JSON.stringify(message) }));
  }

  /** Opens a 2025 session; the headers its requests carry. */
  async openSession(version = LEGACY): Promise<Record<string, string>> {
    const body = JSON.stringify(initialize('open', version));
    const { headers } = await this.ask({ headers: POST_HEADERS, body });
    const session = {
      ...POST_HEADERS,
      'mcp-session-id': String(headers['mcp-session-id']),
      'mcp-protocol-version': version,
    };
    await this.ask({ headers: session, body: JSON.stringify(INITIALIZED) });
    return session;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

export const POST_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** The headers that repeat a 2026 request, as far as it can be read. */
export function headersFor(message: unknown): Record<string, string> {
  const { method, params } = (message ?? {}) as JsonObject;
  const { name, uri } = (params ?? {}) as JsonObject;
  const named = typeof name === 'string' ? name : uri;
  return {
    ...POST_HEADERS,
    'mcp-protocol-version': MODERN,
    ...(typeof method === 'string' && isPlain(method) && { 'mcp-method': method }),
    ...(typeof named === 'string' && { 'mcp-name': isPlain(named) ? named : encoded(named) }),
  };
}

function isPlain(text: string): boolean {
  return /^[\x21-\x7e]+$/u.test(text);
}

function encoded(text: string): string {
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Every message in a reply, whether it came alone or as a stream. */
export function messagesIn({ headers, text }: HttpReply): readonly JsonObject[] {
  if (headers['content-type'] !== 'text/event-stream') return [JSON.parse(text) as JsonObject];
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line.length > 'data: '.length)
    .map((line) => JSON.parse(line.slice('data: '.length)) as JsonObject);
}

/** The first text of a tool result. */
export function textOf(message: JsonObject | undefined): unknown {
  const { content } = (message?.['result'] ?? {}) as { content?: readonly { text?: unknown }[] };
  return content?.[0]?.text;
}
