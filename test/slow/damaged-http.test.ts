// Damaged requests over real HTTP: none of them ends the server or touches a valid request.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { startFaultServer, type FaultServer } from './support/fault-server.ts';
import { headersFor, HttpClient, messagesIn, POST_HEADERS, textOf } from './support/http-client.ts';
import {
  legacyRequest,
  LEGACY_SEEDS,
  MODERN,
  modernRequest,
  MODERN_SEEDS,
  toolCall,
} from './support/messages.ts';
import { damageBytes, mutant } from './support/mutants.ts';
import { withSeed, type Random } from './support/random.ts';

const CONNECTIONS = 8;
const MUTANTS_PER_ERA = 18_000;
const RAW_REQUESTS = 4_000;
const VALID_EVERY = 25;
/** Less than the grace that calls in flight would be given. */
const CLOSED_WITHIN_MS = 4_500;

/** Runs the work on several connections side by side. */
async function sideBySide(total: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const workUntilDone = async () => {
    while (next < total) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, workUntilDone));
}

/** How the server fared: with nothing in flight, a graceful end takes no time. */
async function fateOf(server: FaultServer) {
  const isAlive = server.isAlive();
  const closedInMs = await server.close();
  return { isAlive, complaints: server.complaints(), isIdle: closedInMs < CLOSED_WITHIN_MS };
}

const UNHARMED = { isAlive: true, complaints: [], isIdle: true };

interface Era {
  readonly seeds: readonly JsonObject[];
  readonly toRequest: typeof modernRequest;
  /** The headers a body travels with, as a client would make them. */
  readonly headers: (body: Buffer) => Record<string, string>;
  readonly validHeaders: (message: JsonObject) => Record<string, string>;
}

/** A valid request among the damaged ones gets its own answer, and only that. */
async function expectAnswered(client: HttpClient, era: Era, at: number): Promise<void> {
  const message = era.toRequest(at, toolCall('echo', { message: `valid ${at}` }));
  const answers = await client.post(message, era.validHeaders(message));
  expect(answers.map((answer) => [answer['id'], textOf(answer)])).toEqual([[at, `valid ${at}`]]);
}

const MODERN_ERA: Era = {
  seeds: MODERN_SEEDS,
  toRequest: modernRequest,
  headers: (body) => headersFor(parsed(body)),
  validHeaders: headersFor,
};

async function damageEra(client: HttpClient, era: Era, random: Random): Promise<void> {
  await sideBySide(MUTANTS_PER_ERA, async (at) => {
    if (at % VALID_EVERY === 0) await expectAnswered(client, era, at);
    const body = mutant(era.seeds, random);
    const reply = await client.ask({
      headers: damagedHeaders(era.headers(body), random),
      method: random.chance(0.02) ? random.pick(['GET', 'DELETE', 'PUT', 'OPTIONS']) : 'POST',
      path: random.chance(0.02) ? random.pick(['/mcp?a=%', '/mcp/', '/', '//', '/mcp#x']) : '/mcp',
      body,
      cutsStreams: true,
    });
    expect(reply.status).toBeLessThan(500);
    if (reply.headers['content-type'] === 'application/json') messagesIn(reply);
  });
}

const HEADER_DAMAGES: readonly ((random: Random) => Record<string, string>)[] = [
  () => ({ 'content-type': 'text/plain' }),
  () => ({ accept: 'text/html' }),
  () => ({ accept: '*/*' }),
  () => ({ 'mcp-protocol-version': 'v999' }),
  () => ({ 'mcp-protocol-version': '__proto__' }),
  () => ({ 'mcp-method': 'constructor' }),
  () => ({ 'mcp-name': '=?base64?!!?=' }),
  () => ({ 'mcp-session-id': '__proto__' }),
  (random) => ({ 'last-event-id': `${random.below(3)}-${random.below(9)}` }),
  () => ({ origin: 'http://evil.example' }),
  () => ({ host: 'evil.example' }),
];

function damagedHeaders(headers: Record<string, string>, random: Random): Record<string, string> {
  if (!random.chance(0.1)) return headers;
  return { ...headers, ...random.pick(HEADER_DAMAGES)(random) };
}

function parsed(body: Buffer): JsonValue {
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return null;
  }
}

test('18,000 damaged requests of 2026 leave the valid ones between them their own answers', () =>
  withSeed(async (random) => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port, CONNECTIONS);
    await damageEra(client, MODERN_ERA, random);
    expect(await fateOf(server)).toEqual(UNHARMED);
  }));

test('18,000 damaged requests of 2025 leave the valid ones between them their own answers', () =>
  withSeed(async (random) => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port, CONNECTIONS);
    const valid = await client.openSession();
    const damaged = await client.openSession('2025-03-26');
    const era: Era = {
      seeds: LEGACY_SEEDS,
      toRequest: legacyRequest,
      headers: () => damaged,
      validHeaders: () => valid,
    };
    await damageEra(client, era, random);
    expect(await fateOf(server)).toEqual(UNHARMED);
  }));

test('4,000 requests damaged in their bytes are answered or closed, one connection each', () =>
  withSeed(async (random) => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port, CONNECTIONS);
    await sideBySide(RAW_REQUESTS, async (at) => {
      if (at % VALID_EVERY === 0) await expectAnswered(client, MODERN_ERA, at);
      await sendRaw(server.port, damageBytes(rawRequest(random), random));
    });
    expect(await fateOf(server)).toEqual(UNHARMED);
  }));

function rawRequest(random: Random): string {
  const body = JSON.stringify(random.pick(MODERN_SEEDS));
  const headers = Object.entries({
    host: '127.0.0.1',
    ...POST_HEADERS,
    'mcp-protocol-version': MODERN,
    'content-length': String(Buffer.byteLength(body)),
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends the bytes, closes our side, and waits for the other to close too. */
async function sendRaw(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  // A reset is a fair answer to garbage.
  socket.on('error', () => {});
  socket.resume().end(bytes);
  if (socket.closed) return;
  // A reset is one of the ways a server may end a connection.
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
}
