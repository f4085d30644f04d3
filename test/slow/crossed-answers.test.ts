// Many clients with the same ids at the same time: nobody ever gets what belongs to another.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { startFaultServer } from './support/fault-server.ts';
import { HttpClient, headersFor, textOf } from './support/http-client.ts';
import { legacyRequest, modernRequest, toolCall } from './support/messages.ts';
import { seededRandom } from './support/random.ts';

const CLIENTS = 50;
const CALLS = 200;
/** Each client speaks on so many connections at a time. */
const CONNECTIONS = 10;

interface Conversation {
  readonly client: HttpClient;
  readonly post: (id: number, message: string, afterMs: number) => Promise<readonly JsonObject[]>;
}

/** Everything a call of `meet` may be answered with: its own progress, if any, and its own result. */
function expectOwn(messages: readonly JsonObject[], id: number, message: string): void {
  const answers = messages.filter((one) => one['id'] !== undefined);
  expect(answers.map((answer) => [answer['id'], textOf(answer)])).toEqual([[id, message]]);
  const notices = messages.filter((one) => one['id'] === undefined);
  expect(notices).toEqual([
    expect.objectContaining({ params: { progressToken: id, progress: 1, message } }),
  ]);
}

/** All clients send the ids 1 to 200 at once; the payload tells them apart. */
async function talkAllAtOnce(conversations: readonly Conversation[]): Promise<void> {
  const random = seededRandom(6);
  const calls = conversations.flatMap(({ post }, who) =>
    Array.from({ length: CALLS }, async (_, at) => {
      const message = `client ${who}, call ${at}`;
      expectOwn(await post(at + 1, message, random.below(30)), at + 1, message);
    }),
  );
  await Promise.all(calls);
}

const meet = (id: number, message: string, afterMs: number) => ({
  ...toolCall('meet', { message, afterMs }),
  progressToken: id,
});

describe('50 clients with 200 calls each, all with the same ids', () => {
  test('2026: each gets its own answers', async () => {
    await using server = await startFaultServer();
    const conversations = Array.from({ length: CLIENTS }, (): Conversation => {
      const client = new HttpClient(server.port, CONNECTIONS);
      return {
        client,
        post: (id, message, afterMs) => {
          const request = modernRequest(id, meet(id, message, afterMs));
          return client.post(request, headersFor(request));
        },
      };
    });
    await talkAllAtOnce(conversations);
    for (const { client } of conversations) client[Symbol.dispose]();
    expect(server.complaints()).toEqual([]);
  });

  test('2025: each gets its own answers', async () => {
    await using server = await startFaultServer();
    const conversations = await Promise.all(
      Array.from({ length: CLIENTS }, async (): Promise<Conversation> => {
        const client = new HttpClient(server.port, CONNECTIONS);
        const session = await client.openSession();
        return {
          client,
          post: (id, message, afterMs) =>
            client.post(legacyRequest(id, meet(id, message, afterMs)), session),
        };
      }),
    );
    await talkAllAtOnce(conversations);
    for (const { client } of conversations) client[Symbol.dispose]();
    expect(server.complaints()).toEqual([]);
  });
});
