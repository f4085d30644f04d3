// Puts load on a stdio server: a fixed number of requests in flight, replaced as they are answered.
import { once } from 'node:events';
import { INITIALIZED_TEXT, initializeText, requestText } from './mcp-requests.mjs';

const FIRST_ID = 1_000_000;
const NEWLINE = 0x0a;

export async function openLineSession(child) {
  child.stdin.write(`${initializeText()}\n`);
  await readReply(child);
  child.stdin.write(`${INITIALIZED_TEXT}\n`);
}

/** One request by itself; returns the reply with its line end. */
export async function callLine(child, era, message) {
  child.stdin.write(`${requestText(era, message, FIRST_ID)}\n`);
  return readReply(child);
}

async function readReply(child) {
  const chunks = [];
  while (chunks.at(-1)?.at(-1) !== NEWLINE) chunks.push((await once(child.stdout, 'data'))[0]);
  return Buffer.concat(chunks);
}

export function loadLines(child, era, options) {
  const { message, inFlight, durationMs = Infinity, requests = Infinity } = options;
  const [before, after] = `${requestText(era, message, FIRST_ID)}\n`.split(String(FIRST_ID));
  const startedMs = performance.now();
  let sent = 0;
  let answered = 0;
  const send = (count) => {
    if (performance.now() - startedMs >= durationMs) return;
    const most = Math.min(count, requests - sent);
    let text = '';
    for (let at = 0; at < most; at += 1) text += before + (FIRST_ID + sent + at) + after;
    sent += most;
    if (text !== '') child.stdin.write(text);
  };
  return new Promise((resolve) => {
    const onData = (chunk) => {
      const count = countLines(chunk);
      answered += count;
      send(count);
      if (answered < sent) return;
      child.stdout.off('data', onData);
      resolve({ requests: sent, wallMs: performance.now() - startedMs });
    };
    child.stdout.on('data', onData);
    send(inFlight);
  });
}

function countLines(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
