// Many heavy requests at once: whoever comes then is heard between them, not after them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpStage } from '../support/http-stage.ts';
import { rawRequest } from '../support/raw-http.ts';
import { waitUntil } from '../support/wait-until.ts';

const REQUESTS = 60;
const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'ping',
  params: { much: Array.from({ length: 150_000 }, () => 0) },
});

/** A connection the server knows, on which a request wants its last byte only. */
async function nearlySent(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${BODY.length}\r\nExpect: 100-continue\r\n\r\n`);
  await once(socket, 'data');
  await new Promise((resolve) => socket.write(BODY.slice(0, -1), resolve));
  return socket;
}

test('a new connection is answered before all the heavy requests that were there', async () => {
  const stage = await httpStage();
  const sockets = await Promise.all(
    Array.from({ length: REQUESTS }, () => nearlySent(stage.server.port)),
  );
  let answered = 0;
  for (const socket of sockets) socket.once('data', () => (answered += 1)).write(BODY.slice(-1));
  const { status } = await rawRequest(stage.at('/nothing'));
  expect(status).toBe(404);
  expect(answered).toBeLessThan(REQUESTS / 2);
  await waitUntil(() => answered === REQUESTS);
});
