// Looks over a project: `node bash-list.mjs list|files|refresh <folder> <count>`; prints what it cost.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { localContext, openBash } from 'plugboard';

const [, , way, folder, count] = process.argv;
const CHANGES = 8;
/** Long enough for watches to be set and files to be written. */
const SETTLE_MS = 3000;

const cpuMs = (before) => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

async function listed(source) {
  const { items } = await source.tools.list(localContext());
  if (items.length !== Number(count)) throw new Error(`${items.length} tools, not ${count}`);
  return items;
}

/** Modules are loaded when a source is first opened; that is no part of finding tools. */
async function loadModules() {
  const empty = mkdtempSync(join(tmpdir(), 'plugboard-bench-empty-'));
  mkdirSync(join(empty, 'tools', 'one'), { recursive: true });
  writeFileSync(join(empty, 'tools', 'one', 'tool.sh'), '#!/bin/sh\n');
  const source = await openBash(empty, { watch: false });
  await source.tools.list(localContext());
  await source[Symbol.asyncDispose]();
  rmSync(empty, { recursive: true });
}

async function measureList() {
  await loadModules();
  const before = process.cpuUsage();
  const source = await openBash(folder, { watch: false });
  await listed(source);
  const used = cpuMs(before);
  await source[Symbol.asyncDispose]();
  return { cpuMs: used, wholeCpuMs: cpuMs(before) };
}

/** Finding, reading and parsing what describes the tools, and nothing else. */
async function measureFiles() {
  const before = process.cpuUsage();
  let read = 0;
  const options = { recursive: true, withFileTypes: true };
  for (const entry of readdirSync(join(folder, 'tools'), options)) {
    if (!entry.isFile() || !entry.name.endsWith('.meta.json')) continue;
    const data = JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    if (data.name !== undefined) read += 1;
  }
  if (read !== Number(count)) throw new Error(`${read} files, not ${count}`);
  return { cpuMs: cpuMs(before) };
}

/** A mark in the trace of system calls. */
const mark = (name) => statSync(`/plugboard-bench-${name}`, { throwIfNoEntry: false });

async function changeOne(source, round) {
  const file = join(folder, 'tools', 'greet-7', 'tool.meta.json');
  const data = JSON.parse(readFileSync(file, 'utf8'));
  const text = JSON.stringify({ ...data, description: `Changed in round ${round}` });
  const changed = new Promise((resolve) => {
    const listener = source.onChange(() => {
      listener[Symbol.dispose]();
      resolve();
    });
  });
  writeFileSync(file, text);
  mark('begin');
  const before = process.cpuUsage();
  await changed;
  await listed(source);
  const used = cpuMs(before);
  await delay(SETTLE_MS / 2);
  mark('end');
  return { cpuMs: used, wholeCpuMs: cpuMs(before) };
}

async function measureRefresh() {
  // No watch keeps a process alive.
  const alive = setInterval(() => {}, SETTLE_MS);
  // So that the registry file is written within the time that is waited.
  const source = await openBash(folder, { env: { ...process.env, MCP_TOOLS_TTL: '1' } });
  await listed(source);
  await delay(SETTLE_MS);
  const rounds = [];
  for (let round = 0; round < CHANGES; round += 1) rounds.push(await changeOne(source, round));
  await source[Symbol.asyncDispose]();
  clearInterval(alive);
  const middle = (key) => rounds.map((round) => round[key]).toSorted((a, b) => a - b)[CHANGES / 2];
  return { cpuMs: middle('cpuMs'), wholeCpuMs: middle('wholeCpuMs') };
}

const WAYS = { list: measureList, files: measureFiles, refresh: measureRefresh };
const cost = await WAYS[way]();
process.stdout.write(JSON.stringify(cost), () => process.exit());
