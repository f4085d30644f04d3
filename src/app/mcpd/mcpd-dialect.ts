// What mcpd adds to the wire: its REST routes and the endpoint for clients without sessions.
import type { Dialect, PlainResponse, PlainRoute } from '../../core/dialect.ts';
import type { McpdAuth } from './mcpd-auth.ts';
import { errorEnvelope, okEnvelope } from './rest-envelope.ts';

const SESSIONLESS_PATHS = ['/api/mcp'] as const;

export interface McpdDialectOptions {
  readonly auth: McpdAuth;
  /** Shown to anyone who asks for `/api/public/configuration`. */
  readonly publicConfiguration: Readonly<Record<string, string>>;
}

export function mcpdDialect({ auth, publicConfiguration }: McpdDialectOptions): Dialect {
  return {
    id: 'mcpd',
    sessionlessPaths: SESSIONLESS_PATHS,
    routes: [
      { method: 'GET', path: '/api/auth/test', answer: () => okEnvelope(null) },
      open('POST', '/api/auth/token', ({ headers }) => auth.login(headers)),
      open('GET', '/api/public/configuration', () => okEnvelope({ ...publicConfiguration })),
      open('GET', '/api/public/captcha', () => errorEnvelope('captcha_unsupported')),
      { method: 'POST', path: '/api/setPassword', answer: () => errorEnvelope('no_password_file') },
      open('GET', '/', notFound),
      open('GET', '/static/*', notFound),
    ],
    refusal: ({ headers }) => auth.refusal(headers),
  };
}

function open(method: string, path: string, answer: PlainRoute['answer']): PlainRoute {
  return { method, path, open: true, answer };
}

function notFound(): PlainResponse {
  return {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: 'Not Found',
  };
}
