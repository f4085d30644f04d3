// Logging in on a machine without a browser, and by scripts.
import { describe, expect, test } from 'vitest';
import { addressOf, loginStage } from './stage.ts';

/** The address a browser on another machine would end at; nothing listens there. */
async function endOf(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

function printedAddress(stderr: string): string {
  return /^ {2}(http\S+)$/mu.exec(stderr)?.[1] ?? '';
}

describe('--no-browser', () => {
  test('[oauth:headless:url] [oauth:headless:address] [oauth:headless:no-tty] shows the address and takes the one the browser ended at', async () => {
    const { start, run } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser'], { env: { BROWSER: '/nowhere' } });
    await running.until('Paste the address');
    const end = await endOf(printedAddress(running.stderr()));
    running.stdin.write(`${end.href}\n`);
    expect(await running.ended).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining("Authentication successful for 'locked'") as string,
    });
    expect(await run(['call', 'locked.whoami'])).toMatchObject({ exit: 0 });
  });

  test('[oauth:headless:code] the code alone will do', async () => {
    const { start } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser']);
    await running.until('Paste the address');
    const end = await endOf(printedAddress(running.stderr()));
    running.stdin.write(`  ${end.searchParams.get('code')} \n`);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });

  test('[oauth:headless:address] what is no answer is said, and asked for again', async () => {
    const { start, authority } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser']);
    await running.until('Paste the address');
    const end = await endOf(printedAddress(running.stderr()));
    running.stdin.write('\n');
    await running.until('That is not it: nothing was pasted');
    running.stdin.write('http://localhost:1/callback?code=x&state=another\n');
    await running.until('That is not it: it belongs to another login');
    expect(authority.count('authorization_code')).toBe(0);
    running.stdin.write(`${end.href}\n`);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });

  test('[oauth:headless:no-tty] stdin that has ended is no answer: the browser may still come', async () => {
    const { start } = await loginStage();
    const running = start(['auth', 'locked', '--no-browser', '--json'], { stdin: '' });
    const address = await addressOf(running);
    expect((await fetch(address)).status).toBe(200);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });

  test('[oauth:headless:url] an address elsewhere comes back by pasting only', async () => {
    const { start } = await loginStage({
      entry: { oauthRedirectUrl: 'https://me.example/back', oauthClientId: 'mine' },
    });
    const running = start(['auth', 'locked', '--no-browser']);
    await running.until('Paste the address');
    const end = await endOf(printedAddress(running.stderr()));
    expect(end.origin).toBe('https://me.example');
    running.stdin.write(`${end.href}\n`);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });
});

describe('without a browser to be found', () => {
  test('[oauth:headless:no-tty] the address is shown, and a terminal can paste', async () => {
    const { start } = await loginStage();
    const running = start(['auth', 'locked'], { env: { BROWSER: '/nowhere' }, isTty: true });
    await running.until('Log in to locked at');
    await running.until('Paste the address');
    const end = await endOf(printedAddress(running.stderr()));
    running.stdin.write(`${end.href}\n`);
    expect(await running.ended).toMatchObject({ exit: 0 });
  });
});

describe('--json', () => {
  test('[oauth:headless:json] one line with the address, one with the outcome', async () => {
    const { visit, authority, folder } = await loginStage();
    const { stdout, stderr } = await visit();
    const [first = '', second = '', ...rest] = stdout.split('\n');
    expect(JSON.parse(first)).toEqual({
      authorizationUrl: expect.stringContaining(`${authority.origin}/authorize?`) as string,
      redirectUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/callback$/u) as string,
    });
    expect(JSON.parse(second)).toMatchObject({
      server: 'locked',
      authenticated: true,
      status: 'ok',
      canRefresh: true,
      issuer: authority.origin,
      directory: folder(),
    });
    expect(rest).toEqual(['']);
    for (const token of authority.issued) expect(stdout + stderr).not.toContain(token);
  });

  test('[oauth:headless:json] a failure is an error object', async () => {
    const { visit, authority } = await loginStage();
    authority.rules.answer = () => ({ error: 'access_denied' });
    const { exit, stdout } = await visit();
    expect(exit).toBe(1);
    expect(JSON.parse(stdout.slice(stdout.indexOf('\n')))).toMatchObject({
      error: { server: 'locked', code: 'auth_required', reason: 'auth_required' },
      issue: { kind: 'auth' },
    });
  });
});
