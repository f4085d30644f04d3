// Heavy requests in flight have a bound of their own: what finds no room is refused, and told so.
import { expect, onTestFinished, test } from 'vitest';
import { counted, hasRoomFor } from '../../src/mcp/server/held-bytes.ts';
import { wireLimit } from '../../src/mcp/wire/limits.ts';
import { httpStage } from '../support/http-stage.ts';
import { matrixStage } from '../support/matrix-source.ts';
import { serveRawLines } from '../support/raw-lines.ts';
import { rawRequest } from '../support/raw-http.ts';
import {
  modernHeaders,
  modernPost,
  modernRequest,
  openRawSession,
  request,
} from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const ALL = wireLimit('maxInflightBytes');
const HEAVY = { name: 'echo', arguments: { message: 'x'.repeat(20_000) } };
const LIGHT = { name: 'echo', arguments: { message: 'x' } };
const heavyWait = (name: string) => ({
  name: 'wait',
  arguments: { name, padding: 'x'.repeat(20_000) },
});
const NO_ROOM = {
  code: -32603,
  message: expect.stringContaining(`Requests in flight hold ${ALL} bytes`) as string,
  data: { hint: expect.stringContaining('Send it again') as string },
};

/** Takes all the room there is; it is given back by the end of the test. */
function takeRoom(): () => void {
  const giveBack = counted(ALL, () => {});
  let isGiven = false;
  const once = () => {
    if (!isGiven) giveBack();
    isGiven = true;
  };
  onTestFinished(once);
  return once;
}

test('a request of 2026 is refused with 503 and a time, and welcome when there is room', async () => {
  const { url } = await httpStage();
  const giveBack = takeRoom();
  const refused = await modernPost(url, modernRequest(1, 'tools/call', HEAVY));
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('10');
  expect(await refused.message()).toMatchObject({ error: NO_ROOM });
  expect((await modernPost(url, modernRequest(2, 'tools/call', LIGHT))).status).toBe(200);
  giveBack();
  expect((await modernPost(url, modernRequest(3, 'tools/call', HEAVY))).status).toBe(200);
});

test('so is a request of a session', async () => {
  const { url } = await httpStage();
  const session = await openRawSession(url);
  const giveBack = takeRoom();
  expect((await session.ask('tools/call', HEAVY)).status).toBe(503);
  expect((await session.ask('tools/call', LIGHT)).status).toBe(200);
  giveBack();
  expect((await session.ask('tools/call', HEAVY)).status).toBe(200);
});

test('a line is answered with an error of its id, a batch without one', async () => {
  await using lines = await serveRawLines(matrixStage().source);
  const { client } = lines;
  await client.initialize('2025-03-26');
  const giveBack = takeRoom();
  expect(await client.ask('tools/call', HEAVY)).toMatchObject({ error: NO_ROOM });
  client.send([request(7, 'tools/call', HEAVY)]);
  expect(await client.next()).toMatchObject({ error: NO_ROOM });
  expect(await client.ask('tools/call', LIGHT)).toHaveProperty('result');
  giveBack();
  expect(await client.ask('tools/call', HEAVY)).toHaveProperty('result');
});

test('a request holds its bytes until it is answered', async () => {
  const stage = await httpStage();
  const answer = modernPost(stage.url, modernRequest(1, 'tools/call', heavyWait('a')));
  await waitUntil(() => stage.waiting().includes('a'));
  expect(hasRoomFor(ALL)).toBe(false);
  stage.letGo('a');
  expect((await answer).status).toBe(200);
  expect(hasRoomFor(ALL)).toBe(true);
});

test('a request whose client is gone holds nothing', async () => {
  const stage = await httpStage();
  const gone = new AbortController();
  const message = modernRequest(1, 'tools/call', heavyWait('b'));
  const headers = { ...modernHeaders(message), 'content-type': 'application/json' };
  const answer = rawRequest(stage.url, { headers, body: message, signal: gone.signal });
  await waitUntil(() => stage.waiting().includes('b'));
  expect(hasRoomFor(ALL)).toBe(false);
  gone.abort();
  await expect(answer).rejects.toThrow('aborted');
  await waitUntil(() => hasRoomFor(ALL));
});
