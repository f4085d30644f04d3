// A login as people do it: the built command, a real browser, the pages of a real authorization server.
import { chromium, type Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findCommand } from '../../src/platform/find-command.ts';
import { stage } from '../client/stage.ts';
import { startAuthority } from '../oauth/authority.ts';
import { startProvider } from '../oauth/provider.ts';
import { spawnPlugboard, startProgram, type Running } from '../support/run-plugboard.ts';

const browserFile = await findCommand('chromium', { env: process.env, cwd: process.cwd() });
if (browserFile === undefined) {
  process.stderr.write('SKIPPED: no login through a real browser: chromium is not installed\n');
}

async function openPage(executablePath: string | undefined): Promise<Page> {
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
  });
  onTestFinished(() => browser.close());
  return browser.newPage();
}

/** `locked` trusts the provider; its login is under way, and the page shows what it printed. */
async function startLogin() {
  const { issuer, verify } = await startProvider();
  const { mcpUrl } = await startAuthority({
    resource: { authorization_servers: [issuer], scopes_supported: ['tools'] },
    verify,
  });
  const { cwd, home } = await stage({ locked: { baseUrl: mcpUrl } });
  const page = await openPage(browserFile);
  const options = { cwd, home };
  const running = startProgram(['auth', 'locked', '--no-browser'], options);
  onTestFinished(() => running.interrupt());
  await page.goto(await printedAddress(running));
  return { page, running, call: () => spawnPlugboard(['call', 'locked.whoami'], options) };
}

async function printedAddress(running: Running): Promise<string> {
  await running.until('\n  http');
  const [address] = /(?<= {2})http\S+/u.exec(running.stderr()) ?? [];
  if (address === undefined) throw new Error(running.stderr());
  return address;
}

describe.skipIf(browserFile === undefined)('chromium', () => {
  test('fills in the login page, agrees, and ends at a page that says it is done', async () => {
    const { page, running, call } = await startLogin();
    await page.locator('input[name=login]').fill('ann');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/^http:\/\/localhost:\d+\/callback/u);
    expect(await page.title()).toBe('You are logged in');
    expect(await page.locator('body').innerText()).toContain('locked can be used now.');
    const ended = await running.ended;
    expect(ended).toMatchObject({ exit: 0 });
    expect(ended.stdout).toContain("Authentication successful for 'locked'\n");
    expect(await call()).toMatchObject({ exit: 0, stdout: 'somebody we know\n' });
  });

  test('says no, and is told what that means', async () => {
    const { page, running, call } = await startLogin();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/^http:\/\/localhost:\d+\/callback/u);
    expect(await page.title()).toBe('The login failed');
    const ended = await running.ended;
    expect(ended).toMatchObject({ exit: 1, stdout: '' });
    expect(ended.stderr).toContain('Cannot log in to locked: access_denied');
    expect(await call()).toMatchObject({ exit: 1 });
  });
});
