// How a client proves to a token endpoint who it is: not at all, with a secret, or with a signature.
import type { PrivateKey } from './oauth-settings.ts';

export interface ClientProof {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly privateKey?: PrivateKey;
  /** What the user or the registration says; otherwise what the server supports decides. */
  readonly authMethod?: string;
  readonly authMethods?: readonly string[];
  /** Whom a signed statement is for. */
  readonly issuer: string;
}

/** Adds to the form what belongs there and gives back the headers. */
export async function authenticateClient(
  client: ClientProof,
  form: URLSearchParams,
): Promise<ProofHeaders> {
  return PROOFS[chooseMethod(client)](client, form);
}

type ProofHeaders = Readonly<Record<string, string>>;

const PROOFS: Readonly<
  Record<
    AuthMethod,
    (client: ClientProof, form: URLSearchParams) => ProofHeaders | Promise<ProofHeaders>
  >
> = {
  none: ({ clientId }, form) => {
    form.set('client_id', clientId);
    return {};
  },
  client_secret_basic: ({ clientId, clientSecret = '' }) => {
    const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
    return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  },
  client_secret_post: ({ clientId, clientSecret = '' }, form) => {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
    return {};
  },
  private_key_jwt: async (client, form) => {
    await sign(client, form);
    return {};
  },
};

const METHODS = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

export type AuthMethod = (typeof METHODS)[number];

export function chooseMethod({
  clientSecret,
  privateKey,
  authMethod,
  authMethods = [],
}: ClientProof): AuthMethod {
  if (privateKey) return 'private_key_jwt';
  if (clientSecret === undefined) return 'none';
  const said = METHODS.find((method) => method === authMethod);
  if (said === 'client_secret_basic' || said === 'client_secret_post') return said;
  const isPostOnly =
    authMethods.includes('client_secret_post') && !authMethods.includes('client_secret_basic');
  return isPostOnly ? 'client_secret_post' : 'client_secret_basic';
}

/** As RFC 6749 wants it before Basic: a colon in an id would otherwise split it. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

async function sign(client: ClientProof, form: URLSearchParams): Promise<void> {
  const { clientId, privateKey, issuer } = client;
  if (!privateKey) return;
  const { createPrivateKeyJwtAuth } = await import('@modelcontextprotocol/client');
  const addStatement = createPrivateKeyJwtAuth({
    issuer: clientId,
    subject: clientId,
    privateKey: privateKey.pem,
    alg: privateKey.algorithm,
    audience: issuer,
  });
  await addStatement(new Headers(), form, issuer);
}
