// A bare TCP connection to an HTTP server, for requests no client library would send.
import { connect, type Socket } from 'node:net';
import { waitUntil } from '../../support/wait-until.ts';

const CONNECTED_OR_CLOSED_MS = 30_000;

export class RawSocket implements Disposable {
  readonly socket: Socket;
  receivedBytes = 0;
  #chunks: Buffer[] = [];

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.receivedBytes += chunk.length;
    });
    // A reset is one of the ways a server may answer.
    this.socket.on('error', () => {});
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /** How many answers have come, by their status lines. */
  get statuses(): readonly number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status));
  }

  write(data: string | Buffer): void {
    this.socket.write(data);
  }

  async untilStatus(status: number): Promise<void> {
    await waitUntil(() => this.statuses.includes(status), CONNECTED_OR_CLOSED_MS);
  }

  /** Resolves when the connection is gone, however it went. */
  async untilClosed(): Promise<void> {
    if (this.socket.closed) return;
    // Not `once` of node:events: it takes the reset for a failure.
    await new Promise<void>((resolve) => {
      this.socket.once('close', () => resolve());
    });
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** The head of a POST with these headers and no others. */
export function postHead(headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers });
  return `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
