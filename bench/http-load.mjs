// Puts load on an HTTP server: a fixed number of keep-alive connections, one request open on each.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { httpHeaders, INITIALIZED_TEXT, initializeText, requestText } from './mcp-requests.mjs';

const FIRST_ID = 1_000_000;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * What makes the requests of a load. A server that has no sessions gets the same headers as one
 * that has, because reading them is a part of the cost.
 */
export async function httpTarget(port, { era, message, hasSessions }) {
  const sessionId = era === '2025' ? await sessionOf(port, hasSessions) : undefined;
  const body = requestText(era, message, FIRST_ID);
  const headers = { ...httpHeaders(era, message, sessionId), 'Content-Length': body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
  const [before, after] = (head + body).split(String(FIRST_ID));
  return { port, before, after, once: () => post(port, headers, body) };
}

async function sessionOf(port, hasSessions) {
  if (!hasSessions) return randomUUID();
  const message = { method: 'initialize', params: {} };
  const opened = await post(port, httpHeaders('2025', message), initializeText());
  const sessionId = opened.headers['mcp-session-id'];
  await post(port, httpHeaders('2025', message, sessionId), INITIALIZED_TEXT);
  return sessionId;
}

/** One request by itself. */
async function post(port, headers, body) {
  const path = '/mcp';
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers,
    agent: false,
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

/** Loads until the time is over or the requests are made, whichever comes first. */
export async function loadHttp(
  target,
  { connections, durationMs = Infinity, requests = Infinity },
) {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(target.port, '127.0.0.1').setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  let sent = 0;
  const startedMs = performance.now();
  const take = () => {
    if (sent >= requests || performance.now() - startedMs >= durationMs) return undefined;
    sent += 1;
    return `${target.before}${FIRST_ID + sent}${target.after}`;
  };
  await Promise.all(sockets.map((socket) => converse(socket, take)));
  const wallMs = performance.now() - startedMs;
  for (const socket of sockets) socket.destroy();
  return { requests: sent, wallMs };
}

/** Sends the next request when the reply to the last one is whole. */
function converse(socket, take) {
  return new Promise((resolve, reject) => {
    let missing = 0;
    const next = () => {
      const text = take();
      if (text === undefined) resolve();
      else socket.write(text);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection under load')));
    socket.on('data', (chunk) => {
      try {
        missing = missing > 0 ? missing - chunk.length : missingAfter(chunk);
      } catch (error) {
        reject(error);
      }
      if (missing === 0) next();
    });
    next();
  });
}

/** How much of a reply is still to come after its first chunk, which holds the whole head. */
function missingAfter(chunk) {
  const end = chunk.indexOf(HEAD_END);
  const head = chunk.latin1Slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    throw new Error(`unexpected reply: ${chunk.toString()}`);
  }
  return end + HEAD_END.length + Number(length) - chunk.length;
}
