// When tokens are renewed, by a clock that is moved by hand.
import { describe, expect, test } from 'vitest';
import { PlugboardError } from '../core/errors.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { deferred } from '../mcp/wire/deferred.ts';
import { keepTokens, type KeepOptions } from './keep-tokens.ts';
import { openLoginStore, type Tokens } from './login-store.ts';

const NEVER = new AbortController().signal;
const URL_OF_SERVER = 'https://mcp.example/mcp';
const LIFE_MS = 3_600_000;

function tokensEnding(expiresAtMs: number, accessToken = 'first'): Tokens {
  return { accessToken, tokenType: 'Bearer', refreshToken: 'r', expiresAtMs };
}

/** A login that can be renewed; `renewals` counts how often it was. */
async function desk(options: Partial<KeepOptions> = {}) {
  const store = openLoginStore(await tempFolder(), URL_OF_SERVER);
  const clock = { nowMs: 1_000_000 };
  let renewals = 0;
  const renew: KeepOptions['renew'] = async () => {
    renewals += 1;
    const tokens = tokensEnding(clock.nowMs + LIFE_MS, `renewed-${renewals}`);
    await store.saveTokens(tokens);
    return tokens;
  };
  const keep = () =>
    keepTokens({ store, renew, isSelfSufficient: false, now: () => clock.nowMs, ...options });
  return { store, clock, keep, renewals: () => renewals };
}

describe('keepTokens', () => {
  test('has none where nobody logged in, and asks nobody', async () => {
    const { keep, renewals } = await desk();
    expect(await keep().valid(NEVER)).toBeUndefined();
    expect(renewals()).toBe(0);
  });

  test('renews a minute before the end, to the millisecond', async () => {
    const { store, clock, keep, renewals } = await desk();
    await store.saveTokens(tokensEnding(clock.nowMs + LIFE_MS));
    const keeper = keep();
    clock.nowMs += LIFE_MS - 60_001;
    expect((await keeper.valid(NEVER))?.accessToken).toBe('first');
    expect(renewals()).toBe(0);
    clock.nowMs += 1;
    expect((await keeper.valid(NEVER))?.accessToken).toBe('renewed-1');
    clock.nowMs += LIFE_MS;
    expect((await keeper.valid(NEVER))?.accessToken).toBe('renewed-2');
  });

  test('uses most of a short life, though it is less than a minute', async () => {
    const { store, clock, keep, renewals } = await desk();
    const issuedAtMs = clock.nowMs;
    await store.saveTokens({ ...tokensEnding(issuedAtMs + 30_000), issuedAtMs });
    const keeper = keep();
    clock.nowMs = issuedAtMs + 26_999;
    expect((await keeper.valid(NEVER))?.accessToken).toBe('first');
    clock.nowMs = issuedAtMs + 27_000;
    expect((await keeper.valid(NEVER))?.accessToken).toBe('renewed-1');
    expect(renewals()).toBe(1);
  });

  test('never renews what has no end', async () => {
    const { store, clock, keep, renewals } = await desk();
    await store.saveTokens({ accessToken: 'for ever', tokenType: 'Bearer' });
    clock.nowMs += 1e15;
    expect((await keep().valid(NEVER))?.accessToken).toBe('for ever');
    expect(renewals()).toBe(0);
  });

  test('renews once for many keepers, as if each were a process', async () => {
    const { store, clock, keep, renewals } = await desk();
    await store.saveTokens(tokensEnding(clock.nowMs));
    const asked = Array.from({ length: 12 }, () => keep().valid(NEVER));
    const got = await Promise.all(asked);
    expect(new Set(got.map((tokens) => tokens?.accessToken))).toEqual(new Set(['renewed-1']));
    expect(renewals()).toBe(1);
  });

  test('replaces what was refused, and only that', async () => {
    const { store, clock, keep, renewals } = await desk();
    await store.saveTokens(tokensEnding(clock.nowMs + LIFE_MS));
    const keeper = keep();
    expect((await keeper.instead('first', NEVER))?.accessToken).toBe('renewed-1');
    expect((await keeper.instead('first', NEVER))?.accessToken).toBe('renewed-1');
    expect(renewals()).toBe(1);
  });

  test('uses a token to its end while it cannot be renewed', async () => {
    const away = new PlugboardError('connection_refused', { server: 'x', reason: 'away' });
    const renew = () => Promise.reject(away);
    const { store, clock, keep } = await desk({ renew });
    await store.saveTokens(tokensEnding(clock.nowMs + 1));
    expect((await keep().valid(NEVER))?.accessToken).toBe('first');
    clock.nowMs += 1;
    await expect(keep().valid(NEVER)).rejects.toBe(away);
    await store.saveTokens(tokensEnding(clock.nowMs + 1));
    await expect(keep().instead('first', NEVER)).rejects.toBe(away);
  });

  test('does not ask again at once who did not answer, while the token lasts', async () => {
    let tries = 0;
    const renew = async () => {
      tries += 1;
      throw new PlugboardError('connection_refused', { server: 'x', reason: 'away' });
    };
    const { store, clock, keep } = await desk({ renew });
    await store.saveTokens(tokensEnding(clock.nowMs + 50_000));
    const keeper = keep();
    for (let call = 0; call < 5; call += 1) await keeper.valid(NEVER);
    expect(tries).toBe(1);
    clock.nowMs += 10_000;
    await keeper.valid(NEVER);
    expect(tries).toBe(2);
  });

  test('one who gives up does not stop the renewal for the others', async () => {
    const renewal = deferred<Tokens>();
    const renew = () => renewal.promise;
    const { store, clock, keep } = await desk({ renew });
    await store.saveTokens(tokensEnding(clock.nowMs));
    const keeper = keep();
    const impatient = new AbortController();
    const first = keeper.valid(impatient.signal);
    const second = keeper.valid(NEVER);
    impatient.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    const renewed = tokensEnding(Infinity, 'late');
    renewal.resolve(renewed);
    expect(await second).toBe(renewed);
  });

  test('gets the first token by itself where it can', async () => {
    const { keep, renewals } = await desk({ isSelfSufficient: true });
    expect((await keep().valid(NEVER))?.accessToken).toBe('renewed-1');
    expect(renewals()).toBe(1);
  });
});
