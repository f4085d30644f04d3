// Asks for records, bare or by an MCI tool: `node http-client.mjs bare|mci <port> <schema>`.
// Each line on stdin is an order `{durationMs, atOnce}`; each line on stdout tells what was done.
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { localContext, openMci } from 'plugboard';

const [, , kind, port, schema] = process.argv;
const ID = 'r-1';

/** The least there is: one pooled connection per request under way, the body as a text. */
function bareClient() {
  const agent = new Agent({ keepAlive: true });
  const options = { agent, host: '127.0.0.1', port, path: `/records/${ID}` };
  return () =>
    new Promise((resolve, reject) => {
      const outgoing = request(options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      });
      outgoing.on('error', reject).end();
    });
}

async function mciClient() {
  const source = await openMci(schema, { env: {} });
  return async (ctx) => {
    const { isError, content } = await source.tools.call('record', { id: ID }, ctx);
    if (isError) throw new Error(JSON.stringify(content));
    return content[0].text;
  };
}

const fetchRecord = kind === 'bare' ? bareClient() : await mciClient();
const text = await fetchRecord(localContext());
if (JSON.parse(text).id !== ID) throw new Error(`not the record: ${text}`);

async function work({ durationMs, atOnce }) {
  const startedMs = performance.now();
  let requests = 0;
  // Making a context is the work of whoever calls, so each worker has one for all its calls.
  const worker = async () => {
    const ctx = localContext();
    while (performance.now() - startedMs < durationMs) {
      requests += 1;
      await fetchRecord(ctx);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { requests, wallMs: performance.now() - startedMs };
}

for await (const line of createInterface(process.stdin)) {
  process.stdout.write(`${JSON.stringify(await work(JSON.parse(line)))}\n`);
}
