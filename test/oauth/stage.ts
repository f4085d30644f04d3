// A project with a server behind a login, a home of its own, and a browser nobody sits at.
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { stage, type Stage } from '../client/stage.ts';
import type { Ran, RunOptions, Running } from '../support/run-plugboard.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startAuthority, type Authority, type AuthorityOptions } from './authority.ts';

/** A program that follows the login and writes down what it was shown. */
export const BROWSER = fileURLToPath(new URL('../fixtures/oauth/browser.mjs', import.meta.url));

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

export interface LoginStage extends Stage {
  readonly authority: Authority;
  /** The folder of a login. */
  folder(name?: string): string;
  tokens(name?: string): Promise<JsonObject>;
  /** Changes what stands in tokens.json. */
  edit(change: JsonObject, name?: string): Promise<void>;
  /** Runs `auth` and visits the address it prints; gives back how it ended, and the last page. */
  visit(args?: readonly string[], options?: RunOptions): Promise<Ran & { readonly page: Page }>;
  /** The same, and it must go well. */
  login(args?: readonly string[], options?: RunOptions): Promise<void>;
  /** What `$BROWSER` was shown; waits for it. */
  shown(): Promise<Page>;
  /** Options that let a command open `$BROWSER`. */
  readonly withBrowser: RunOptions;
  /** Access to a file, as in `chmod`. */
  mode(file: string): Promise<number>;
}

export interface LoginStageOptions extends AuthorityOptions {
  readonly entry?: JsonObject;
}

/** `locked` is the server behind the login. */
export async function loginStage(options: LoginStageOptions = {}): Promise<LoginStage> {
  // Loaded by the first login: no test is to be the one that waits for it.
  await import('@modelcontextprotocol/client');
  const authority = await startAuthority(options);
  const made = await stage({ locked: { baseUrl: authority.mcpUrl, ...options.entry } });
  const log = join(made.home, 'browser.log');
  const folder = (name = 'locked') => join(made.home, '.mcplug', name);
  const file = (name?: string) => join(folder(name), 'tokens.json');
  const tokens = async (name?: string) =>
    JSON.parse(await readFile(file(name), 'utf8')) as JsonObject;
  const visit: LoginStage['visit'] = async (args = ['locked'], run = {}) => {
    const running = made.start(['auth', ...args, '--no-browser', '--json'], run);
    const page = await visited(await addressOf(running));
    return { ...(await running.ended), page };
  };
  return {
    ...made,
    authority,
    folder,
    tokens,
    visit,
    withBrowser: { env: { BROWSER, BROWSER_LOG: log } },
    edit: async (change, name) => {
      const now = await tokens(name).catch(() => ({}));
      await mkdir(dirname(file(name)), { recursive: true });
      await writeFile(file(name), JSON.stringify({ ...now, ...change }));
    },
    login: async (args, run) => {
      const { exit, stdout, stderr } = await visit(args, run);
      expect({ exit, stdout, stderr }).toMatchObject({ exit: 0 });
    },
    shown: async () => {
      await waitUntil(async () => (await textOf(log)).endsWith('\n'));
      return JSON.parse(await textOf(log)) as Page;
    },
    mode: async (path) => (await stat(path)).mode & 0o777,
  };
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

const PATIENCE_MS = 15_000;

/** The address of the login that `--no-browser --json` prints. */
export async function addressOf(running: Running): Promise<string> {
  const isThere = () => running.stdout().includes('"authorizationUrl"');
  await Promise.race([waitUntil(isThere, PATIENCE_MS), running.ended]);
  const [line = ''] = running.stdout().split('\n');
  const { authorizationUrl } = JSON.parse(line) as { authorizationUrl?: string };
  if (authorizationUrl === undefined) throw new Error(running.stdout());
  return authorizationUrl;
}

/** Where a browser ends that follows every redirect. */
export async function visited(url: string): Promise<Page> {
  const answer = await fetch(url);
  return { url: answer.url, status: answer.status, text: await answer.text() };
}

/** A port nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export const PAST = '2020-01-01T00:00:00Z';
