// An MCP server behind a login and the authorization server it trusts, both on loopback, with every request on record.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AuthorityOptions {
  /** Members of the authorization server's metadata that differ. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Members of the server's own metadata that differ. */
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly hasRegistration?: boolean;
  /** The path of the issuer. */
  readonly issuerPath?: string;
  /** Where the server's own metadata is; `null` is nowhere. */
  readonly resourcePath?: string | null;
  /** Where the authorization server's metadata is; `null` is nowhere. */
  readonly metadataPath?: string | null;
  /** A refusal says where the metadata is. */
  readonly namesMetadata?: boolean;
  /** Who says what a token is good for, where tokens come from elsewhere: its scopes, or nothing. */
  readonly verify?: (token: string) => Promise<string | undefined>;
}

/** What a test may change while it runs. */
export interface Rules {
  lifeS: number | undefined;
  /** A refresh token is worth one redemption. */
  rotates: boolean;
  givesRefreshToken: boolean;
  /** What a call needs; asked for with 403 where it is missing. */
  callScope: string | undefined;
  /** Scopes asked for with 401. */
  challengeScope: string | undefined;
  /** How the login page answers. */
  answer: (params: URLSearchParams) => Record<string, string>;
  /** Kept closed while a test wants the exchange to wait. */
  gate: Promise<unknown>;
}

export interface Authority {
  readonly mcpUrl: string;
  readonly origin: string;
  readonly rules: Rules;
  readonly seen: readonly Seen[];
  /** How often each grant was asked for. */
  count(grant: string): number;
  requests(path: string): readonly Seen[];
  /** Ends every token that was given so far. */
  revokeAccess(): void;
  revokeRefresh(): void;
  /** A refresh token that came from elsewhere is good once. */
  allowRefresh(token: string): void;
  readonly issued: readonly string[];
  /** How many requests were sent away with 401. */
  refusals(): number;
}

const RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';
const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Grants that need nobody at a browser. */
const BY_THEMSELVES = /^client_credentials$|:token-exchange$|:jwt-bearer$/u;

interface Grant {
  readonly challenge: string | undefined;
  readonly scope: string;
  readonly redirect: string;
}

export async function startAuthority(options: AuthorityOptions = {}): Promise<Authority> {
  const state = new State(options);
  const server = createServer((request, response) => {
    void state.handle(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    mcpUrl: `${state.origin}/mcp`,
    origin: state.origin,
    rules: state.rules,
    seen: state.seen,
    count: (grant) =>
      state.requests('/token').filter(({ body }) => body.includes(`grant_type=${grant}`)).length,
    requests: (path) => state.requests(path),
    revokeAccess: () => state.access.clear(),
    revokeRefresh: () => state.refresh.clear(),
    allowRefresh: (token) => void state.refresh.set(token, ''),
    issued: state.issued,
    refusals: () => state.refusals,
  };
}

class State {
  origin = '';
  refusals = 0;
  readonly seen: Seen[] = [];
  readonly issued: string[] = [];
  readonly access = new Map<string, string>();
  readonly refresh = new Map<string, string>();
  readonly rules: Rules = {
    lifeS: 3600,
    rotates: true,
    givesRefreshToken: true,
    callScope: undefined,
    challengeScope: undefined,
    answer: () => ({ code: randomUUID() }),
    gate: Promise.resolve(),
  };
  readonly #options: AuthorityOptions;
  readonly #grants = new Map<string, Grant>();

  constructor(options: AuthorityOptions) {
    this.#options = options;
  }

  requests(path: string): readonly Seen[] {
    return this.seen.filter((one) => one.path.split('?')[0] === path);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method = 'GET', url: path = '/', headers } = request;
    this.seen.push({ method, path, headers, body });
    const url = new URL(path, this.origin);
    const { resourcePath = RESOURCE_PATH, metadataPath = METADATA_PATH } = this.#options;
    const routes: Readonly<Record<string, () => void | Promise<void>>> = {
      '/mcp': () => this.#mcp(request, response, body),
      [resourcePath ?? 'nowhere']: () => json(response, 200, this.#resource()),
      [metadataPath ?? 'nowhere']: () => json(response, 200, this.#metadata()),
      '/register': () => this.#register(response, body),
      '/authorize': () => this.#authorize(response, url.searchParams),
      '/token': () => this.#token(response, new URLSearchParams(body)),
    };
    const route = routes[url.pathname];
    await (route ? route() : json(response, 404, {}));
  }

  #issuer(): string {
    return `${this.origin}${this.#options.issuerPath ?? ''}`;
  }

  #resource(): object {
    return {
      resource: `${this.origin}/mcp`,
      authorization_servers: [this.#issuer()],
      ...this.#options.resource,
    };
  }

  #metadata(): object {
    const { metadata, hasRegistration = true } = this.#options;
    return {
      issuer: this.#issuer(),
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      ...(hasRegistration && { registration_endpoint: `${this.origin}/register` }),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      ...metadata,
    };
  }

  #register(response: ServerResponse, body: string): void {
    const asked = JSON.parse(body) as object;
    json(response, 201, { ...asked, client_id: `client-${randomUUID()}` });
  }

  #authorize(response: ServerResponse, params: URLSearchParams): void {
    const back = new URL(params.get('redirect_uri') ?? '');
    const answer = this.rules.answer(params);
    if (answer['code'] !== undefined) {
      this.#grants.set(answer['code'], {
        challenge: params.get('code_challenge') ?? undefined,
        scope: params.get('scope') ?? '',
        redirect: back.href,
      });
    }
    const state = params.get('state') ?? '';
    for (const [name, value] of Object.entries({ state, ...answer })) {
      back.searchParams.set(name, value);
    }
    response.writeHead(302, { Location: back.href }).end();
  }

  async #token(response: ServerResponse, params: URLSearchParams): Promise<void> {
    await this.rules.gate;
    const grant = params.get('grant_type');
    if (grant !== null && BY_THEMSELVES.test(grant)) {
      return this.#give(response, params.get('scope') ?? '');
    }
    if (grant === 'refresh_token') {
      const scope = this.refresh.get(params.get('refresh_token') ?? '');
      if (scope === undefined) return json(response, 400, { error: 'invalid_grant' });
      if (this.rules.rotates) this.refresh.delete(params.get('refresh_token') ?? '');
      return this.#give(response, scope);
    }
    const found = this.#grants.get(params.get('code') ?? '');
    this.#grants.delete(params.get('code') ?? '');
    const proof = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = found?.challenge === proof && found.redirect === params.get('redirect_uri');
    if (!found || !isGood) return json(response, 400, { error: 'invalid_grant' });
    this.#give(response, found.scope);
  }

  #give(response: ServerResponse, scope: string): void {
    const { lifeS, givesRefreshToken } = this.rules;
    const [access, refresh] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    this.issued.push(access, refresh);
    this.access.set(access, scope);
    if (givesRefreshToken) this.refresh.set(refresh, scope);
    json(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      ...(lifeS !== undefined && { expires_in: lifeS }),
      ...(givesRefreshToken && { refresh_token: refresh }),
      ...(scope !== '' && { scope }),
    });
  }

  async #mcp(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const token = request.headers.authorization?.replace(/^Bearer /u, '') ?? '';
    const { verify } = this.#options;
    const scope = verify ? await verify(token) : this.access.get(token);
    if (scope === undefined) this.refusals += 1;
    const { resourcePath = RESOURCE_PATH, namesMetadata = true } = this.#options;
    const where = `${this.origin}${resourcePath ?? '/nowhere'}`;
    const metadata = namesMetadata ? `resource_metadata="${where}"` : 'realm="mcp"';
    const { callScope, challengeScope } = this.rules;
    if (scope === undefined) {
      const asks = challengeScope === undefined ? '' : `, scope="${challengeScope}"`;
      response.setHeader('WWW-Authenticate', `Bearer ${metadata}${asks}`);
      return json(response, 401, { error: 'invalid_token' });
    }
    if (request.method !== 'POST') return json(response, 405, {});
    const message = JSON.parse(body) as { id?: number; method: string };
    const lacks = callScope !== undefined && !scope.split(' ').includes(callScope);
    if (message.method === 'tools/call' && lacks) {
      const asks = `error="insufficient_scope", scope="${callScope}"`;
      response.setHeader('WWW-Authenticate', `Bearer ${asks}, ${metadata}`);
      return json(response, 403, { error: 'insufficient_scope' });
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    const result = RESULTS[message.method];
    const answer = result ? { result } : { error: { code: -32601, message: 'unknown method' } };
    json(response, 200, { jsonrpc: '2.0', id: message.id, ...answer });
  }
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'locked', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'whoami', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'somebody we know' }] },
};

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
