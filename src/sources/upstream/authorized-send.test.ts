// Who gets to see the header that says who we are.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { HttpMessage, SendHttp } from '../../platform/send-http.ts';
import { authorizedSend } from './authorized-send.ts';

const { signal } = new AbortController();
const HOME = 'https://mcp.example';

interface Answer {
  readonly status: number;
  readonly challenge?: string;
}

function door(answers: readonly Answer[], isRenewed = true) {
  const sent: (string | undefined)[] = [];
  const refusals: unknown[] = [];
  const send: SendHttp = async ({ headers }) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push(headers['Authorization']);
    const { status = 500, challenge } = answer ?? {};
    const named = challenge === undefined ? {} : { 'www-authenticate': challenge };
    return { status, headers: named, body: Readable.from([]) };
  };
  const authorizer = {
    header: async () => `Bearer ${refusals.length}`,
    refused: async (refusal: unknown) => {
      refusals.push(refusal);
      return isRenewed;
    },
    settled: async () => {},
  };
  const message: HttpMessage = { method: 'POST', url: new URL(`${HOME}/mcp`), headers: {}, signal };
  return { send: authorizedSend(send, authorizer, HOME), sent, refusals, message };
}

describe('authorizedSend', () => {
  test('sends once what is taken', async () => {
    const { send, sent, message } = door([{ status: 200 }]);
    expect((await send(message)).status).toBe(200);
    expect(sent).toEqual(['Bearer 0']);
  });

  test('sends once more what was refused, and not a third time', async () => {
    const { send, sent, refusals, message } = door([{ status: 401, challenge: 'Bearer x=1' }]);
    expect((await send(message)).status).toBe(401);
    expect(sent).toEqual(['Bearer 0', 'Bearer 1']);
    expect(refusals).toEqual([{ status: 401, challenge: 'Bearer x=1', sent: 'Bearer 0' }]);
  });

  test('leaves it at the refusal where there is nothing better', async () => {
    const { send, sent, message } = door([{ status: 401 }], false);
    expect((await send(message)).status).toBe(401);
    expect(sent).toHaveLength(1);
  });

  test('a 403 is ours only where rights are missing', async () => {
    const plain = door([{ status: 403 }]);
    await plain.send(plain.message);
    expect(plain.refusals).toEqual([]);
    const more = door([{ status: 403, challenge: 'Bearer error="insufficient_scope"' }]);
    await more.send(more.message);
    expect(more.refusals).toHaveLength(1);
  });

  test('another origin sees nothing, another port neither', async () => {
    for (const url of ['https://other.example/mcp', 'http://mcp.example/', `${HOME}:444/mcp`]) {
      const { send, sent, message } = door([{ status: 401 }]);
      await send({ ...message, url: new URL(url) });
      expect(sent).toEqual([undefined]);
    }
  });
});
