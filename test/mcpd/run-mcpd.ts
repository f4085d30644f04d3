// Runs the built mcpd as a process of its own and talks to it over real HTTP.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../dist/bin/mcpd.js', import.meta.url));
export const SCRIPTS = fileURLToPath(new URL('scripts', import.meta.url));

export type LogLine = Readonly<Record<string, unknown>>;
type Env = Readonly<Record<string, string>>;

export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Run {
  readonly child: ChildProcess;
  readonly texts: { stdout: string; stderr: string };
  readonly outcome: Promise<Outcome>;
  /** Called whenever stderr grows. */
  onStderr: () => void;
}

/** A fresh home each time, so that neither settings nor caches of the user have a say. */
function start(args: readonly string[], env: Env): Run {
  const home = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH, HOME: home, XDG_CACHE_HOME: join(home, 'cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => {
    texts.stderr += chunk.toString();
    run.onStderr();
  });
  const outcome = once(child, 'close').then(([status, signal]): Outcome => {
    rmSync(home, { recursive: true, force: true });
    return { status, signal, ...texts };
  });
  const run: Run = { child, texts, outcome, onStderr: () => {} };
  return run;
}

/** Runs mcpd until it ends by itself. */
export function runMcpd(args: readonly string[], env: Env = {}): Promise<Outcome> {
  return start(args, env).outcome;
}

export class RunningMcpd implements AsyncDisposable {
  readonly port: number;
  readonly isHttps: boolean;
  readonly #run: Run;

  constructor(run: Run, address: string, isHttps: boolean) {
    this.#run = run;
    this.port = Number(/\d+$/u.exec(address)?.[0]);
    this.isHttps = isHttps;
  }

  get stdout(): string {
    return this.#run.texts.stdout;
  }

  get stderr(): string {
    return this.#run.texts.stderr;
  }

  get logs(): readonly LogLine[] {
    return toLogLines(this.stderr);
  }

  get url(): string {
    return `${this.isHttps ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  untilLog(wanted: (line: LogLine) => boolean): Promise<LogLine> {
    return untilLog(this.#run, wanted);
  }

  /** As when the program that collects the log goes away. */
  stopReadingLogs(): void {
    this.#run.child.stderr?.destroy();
  }

  async stop(): Promise<Outcome> {
    this.#run.child.kill('SIGTERM');
    return this.#run.outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Starts mcpd on a free port over the test scripts, and waits until it listens. */
export async function startMcpd(args: readonly string[] = [], env: Env = {}): Promise<RunningMcpd> {
  const isGiven = (flag: string): boolean => args.some((arg) => arg.startsWith(flag));
  const hasRoot = isGiven('--script-root-directory') || 'MCPD_SCRIPT_ROOT_DIRECTORY' in env;
  const hasPort = isGiven('--http-port') || 'MCPD_HTTP_PORT' in env;
  const run = start(
    [
      ...(hasPort ? [] : ['--http-port', '0']),
      ...(hasRoot ? [] : ['--script-root-directory', SCRIPTS]),
      ...args,
    ],
    env,
  );
  const line = await untilLog(run, ({ msg }) => msg === 'Starting HTTP server');
  return new RunningMcpd(run, String(line['address']), line['tls'] === true);
}

function toLogLines(text: string): readonly LogLine[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

function untilLog(run: Run, wanted: (line: LogLine) => boolean): Promise<LogLine> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = toLogLines(run.texts.stderr).find(wanted);
      if (found) resolve(found);
    };
    run.onStderr = look;
    look();
    void run.outcome.then(({ status, stderr }) =>
      reject(new Error(`mcpd ended with ${status} before the line came:\n${stderr}`)),
    );
  });
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; asking for it when the body is not JSON fails the test. */
  readonly json: LogLine;
}

/** One HTTP exchange; the path goes out exactly as written. */
export function ask(mcpd: RunningMcpd, path: string, what: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = what;
    const options = { host: '127.0.0.1', port: mcpd.port, path, method, headers };
    const request = mcpd.isHttps
      ? httpsRequest({ ...options, rejectUnauthorized: false })
      : httpRequest(options);
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0, headers: answered } = response;
        resolve({
          status: statusCode,
          headers: answered,
          text,
          get json() {
            return JSON.parse(text) as LogLine;
          },
        });
      });
    });
    request.end(body);
  });
}

export interface Rpc {
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What existing mcpd clients send: one POST, no session, no `initialize`, no `Accept`. */
export function post(
  mcpd: RunningMcpd,
  message: Rpc | readonly Rpc[],
  { path = '/api/mcp', headers = {} }: { path?: string; headers?: Env } = {},
): Promise<Answer> {
  const toVersioned = (one: Rpc) => ({ jsonrpc: '2.0', ...one });
  const versioned = 'method' in message ? toVersioned(message) : message.map(toVersioned);
  return ask(mcpd, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(versioned),
  });
}

/** The text a tool answered. */
export async function callText(
  mcpd: RunningMcpd,
  name: string,
  more: { args?: Readonly<Record<string, unknown>>; headers?: Env } = {},
): Promise<string> {
  const params = { name, arguments: more.args ?? {} };
  const message = { id: 1, method: 'tools/call', params };
  const { json, text } = await post(mcpd, message, { headers: more.headers ?? {} });
  const result = json['result'] as { content?: readonly { text: string }[] } | undefined;
  const block = result?.content?.[0];
  if (!block) throw new Error(`no text in ${text}`);
  return block.text;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
