// A client of the legacy era: one handshake, then a session of requests.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { findRevision, LATEST_LEGACY } from '../wire/revisions.ts';
import { CallBook, withMeta } from './call-book.ts';
import type {
  ClientIdentity,
  McpClient,
  RequestOptions,
  ServerDescription,
  ServerEvent,
} from './mcp-client.ts';
import { resultOf } from './response-result.ts';
import type { Wire } from './wire.ts';

const NEVER = new AbortController().signal;

/** Shakes hands over a wire; throws what the server refused. */
export async function openLegacyClient(
  wire: Wire,
  identity: ClientIdentity,
  signal: AbortSignal,
): Promise<LegacyClient> {
  const book = new CallBook();
  wire.listen(book);
  const id = book.open({});
  const { name, version, capabilities } = identity;
  const params = {
    protocolVersion: LATEST_LEGACY.id,
    capabilities,
    clientInfo: { name, version },
  };
  const response = await wire.request({ id, method: 'initialize', params }, { signal });
  book.close(id);
  return new LegacyClient(wire, book, describe(resultOf(response, 'initialize')));
}

function describe(result: JsonObject): ServerDescription {
  const { protocolVersion, serverInfo, capabilities, instructions } = result;
  const revision = findRevision(protocolVersion);
  if (revision?.era !== 'legacy') {
    const reason = `it speaks protocol version ${JSON.stringify(protocolVersion)}, which this client does not`;
    throw new PlugboardError('connection_refused', { server: 'the server', reason });
  }
  return {
    revision,
    serverInfo: isJsonObject(serverInfo) ? serverInfo : {},
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' && { instructions }),
  };
}

export class LegacyClient implements McpClient {
  readonly server: ServerDescription;
  readonly closed: Promise<string>;
  #wire: Wire;
  #book: CallBook;

  constructor(wire: Wire, book: CallBook, server: ServerDescription) {
    this.#wire = wire;
    this.#book = book;
    this.server = server;
    this.closed = wire.closed.then(({ reason }) => reason);
  }

  /** Tells the server that it may begin to push. */
  ready(): Promise<void> {
    return this.#wire.notify('notifications/initialized');
  }

  async request(
    method: string,
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const id = this.#book.open(options);
    try {
      const meta = { ...options.meta, ...(options.onProgress && { progressToken: id }) };
      const request = { id, method, params: withMeta(params, meta) };
      return resultOf(
        await this.#wire.request(request, { signal: options.signal ?? NEVER }),
        method,
      );
    } finally {
      this.#book.close(id);
    }
  }

  onEvent(listener: (event: ServerEvent) => void): Disposable {
    return this.#book.onEvent(listener);
  }

  async subscribe(uri: string): Promise<AsyncDisposable> {
    await this.request('resources/subscribe', { uri });
    return {
      [Symbol.asyncDispose]: async () => {
        await this.request('resources/unsubscribe', { uri }).catch(() => {});
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#wire[Symbol.asyncDispose]();
  }
}
