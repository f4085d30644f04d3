// Calls a script by turns bare and through ours: `node script-calls.mjs <folder> <effort>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openScripts, serveStdio } from 'plugboard';

const [, , folder, effort] = process.argv;
const { calls, blocks, blockCalls, parallel } = JSON.parse(effort);
const SCRIPT = 'greet';
const ARGS = { name: 'world', times: 1 };

/** The least there is: a group of its own, JSON on stdin, both pipes collected. */
async function callBare() {
  const child = spawn(join(folder, SCRIPT), [], { detached: true, stdio: 'pipe' });
  const stdout = [];
  const stderr = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  child.stderr.on('data', (chunk) => stderr.push(chunk));
  child.stdin.end(JSON.stringify(ARGS));
  await once(child, 'close');
  Buffer.concat(stderr);
  return Buffer.concat(stdout).toString();
}

/** The whole way of a call: a line in, the script, a line out. */
async function openPlugboard() {
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
  await serveStdio(await openScripts(folder, { cache: false }), { input, output });
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  return async () => {
    const result = await request('tools/call', { name: SCRIPT, arguments: ARGS });
    return result.content[0].text;
  };
}

async function timed(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function perSecond(call) {
  let left = blockCalls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  const wallMs = await timed(() => Promise.all(Array.from({ length: parallel }, worker)));
  return (blockCalls / wallMs) * 1000;
}

const CALLS = { bare: callBare, plugboard: await openPlugboard() };

async function byTurns(count, measure) {
  const samples = { bare: [], plugboard: [] };
  for (let at = 0; at < count; at += 1) {
    const names = at % 2 === 0 ? ['bare', 'plugboard'] : ['plugboard', 'bare'];
    for (const name of names) samples[name].push(await measure(CALLS[name]));
  }
  return samples;
}

const [bare, own] = [await callBare(), await CALLS.plugboard()];
if (bare.trim() !== own) throw new Error(`bare said ${bare}, ours ${own}`);
await byTurns(20, timed);
const latencyMs = await byTurns(calls, timed);
const throughput = await byTurns(blocks, perSecond);
process.stdout.write(JSON.stringify({ latencyMs, throughput }), () => process.exit());
