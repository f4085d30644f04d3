// A real process on real pipes: what it does when its streams end, break, or are slow.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bundle, type Bundle } from '../support/bundle.ts';
import { RawLines } from '../support/raw-lines.ts';
import { modernRequest, request } from '../support/raw-mcp.ts';

let built: Bundle;
let child: ChildProcessWithoutNullStreams;
let exit: Promise<unknown[]>;
let stderr: Promise<string>;

beforeAll(async () => {
  built = await bundle('serve-matrix.ts');
});

afterAll(() => built[Symbol.asyncDispose]());

beforeEach(() => {
  child = spawn(process.execPath, [built.file]);
  exit = once(child, 'exit');
  stderr = text(child.stderr);
  onTestFinished(() => void child.kill('SIGKILL'));
});

const echo = (id: number, message: string) =>
  modernRequest(id, 'tools/call', { name: 'echo', arguments: { message } });

test('answers what it was asked before its input ended, then goes', async () => {
  const client = new RawLines(child.stdout, child.stdin);
  client.send(...[1, 2, 3].map((id) => echo(id, `call ${id}`)));
  client.end();
  expect(await exit).toEqual([0, null]);
  await client.ended;
  expect(client.inbox.all).toMatchObject(
    [1, 2, 3].map((id) => ({ id, result: { content: [{ text: `call ${id}` }] } })),
  );
  expect(await stderr).toBe('');
});

test('goes at once when its input ends and nothing runs, also with a subscription open', async () => {
  const client = new RawLines(child.stdout, child.stdin);
  client.send(
    modernRequest('sub', 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
  );
  await client.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
  client.end();
  expect(await exit).toEqual([0, null]);
  expect(client.inbox.all.at(-1)).toMatchObject({ id: 'sub', result: { resultType: 'complete' } });
});

test('an empty input is no error', async () => {
  child.stdin.end();
  expect(await exit).toEqual([0, null]);
  expect(await text(child.stdout)).toBe('');
});

test('ends quietly when nobody reads its output any more', async () => {
  child.stdout.destroy();
  child.stdin.on('error', () => {});
  // The first answer finds the pipe broken; later ones must not find it again.
  for (let id = 1; id <= 50; id += 1) child.stdin.write(`${JSON.stringify(request(id, 'ping'))}\n`);
  expect(await exit).toEqual([0, null]);
  expect(await stderr).toBe('');
});

test('large answers arrive whole through a pipe that is full', async () => {
  const message = 'ü'.repeat(100_000);
  const ids = Array.from({ length: 10 }, (_, at) => at);
  child.stdin.write(ids.map((id) => `${JSON.stringify(echo(id, message))}\n`).join(''));
  // Nothing is read until the pipe is full and the process waits for us.
  await once(child.stdout, 'readable');
  const client = new RawLines(child.stdout, child.stdin);
  for (const id of ids) {
    const answer = await client.next((each) => each.id === id);
    expect(answer.result).toMatchObject({ content: [{ text: message }] });
  }
  client.end();
  expect(await exit).toEqual([0, null]);
  expect(await stderr).toBe('');
});

test('a character cut by the pipe arrives whole', async () => {
  const client = new RawLines(child.stdout, child.stdin);
  const bytes = Buffer.from(`${JSON.stringify(echo(1, '👋 grüße 世界'))}\n`);
  for (const byte of bytes) client.sendText(Buffer.from([byte]));
  expect((await client.next()).result).toMatchObject({ content: [{ text: '👋 grüße 世界' }] });
});
