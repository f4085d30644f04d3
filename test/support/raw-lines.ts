// A hand-written client for JSON lines: over a socket that a server is served on, or a child's pipes.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { serveStdio } from '../../src/surfaces/stdio/serve-stdio.ts';
import type { StdioOptions, StdioServer } from '../../src/surfaces/stdio/stdio-options.ts';
import { Inbox, type WireMessage } from './inbox.ts';
import { initializeParams, modernRequest, notification, request } from './raw-mcp.ts';

export class RawLines {
  /** Batches arrive as arrays; single messages as themselves. */
  readonly inbox = new Inbox<WireMessage | WireMessage[]>();
  /** Resolves when the other end has closed. */
  readonly ended: Promise<void>;
  #output: Writable;
  #lastId = 0;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    this.ended = this.#read(input);
    this.ended.catch(() => {});
    output.on('error', () => {});
  }

  /** Sends text as it is; the caller ends the line. */
  sendText(text: string | Buffer): void {
    this.#output.write(text);
  }

  send(...messages: readonly unknown[]): void {
    this.sendText(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  /** Says that nothing more will be sent. */
  end(): void {
    this.#output.end();
  }

  /** The next message that came alone, whatever it is. */
  async next(matches: (message: WireMessage) => boolean = () => true): Promise<WireMessage> {
    const found = await this.inbox.next((entry) => !Array.isArray(entry) && matches(entry));
    return found as WireMessage;
  }

  async nextBatch(): Promise<WireMessage[]> {
    return (await this.inbox.next((entry) => Array.isArray(entry))) as WireMessage[];
  }

  /** Sends a request with an id of its own and waits for its answer. */
  async ask(method: string, params?: JsonObject): Promise<WireMessage> {
    this.#lastId += 1;
    return this.answerTo(request(`ask-${this.#lastId}`, method, params));
  }

  async askModern(method: string, params?: JsonObject): Promise<WireMessage> {
    this.#lastId += 1;
    return this.answerTo(modernRequest(`ask-${this.#lastId}`, method, params));
  }

  answerTo(message: WireMessage): Promise<WireMessage> {
    this.send(message);
    return this.next((each) => each.id === message.id && each.method === undefined);
  }

  async initialize(revision: string, capabilities?: JsonObject): Promise<WireMessage> {
    const answer = await this.ask('initialize', initializeParams(revision, capabilities));
    this.send(notification('notifications/initialized'));
    return answer;
  }

  async #read(input: Readable): Promise<void> {
    let rest = '';
    input.setEncoding('utf8');
    try {
      for await (const chunk of input) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.inbox.push(JSON.parse(line) as WireMessage);
      }
    } finally {
      this.inbox.close();
    }
    if (rest !== '') throw new Error(`a line was cut off: ${rest}`);
  }
}

export interface LinesStage extends AsyncDisposable {
  readonly client: RawLines;
  readonly server: StdioServer;
  readonly socket: Socket;
}

/** Serves a source on one end of a real socket; the client has the other. */
export async function serveRawLines(
  source: ToolSource,
  options: StdioOptions = {},
): Promise<LinesStage> {
  const listener = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [served] = (await once(listener, 'connection')) as [Socket];
  // Pipes do not hold back small writes as sockets do.
  served.setNoDelay();
  socket.setNoDelay();
  const server = serveStdio(source, { ...options, input: served, output: served });
  const client = new RawLines(socket, socket);
  return {
    client,
    server,
    socket,
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
      await server[Symbol.asyncDispose]();
      served.destroy();
      await new Promise((resolve) => {
        listener.close(resolve);
      });
    },
  };
}
