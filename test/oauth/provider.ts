// An authorization server we did not write, with a page to log in on and one to agree on: oidc-provider.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

export interface RunningProvider {
  readonly issuer: string;
  /** The scopes of a token, for the server that trusts this provider. */
  verify(token: string): Promise<string | undefined>;
  revoke(token: string): void;
}

/** With dynamic registration, resource indicators and rotating refresh tokens. */
export async function startProvider(): Promise<RunningProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [],
    scopes: ['openid', 'offline_access', 'tools'],
    cookies: { keys: ['only for this test'] },
    rotateRefreshToken: true,
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: 'tools', accessTokenTTL: 3600 }),
        useGrantedResource: () => true,
      },
    },
  });
  server.on('request', provider.callback());
  const revoked = new Set<string>();
  return {
    issuer,
    verify: async (token) => {
      const found = await provider.AccessToken.find(token);
      return found && !revoked.has(token) ? (found.scope ?? '') : undefined;
    },
    revoke: (token) => void revoked.add(token),
  };
}
