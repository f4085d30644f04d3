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
import { HAS_PROC, listProcesses, openDescriptors } from './support/processes.ts';
import { postHead } from './support/raw-socket.ts';

const CLIENTS = 200;
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
  return (answer?.['result'] as JsonObject)['structuredContent'] as JsonObject;
}

/** Waits until that many calls are in this state. */
async function untilCounts(client: HttpClient, wanted: Record<string, number>): Promise<void> {
  let counts: JsonObject = {};
  const isThere = async () => {
    counts = await countsOf(client);
    return Object.entries(wanted).every(([name, count]) => counts[name] === count);
  };
  await waitUntil(isThere, PATIENCE_MS).catch(() => expect(counts).toMatchObject(wanted));
}

async function expectBaseline(server: FaultServer, descriptors: number): Promise<void> {
  await waitUntil(() => openDescriptors(server.pid) <= descriptors, PATIENCE_MS);
  expect(server.complaints()).toEqual([]);
}

const waitCall = (key: string) => ({ ...toolCall('wait', { key }), progressToken: key });

describe.runIf(HAS_PROC)('clients killed in the middle of a call', () => {
  test('2026 on HTTP: the calls of 200 killed clients are aborted, their connections closed', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    await untilCounts(control, { started: 0 });
    const descriptors = openDescriptors(server.pid);
    for (let round = 1; round <= 4; round += 1) {
      const clients = Array.from({ length: CLIENTS / 4 }, (_, at) => {
        const message = modernRequest(1, waitCall(`${round}-${at}`));
        const request = toHttp(message, headersFor(message));
        return startClient(clientPath('http-client'), [String(server.port)], request);
      });
      await untilCounts(control, { started: clients.length * round });
      await Promise.all(clients.map(kill));
    }
    await untilCounts(control, { started: CLIENTS, aborted: CLIENTS, waiting: 0 });
    await expectBaseline(server, descriptors);
  });

  test('2025 on HTTP: the calls go on; sessions are resumed or deleted', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    await untilCounts(control, { started: 0 });
    const descriptors = openDescriptors(server.pid);
    const sessions: { key: string; headers: Record<string, string>; client: Client }[] = [];
    for (let at = 0; at < CLIENTS; at += 1) {
      const headers = await control.openSession();
      const request = toHttp(legacyRequest(7, waitCall(`${at}`)), headers);
      const client = startClient(clientPath('http-client'), [String(server.port)], request);
      sessions.push({ key: `${at}`, headers, client });
    }
    await waitUntil(() => sessions.every(({ client }) => /"progress":0/u.test(client.said())), PATIENCE_MS);
    await Promise.all(sessions.map(({ client }) => kill(client)));
    await expectBaseline(server, descriptors);
    await untilCounts(control, { started: CLIENTS, aborted: 0, waiting: CLIENTS });

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
    await untilCounts(control, { aborted: half, finished: CLIENTS, waiting: 0 });
    await expectBaseline(server, descriptors);
  });

  test('stdio: 200 killed clients take their servers with them', async () => {
    const request = JSON.stringify(modernRequest(1, waitCall('stdio')));
    for (let round = 0; round < 5; round += 1) {
      const clients = Array.from({ length: CLIENTS / 5 }, () =>
        startClient(clientPath('stdio-client'), STDIO_SERVER, request),
      );
      await waitUntil(() => clients.every(({ said }) => said().includes('STARTED')), PATIENCE_MS);
      await Promise.all(clients.map(kill));
      const servers = clients.map(({ said }) => Number(/PID (\d+)/u.exec(said())?.[1]));
      await waitUntil(() => !listProcesses().some(({ pid }) => servers.includes(pid)), PATIENCE_MS);
      for (const { said } of clients) {
        expect(said()).toContain('ABORTED');
        expect(said()).not.toMatch(/UNHANDLED|WARNING/u);
      }
    }
  });

  test.each(['auto', 'legacy'])('the official client (%s) on stdio takes its server with it', async (mode) => {
    const client = startClient(process.execPath, [clientPath('sdk-client.mjs'), mode, ...STDIO_SERVER]);
    await waitUntil(() => client.said().includes('waiting'), PATIENCE_MS);
    const server = Number(/PID (\d+)/u.exec(client.said())?.[1]);
    await kill(client);
    await waitUntil(() => !listProcesses().some(({ pid }) => pid === server), PATIENCE_MS);
    expect(client.said()).toContain('ABORTED');
  });

  test('the official client of 2026 on HTTP has its call aborted', async () => {
    await using server = await startFaultServer();
    using control = new HttpClient(server.port);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const client = startClient(process.execPath, [clientPath('sdk-client.mjs'), 'auto', url]);
    await waitUntil(() => client.said().includes('waiting'), PATIENCE_MS);
    await kill(client);
    await untilCounts(control, { started: 1, aborted: 1, waiting: 0 });
    expect(server.complaints()).toEqual([]);
  });
});
