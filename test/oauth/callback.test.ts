// Waiting for the browser: who comes back, who else knocks, and how long it takes.
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../src/mcp/wire/deferred.ts';
import { addressOf, freePort, loginStage, visited } from './stage.ts';

afterEach(() => {
  vi.useRealTimers();
});

function paramsOf(address: string) {
  const { searchParams } = new URL(address);
  const state = searchParams.get('state') ?? '';
  return { state, callback: searchParams.get('redirect_uri') ?? '' };
}

/** Asks for what no address can say. */
async function statusOf({ port }: URL, target: string): Promise<number> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return Number((await text(socket)).split(' ')[1]);
}

async function statusAt(host: string, url: URL): Promise<number | undefined> {
  const asked = request({ host, port: url.port, path: url.pathname }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await text(answer);
  return answer.statusCode;
}

describe('the callback', () => {
  test('[oauth:flow:stray] strangers, wrong states and empty answers end nothing', async () => {
    const { start, authority } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser', '--json']);
    const address = await addressOf(running);
    const { callback, state } = paramsOf(address);
    const origin = new URL(callback).origin;
    const strays = [
      `${origin}/favicon.ico`,
      `${callback}?code=stolen&state=guessed`,
      `${callback}?error=access_denied&state=guessed`,
      `${callback}?code=stolen`,
      `${callback}?state=${state}`,
    ];
    for (const stray of strays) {
      const page = await visited(stray);
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.text).toContain('Not this login');
    }
    for (const target of ['//', 'http://[', '*']) {
      expect(await statusOf(new URL(callback), target)).toBe(404);
    }
    expect(authority.count('authorization_code')).toBe(0);
    expect((await visited(address)).status).toBe(200);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });

  test('[oauth:flow:reload] a page loaded twice redeems one code and shows the same', async () => {
    const { start, authority } = await loginStage();
    const gate = deferred<void>();
    authority.rules.gate = gate.promise;
    authority.rules.answer = () => ({ code: 'the-one' });
    const running = start(['auth', 'locked', '--no-browser', '--json']);
    const address = await addressOf(running);
    const { callback, state } = paramsOf(address);
    const pages = [visited(address), visited(`${callback}?code=the-one&state=${state}`)];
    await vi.waitUntil(() => authority.count('authorization_code') === 1);
    gate.resolve();
    for (const page of await Promise.all(pages)) {
      expect(page).toMatchObject({ status: 200 });
      expect(page.text).toContain('You are logged in');
    }
    expect(await running.ended).toMatchObject({ exit: 0 });
    expect(authority.count('authorization_code')).toBe(1);
  });

  test('[oauth:flow:second] two logins at once: each gets its own answer', async () => {
    const { start, run } = await loginStage();
    const both = [0, 1].map(() => start(['auth', 'locked', '--no-browser', '--json']));
    const addresses = await Promise.all(both.map(addressOf));
    for (const address of addresses.toReversed()) {
      expect((await visited(address)).status).toBe(200);
    }
    for (const one of both) expect(await one.ended).toMatchObject({ exit: 0 });
    expect(await run(['call', 'locked.whoami'])).toMatchObject({ exit: 0 });
  });

  test('[oauth:flow:second] a fixed port that is taken is named', async () => {
    const url = `http://localhost:${await freePort()}/callback`;
    const { start, run } = await loginStage({ entry: { oauthRedirectUrl: url } });
    const first = start(['auth', 'locked', '--no-browser', '--json']);
    const address = await addressOf(first);
    const second = await run(['auth', 'locked', '--no-browser']);
    expect(second.exit).toBe(1);
    expect(second.stderr).toContain(`of ${url} is in use\nhint: Another login may be under way`);
    await visited(address);
    expect(await first.ended).toMatchObject({ exit: 0 });
  });

  test('[oauth:flow:listen] both loopback addresses answer', async () => {
    const { start } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser', '--json']);
    const { callback } = paramsOf(await addressOf(running));
    const url = new URL(callback);
    expect(await statusAt('127.0.0.1', url)).toBe(400);
    const six = await statusAt('::1', url).catch((error: NodeJS.ErrnoException) => error.code);
    // A machine without IPv6 has no second address.
    expect([400, 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(six);
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 1 });
  });
});

describe('the time', () => {
  test('[oauth:auth:timeout] [oauth:auth:timeout-words] sixty seconds, by a clock that is moved', async () => {
    const { start } = await loginStage();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const running = start(['auth', 'locked', '--json'], { env: { BROWSER: 'true' } });
    await running.until('If none opens, visit');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(running.stdout()).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    const { exit, stdout } = await running.ended;
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        server: 'locked',
        code: 'timeout',
        message: 'Timeout after 60s waiting for the browser login of locked',
      },
    });
  });

  test('[oauth:auth:timeout-variable] the variable says how long', async () => {
    const { run } = await loginStage();
    const env = { BROWSER: 'true', MCPLUG_OAUTH_TIMEOUT_MS: '40' };
    const { exit, stderr } = await run(['auth', 'locked'], { env });
    expect(exit).toBe(1);
    expect(stderr).toContain('Timeout after 0.04s waiting for the browser login of locked\n');
  });

  test('[oauth:auth:timeout-flag] the flag wins over it', async () => {
    const { run } = await loginStage();
    const env = { BROWSER: 'true', MCPLUG_OAUTH_TIMEOUT_MS: '600000' };
    const { exit, stderr } = await run(['auth', 'locked', '--oauth-timeout', '30'], { env });
    expect(exit).toBe(1);
    expect(stderr).toContain('Timeout after 0.03s waiting for the browser login of locked\n');
  });

  test('Ctrl-C ends the wait', async () => {
    const { start } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser', '--json']);
    await addressOf(running);
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 1 });
  });
});
