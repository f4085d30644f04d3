// Loads a schema and prints the CPU of each time: `node mci-load.mjs open|parse <file> <effort>`.
import { readFileSync } from 'node:fs';

const [, , way, file, effort] = process.argv;
const { count, times, warmUpFile } = JSON.parse(effort);

async function open(path) {
  const { localContext, openMci } = await import('plugboard');
  const source = await openMci(path, { env: {} });
  const { items, problems } = await source.tools.list(localContext());
  if (problems.length > 0) throw problems[0].error;
  return { length: items.length, done: () => source[Symbol.asyncDispose]() };
}

async function parse(path) {
  const text = readFileSync(path, 'utf8');
  const parser = path.endsWith('.json') ? JSON : await import('yaml');
  return { length: parser.parse(text).tools.length, done: async () => {} };
}

const load = { open, parse }[way];
/** Loads the modules, where they are no part of what is measured. */
if (warmUpFile !== undefined) await (await load(warmUpFile)).done();

const cpuMs = [];
for (let at = 0; at < times; at += 1) {
  const start = process.cpuUsage();
  const { length, done } = await load(file);
  const { user, system } = process.cpuUsage(start);
  cpuMs.push((user + system) / 1000);
  if (length !== count) throw new Error(`${length} tools, not ${count}`);
  await done();
}
process.stdout.write(JSON.stringify(cpuMs), () => process.exit());
