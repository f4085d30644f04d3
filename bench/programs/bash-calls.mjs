// Calls a bash tool by turns bare and through ours: `node bash-calls.mjs <project> <effort>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openBash, serveStdio } from 'plugboard';

const [, , project, effort] = process.argv;
const { calls, blocks, blockCalls, parallel } = JSON.parse(effort);
const TOOL = 'hello';
const ARGS = { name: 'Ann' };

/** What a call through ours finds in its environment; files of a call are empty here too. */
async function environmentOf(request) {
  const probe = join(project, 'tools', 'probe');
  mkdirSync(probe);
  writeFileSync(join(probe, 'tool.sh'), '#!/usr/bin/env bash\nenv -0 | base64 -w0\n', {
    mode: 0o755,
  });
  writeFileSync(join(probe, 'tool.meta.json'), '{"name":"probe","description":"Tells"}');
  const result = await request('tools/call', { name: 'probe', arguments: ARGS });
  const text = Buffer.from(result.content[0].text, 'base64').toString();
  const env = Object.fromEntries(
    text
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split(/=(.*)/su)),
  );
  const folder = join(project, 'files');
  mkdirSync(folder);
  for (const name of [
    'MCP_TOOL_ERROR_FILE',
    'MCP_TOOL_RESOURCES_FILE',
    'MCP_PROGRESS_STREAM',
    'MCP_LOG_STREAM',
  ]) {
    env[name] = join(folder, name);
    writeFileSync(env[name], '');
  }
  return env;
}

/** The least there is: a group of its own, both pipes collected. */
function bareCaller(env) {
  return async () => {
    const child = spawn(join(project, 'tools', TOOL, 'tool.sh'), [], {
      detached: true,
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.resume();
    await once(child, 'close');
    return Buffer.concat(chunks).toString();
  };
}

/** The whole way of a call: a line in, the tool, a line out. */
async function openRequests() {
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
  await serveStdio(await openBash(project), { input, output });
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  return request;
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

const request = await openRequests();
const CALLS = {
  bare: bareCaller(await environmentOf(request)),
  plugboard: async () => {
    const result = await request('tools/call', { name: TOOL, arguments: ARGS });
    return result.content[0].text;
  },
};

async function byTurns(count, measure) {
  const samples = { bare: [], plugboard: [] };
  for (let at = 0; at < count; at += 1) {
    const names = at % 2 === 0 ? ['bare', 'plugboard'] : ['plugboard', 'bare'];
    for (const name of names) samples[name].push(await measure(CALLS[name]));
  }
  return samples;
}

const [bare, own] = [await CALLS.bare(), await CALLS.plugboard()];
if (bare !== own) throw new Error(`bare said ${bare}, ours ${own}`);
await byTurns(20, timed);
const latencyMs = await byTurns(calls, timed);
const throughput = await byTurns(blocks, perSecond);
process.stdout.write(JSON.stringify({ latencyMs, throughput }), () => process.exit());
