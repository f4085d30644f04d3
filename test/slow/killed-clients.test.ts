// Clients that are killed in the middle of a call: their calls end, nothing of them stays behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startFaultServer, STDIO_SERVER, type FaultServer } from './support/fault-server.ts';
import { headersFor, HttpClient, messagesIn, textOf } from './support/http-client.ts';
import { legacyRequest, modernRequest, toolCall } from './support/messages.ts';
import { HAS_PROC, isRunning, openDescriptors } from './support/processes.ts';
import { postHead } from './support/raw-socket.ts';

const CLIENTS = 200;
/** Fewer, because each brings a server of its own. */
const STDIO_CLIENTS = 60;
const PATIENCE_MS = 30_000;

const clientPath = (name: string) =>
  fileURLToPath(new URL(`../fixtures/faults/clients/${name}`, import.meta.url));

interface Client {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** A client of its own process; killed with the test, if not before. */
function startClient(command: string, args: readonly string[], request = ''): Client {
  const env = { ...process.env, REQUEST: request };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => Buffer.concat(chunks).toString() };
}

async function kill({ child }: Client): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function toHttp(message: JsonObject, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(message);
  return postHead({ ...headers, 'content-length': body.length }) + body;
}

async function countsOf(client: HttpClient): Promise<JsonObject> {
  const [answer] = await client.post(modernRequest('counts', toolCall('counts')));
  const { structuredContent } = (answer?.['result'] ?? {}) as JsonObject;
  return structuredContent as JsonObject;
}

/** The counts as wanted, or as they are when patience ends. */
async function countsOnce(client: HttpClient, wanted: Record<string, number>): Promise<JsonObject> {
  let counts: JsonObject = {};
  const isThere = async () => {
    counts = await countsOf(client);
    return Object.entries(wanted).every(([name, count]) => counts[name] === count);
  };
  await waitUntil(isThere, PATIENCE_MS).catch(() => {});
  return counts;
}

async function untilDescriptors({ pid }: FaultServer, count: number): Promise<void> {
  await waitUntil(() => openDescriptors(pid) <= count, PATIENCE_MS);
}

const waitCall = (key: string) => ({ ...toolCall('wait', { key }), progressToken: key });

describe.runIf(HAS_PROC)('clients killed in the middle of a call', () => {
  test('2026 on HTTP: the calls of 200 killed clients are aborted, their connections closed', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    expect(await countsOnce(control, { started: 0 })).toMatchObject({ started: 0 });
    const descriptors = openDescriptors(server.pid);
    for (let round = 1; round <= 4; round += 1) {
      const clients = Array.from({ length: CLIENTS / 4 }, (_, at) => {
        const message = modernRequest(1, waitCall(`${round}-${at}`));
        const request = toHttp(message, headersFor(message));
        return startClient(clientPath('http-client'), [String(server.port)], request);
      });
      const all = { started: clients.length * round };
      expect(await countsOnce(control, all)).toMatchObject(all);
      await Promise.all(clients.map(kill));
    }
    const over = { started: CLIENTS, aborted: CLIENTS, waiting: 0 };
    expect(await countsOnce(control, over)).toMatchObject(over);
    await untilDescriptors(server, descriptors);
    expect(server.complaints()).toEqual([]);
  });

  test('2025 on HTTP: the calls go on; sessions are resumed or deleted', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    expect(await countsOnce(control, { started: 0 })).toMatchObject({ started: 0 });
    const descriptors = openDescriptors(server.pid);
    const sessions: { key: string; headers: Record<string, string>; client: Client }[] = [];
    for (let at = 0; at < CLIENTS; at += 1) {
      const headers = await control.openSession();
      const request = toHttp(legacyRequest(7, waitCall(`${at}`)), headers);
      const client = startClient(clientPath('http-client'), [String(server.port)], request);
      sessions.push({ key: `${at}`, headers, client });
    }
    await waitUntil(
      () => sessions.every(({ client }) => /"progress":0/u.test(client.said())),
      PATIENCE_MS,
    );
    await Promise.all(sessions.map(({ client }) => kill(client)));
    await untilDescriptors(server, descriptors);
    const going = { started: CLIENTS, aborted: 0, waiting: CLIENTS };
    expect(await countsOnce(control, going)).toMatchObject(going);

    const half = CLIENTS / 2;
    for (const { key, headers, client } of sessions.slice(0, half)) {
      await control.post(modernRequest(key, toolCall('release', { key })));
      const [, lastSeen = ''] = /^id: (.*)$/mu.exec(client.said()) ?? [];
      const resumed = { ...headers, 'last-event-id': lastSeen.trim() };
      const reply = await control.ask({ method: 'GET', headers: resumed });
      const answers = messagesIn(reply).filter((message) => message['id'] === 7);
      expect(answers.map(textOf)).toEqual([`released ${key}`]);
    }
    for (const { headers } of sessions.slice(half)) {
      expect((await control.ask({ method: 'DELETE', headers })).status).toBe(204);
      expect((await control.ask({ headers, body: '{}' })).status).toBe(400);
    }
    const over = { aborted: half, finished: CLIENTS, waiting: 0 };
    expect(await countsOnce(control, over)).toMatchObject(over);
    await untilDescriptors(server, descriptors);
    expect(server.complaints()).toEqual([]);
  });

  test('stdio: 60 killed clients take their servers with them', async () => {
    const request = JSON.stringify(modernRequest(1, waitCall('stdio')));
    for (let round = 0; round < 2; round += 1) {
      const clients = Array.from({ length: STDIO_CLIENTS / 2 }, () =>
        startClient(clientPath('stdio-client'), STDIO_SERVER, request),
      );
      await waitUntil(() => clients.every(({ said }) => said().includes('STARTED')), PATIENCE_MS);
      await Promise.all(clients.map(kill));
      const servers = clients.map(({ said }) => Number(/PID (\d+)/u.exec(said())?.[1]));
      await waitUntil(() => !servers.some(isRunning), PATIENCE_MS);
      await waitUntil(() => clients.every(({ said }) => said().includes('ABORTED')));
      for (const { said } of clients) expect(said()).not.toMatch(/UNHANDLED|WARNING/u);
    }
  });

  test.each(['auto', 'legacy'])(
    'the official client (%s) on stdio takes its server with it',
    async (mode) => {
      const client = startClient(process.execPath, [
        clientPath('sdk-client.mjs'),
        mode,
        ...STDIO_SERVER,
      ]);
      await waitUntil(() => client.said().includes('waiting'), PATIENCE_MS);
      const server = Number(/PID (\d+)/u.exec(client.said())?.[1]);
      await kill(client);
      await waitUntil(() => !isRunning(server), PATIENCE_MS);
      await waitUntil(() => client.said().includes('ABORTED'));
      expect(client.said()).not.toMatch(/UNHANDLED|WARNING/u);
    },
  );

  test('the official client of 2026 on HTTP has its call aborted', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const client = startClient(process.execPath, [clientPath('sdk-client.mjs'), 'auto', url]);
    await waitUntil(() => client.said().includes('waiting'), PATIENCE_MS);
    await kill(client);
    const over = { started: 1, aborted: 1, waiting: 0 };
    expect(await countsOnce(control, over)).toMatchObject(over);
    expect(server.complaints()).toEqual([]);
  });
});
