// One matrix, every surface: the same tests through the library, stdio, HTTP of each era, HTTP+SSE.
import { describe } from 'vitest';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { Inbox, type WireMessage } from './inbox.ts';
import { openLibrary } from './library-client.ts';
import { JSON_HEADERS, rawPost, rawRequest } from './raw-http.ts';
import { serveRawLines } from './raw-lines.ts';
import { LEGACY_REVISIONS, MODERN_REVISION, modernHeaders } from './raw-mcp.ts';
import type { SurfaceClient } from './surface-client.ts';
import { WireClient, type Replies, type Transport } from './wire-client.ts';

export interface Surface {
  readonly name: string;
  /** Absent in the library. */
  readonly revision: string | undefined;
  open(source: ToolSource): Promise<SurfaceClient>;
}

async function lineTransport(source: ToolSource): Promise<Transport> {
  const stage = await serveRawLines(source);
  const inbox = stage.client.inbox as Inbox<WireMessage>;
  return {
    name: 'stdio',
    unasked: inbox,
    send: async (message) => {
      stage.client.send(message);
      return { inbox };
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

async function httpTransport(source: ToolSource): Promise<Transport> {
  const server = await serveHttp(source, { port: 0 });
  const unasked = new Inbox<WireMessage>();
  let session: Record<string, string> = {};
  const hangUps: (() => void)[] = [];
  const send = async (message: WireMessage): Promise<Replies> => {
    const isModern =
      message.params?.['_meta'] !== undefined && session['mcp-session-id'] === undefined;
    const headers = isModern ? modernHeaders(message) : session;
    const answer = await rawPost(server.url, message, headers);
    const id = answer.headers['mcp-session-id'];
    if (typeof id === 'string') session = { 'mcp-session-id': id };
    hangUps.push(() => answer.hangUp());
    return { inbox: answer.messages, hangUp: () => answer.hangUp() };
  };
  return {
    name: 'HTTP',
    unasked,
    send,
    ready: async () => {
      const headers = { ...session, accept: 'text/event-stream' };
      const stream = await rawRequest(server.url, { method: 'GET', headers });
      hangUps.push(() => stream.hangUp());
      void forward(stream.messages, unasked);
    },
    [Symbol.asyncDispose]: async () => {
      for (const hangUp of hangUps) hangUp();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function forward(from: Inbox<WireMessage>, to: Inbox<WireMessage>): Promise<void> {
  for (;;) {
    const message = await from.take(undefined, 60_000).catch(() => undefined);
    if (message === undefined) return;
    to.push(message);
  }
}

async function sseTransport(source: ToolSource): Promise<Transport> {
  const server = await serveHttp(source, { port: 0, legacySse: true });
  const stream = await rawRequest(new URL('/sse', server.url).href, {
    method: 'GET',
    headers: { accept: 'text/event-stream' },
  });
  const { data } = await stream.events.next(({ event }) => event === 'endpoint');
  const endpoint = new URL(data ?? '', server.url).href;
  return {
    name: 'HTTP+SSE',
    unasked: stream.messages,
    send: async (body) => {
      const { status } = await rawRequest(endpoint, { headers: JSON_HEADERS, body });
      if (status !== 202) throw new Error(`POST was answered ${status}`);
      return { inbox: stream.messages };
    },
    [Symbol.asyncDispose]: async () => {
      stream.hangUp();
      await server[Symbol.asyncDispose]();
    },
  };
}

function wireSurface(
  name: string,
  revision: string,
  openTransport: (source: ToolSource) => Promise<Transport>,
): Surface {
  return {
    name: `${name} ${revision}`,
    revision,
    open: async (source) => new WireClient(await openTransport(source), revision).open(),
  };
}

const STREAMABLE = [...LEGACY_REVISIONS.filter((id) => id !== '2024-11-05'), MODERN_REVISION];

export const SURFACES: readonly Surface[] = [
  { name: 'library', revision: undefined, open: async (source) => openLibrary(source) },
  ...[...LEGACY_REVISIONS, MODERN_REVISION].map((id) => wireSurface('stdio', id, lineTransport)),
  ...STREAMABLE.map((id) => wireSurface('HTTP', id, httpTransport)),
  wireSurface('HTTP+SSE', '2024-11-05', sseTransport),
];

/** Defines the same tests for every surface. */
export function describeSurfaces(define: (surface: Surface) => void): void {
  describe.each(SURFACES)('$name', (surface) => {
    define(surface);
  });
}
