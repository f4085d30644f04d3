// What the programs that call by turns share: a line session with a source, and the turns themselves.
import { PassThrough } from 'node:stream';
import { serveStdio } from 'plugboard';

/** The whole way of a request: a line in, the source, a line out. */
export async function openRequests(source) {
  const input = new PassThrough();
  const output = new PassThrough();
  const waiting = new Map();
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(result);
      waiting.delete(id);
    }
  });
  let id = 0;
  const request = (method, params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await serveStdio(source, { input, output });
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  return request;
}

async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Calls `bare` and `plugboard` by turns, one at a time and then several, and prints what it took. */
export async function printTurns(ways, { calls, blocks, blockCalls, parallel }) {
  const perSecond = async (call) => {
    let left = blockCalls;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    };
    const wallMs = await timed(() => Promise.all(Array.from({ length: parallel }, worker)));
    return (blockCalls / wallMs) * 1000;
  };
  const byTurns = async (count, measure) => {
    const samples = { bare: [], plugboard: [] };
    for (let at = 0; at < count; at += 1) {
      const names = at % 2 === 0 ? ['bare', 'plugboard'] : ['plugboard', 'bare'];
      for (const name of names) samples[name].push(await measure(ways[name]));
    }
    return samples;
  };
  const [bare, own] = [await ways.bare(), await ways.plugboard()];
  if (bare.trim() !== own.trim()) throw new Error(`bare said ${bare}, ours ${own}`);
  await byTurns(20, timed);
  const latencyMs = await byTurns(calls, timed);
  const throughput = await byTurns(blocks, perSecond);
  process.stdout.write(JSON.stringify({ latencyMs, throughput }), () => process.exit());
}
