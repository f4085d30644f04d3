// A login from beginning to end: find the authorization server, send the user there, redeem the code, keep the tokens.
import { PlugboardError } from '../core/errors.ts';
import { orAborted } from '../core/or-aborted.ts';
import { crypto } from '../platform/crypto.ts';
import type { SendHttp } from '../platform/send-http.ts';
import { openCallbackListener, type CallbackListener } from './callback-listener.ts';
import { joinScopes, type Challenge } from './challenge.ts';
import { chooseClient } from './choose-client.ts';
import { discoverAuthority, type Authority } from './discover.ts';
import { loginFailure, toLoginFailure } from './login-failure.ts';
import type { LoginClient, LoginStore, Tokens } from './login-store.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import { readRedirect } from './read-redirect.ts';
import { requestTokens } from './request-tokens.ts';
import { toProof } from './to-proof.ts';

/** How the user is reached. */
export interface LoginDialog {
  /** Sends the user to the address. */
  show(authorizationUrl: string, redirectUrl: string): Promise<void>;
  /** What the user pastes, line by line; `undefined` when nothing more will come. */
  pasted?(problem: string | undefined): Promise<string | undefined>;
}

export interface LoginOptions {
  readonly store: LoginStore;
  readonly dialog: LoginDialog;
  /** What the server asked for when it refused. */
  readonly challenge: Challenge;
  /** The server lets anybody in, as far as was seen. */
  readonly isOpen: boolean;
  readonly timeoutMs: number;
  readonly send: SendHttp;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export async function logIn(settings: OAuthSettings, options: LoginOptions): Promise<Tokens> {
  try {
    return await new Login(settings, options).run();
  } catch (thrown) {
    throw toLoginFailure(settings.server, thrown);
  }
}

class Login {
  readonly #settings: OAuthSettings;
  readonly #options: LoginOptions;

  constructor(settings: OAuthSettings, options: LoginOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  async run(): Promise<Tokens> {
    const authority = await discoverAuthority(this.#settings, this.#options);
    if (this.#options.isOpen && !authority.metadata) throw this.#noLogin();
    const state = crypto().randomBytes(24).toString('base64url');
    const listener = await this.#listen(state);
    try {
      const tokens = await this.#throughBrowser(authority, listener, state);
      listener.finish({
        title: 'You are logged in',
        text: `${this.#settings.server} can be used now. You can close this window.`,
        isOk: true,
      });
      return tokens;
    } catch (thrown) {
      const { message } = toLoginFailure(this.#settings.server, thrown);
      listener.finish({ title: 'The login failed', text: message, isOk: false });
      throw thrown;
    } finally {
      await listener[Symbol.asyncDispose]();
    }
  }

  #noLogin(): PlugboardError {
    const what = 'logging in: it answers everybody, and names no authorization server';
    return new PlugboardError('not_supported', { source: this.#settings.server, what });
  }

  async #throughBrowser(
    authority: Authority,
    listener: CallbackListener,
    state: string,
  ): Promise<Tokens> {
    const { store, dialog, send, signal } = this.#options;
    const { redirectUrl } = listener;
    const scope = await this.#scope(authority);
    const choice = { settings: this.#settings, authority, store, send, signal };
    const client = await chooseClient(choice, { redirectUrl, scope });
    const { startAuthorization } = await import('@modelcontextprotocol/client');
    const { authorizationUrl, codeVerifier } = await startAuthorization(authority.url, {
      ...(authority.metadata && { metadata: authority.metadata }),
      clientInformation: { client_id: client.clientId },
      redirectUrl,
      state,
      ...(scope !== undefined && { scope }),
      ...(authority.resource !== undefined && { resource: new URL(authority.resource) }),
    });
    // The words of the metadata, not those of a parsed address: some servers compare them.
    if (authority.resource !== undefined) {
      authorizationUrl.searchParams.set('resource', authority.resource);
    }
    await dialog.show(authorizationUrl.href, redirectUrl);
    const answer = await this.#answer(listener, state);
    const code = await this.#codeOf(answer, authority);
    return this.#redeem(client, { code, codeVerifier, redirectUrl, scope });
  }

  async #listen(state: string): Promise<CallbackListener> {
    const { server, redirectUrl } = this.#settings;
    const earlierUrl = (await this.#options.store.client())?.redirectUrl;
    const isElsewhere = redirectUrl !== undefined && !redirectUrl.startsWith('http://');
    if (isElsewhere && this.#options.dialog.pasted) return nobodyListening(redirectUrl);
    return openCallbackListener({ server, state, redirectUrl, earlierUrl });
  }

  /** What the entry says, or the server wants; and that the login outlives the first token. */
  async #scope({ metadata, scopes }: Authority): Promise<string | undefined> {
    const { store, challenge } = this.#options;
    const [kept, granted] = [await store.client(), await store.tokens()];
    const wanted = this.#settings.scope ?? challenge.scope ?? scopes;
    const more =
      kept?.wantedScope === undefined ? undefined : joinScopes(granted?.scope, kept.wantedScope);
    const all = joinScopes(wanted, more);
    const supported = metadata?.scopes_supported ?? [];
    const isLasting = all !== undefined && supported.includes('offline_access');
    return isLasting ? joinScopes(all, 'offline_access') : all;
  }

  async #answer(listener: CallbackListener, state: string): Promise<URLSearchParams> {
    const { timeoutMs, signal } = this.#options;
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(), timeoutMs);
    const either = Promise.race([listener.answer, this.#pasted(state)]);
    try {
      return await orAborted(either, AbortSignal.any([signal, clock.signal]));
    } catch (thrown) {
      if (!clock.signal.aborted || signal.aborted) throw thrown;
      throw new PlugboardError(
        'timeout',
        {
          what: this.#settings.server,
          afterMs: timeoutMs,
          doing: 'waiting for the browser login of',
        },
        { hint: 'Give it more time with --oauth-timeout, or use --no-browser' },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Never settles where nobody pastes anything: the browser may still come. */
  async #pasted(state: string): Promise<URLSearchParams> {
    const { dialog } = this.#options;
    let problem: string | undefined;
    while (dialog.pasted) {
      const text = await dialog.pasted(problem);
      if (text === undefined) break;
      const answer = readRedirect(text, state);
      if (answer.params) return answer.params;
      problem = answer.problem;
    }
    return new Promise(() => {});
  }

  /** The issuer is checked first: until then even the error could be from anybody. */
  async #codeOf(answer: URLSearchParams, { metadata }: Authority): Promise<string> {
    const { server } = this.#settings;
    const { validateAuthorizationResponseIssuer } = await import('@modelcontextprotocol/client');
    validateAuthorizationResponseIssuer({
      iss: answer.get('iss') ?? undefined,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
    });
    const code = answer.get('code');
    if (code !== null) return code;
    const error = answer.get('error') ?? 'no code';
    const about = answer.get('error_description');
    throw loginFailure(server, about === null ? error : `${error} (${about.slice(0, 200)})`);
  }

  async #redeem(client: LoginClient, grant: Grant): Promise<Tokens> {
    const { server, allowHttp } = this.#settings;
    const { store, signal } = this.#options;
    const answer = await requestTokens(
      {
        server,
        allowHttp,
        endpoint: client.tokenEndpoint,
        client: toProof(client, this.#settings),
        params: {
          grant_type: 'authorization_code',
          code: grant.code,
          code_verifier: grant.codeVerifier,
          redirect_uri: grant.redirectUrl,
          resource: client.resource,
        },
      },
      this.#options,
    );
    if (!answer.tokens) {
      // A registration the server has forgotten is made anew by the next login.
      if (answer.error === 'invalid_client') await store.dropClient();
      throw loginFailure(server, `${answer.error} (${answer.description})`);
    }
    const { scope } = grant;
    const tokens = {
      ...(scope !== undefined && { scope }),
      ...answer.tokens,
      issuer: client.issuer,
    };
    await store.locked(async () => {
      await store.saveClient(client);
      await store.saveTokens(tokens);
    }, signal);
    return tokens;
  }
}

interface Grant {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUrl: string;
  readonly scope: string | undefined;
}

/** The browser ends elsewhere: only what is pasted comes back. */
function nobodyListening(redirectUrl: string): CallbackListener {
  return {
    redirectUrl,
    answer: new Promise(() => {}),
    finish: () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}
