// What a call no longer needs is let go while it waits: the body it came in, the text a program read.
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { withBody } from '../../src/mcp/server/http/request-body.ts';
import { runChild } from '../../src/platform/run-child.ts';
import { waitUntil } from '../support/wait-until.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const LONG = 32 * 1024 * 1024;

/** Bytes in use once all garbage is gone. */
function usedBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a request that waits for its answer does not hold its body', async () => {
  const before = usedBytes();
  const stream = new PassThrough();
  const req = Object.assign(stream, { headers: {} }) as unknown as IncomingMessage;
  const lengths: (number | undefined)[] = [];
  withBody(req, 2 * LONG, (body) => lengths.push(body?.length));
  for (const letter of ['a', 'b']) stream.write(Buffer.alloc(LONG / 2, letter));
  stream.end();
  await waitUntil(() => lengths.length === 1);
  expect(lengths).toEqual([LONG]);
  await waitUntil(() => usedBytes() - before < LONG / 4);
  expect(req.listenerCount('data')).toBe(1);
});

test('a program that has read its input leaves us nothing of it', async () => {
  const before = usedBytes();
  const stop = new AbortController();
  let hasRead = false;
  const run = runChild('/bin/sh', {
    args: ['-c', 'cat > /dev/null; echo read >&2; exec sleep 60'],
    env: { PATH: '/usr/bin:/bin' },
    stdin: 'x'.repeat(LONG),
    maxOutputBytes: 10,
    timeoutMs: 0,
    signals: [stop.signal],
    what: 'sh',
    onStderr: () => (hasRead = true),
  });
  await waitUntil(() => hasRead);
  await waitUntil(() => usedBytes() - before < LONG / 4);
  stop.abort();
  await expect(run).rejects.toMatchObject({ code: 'cancelled' });
});
