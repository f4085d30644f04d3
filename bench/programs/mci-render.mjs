// Renders by text tools: `node --expose-gc mci-render.mjs growing|typical <effort>`.
import { writeFileSync } from 'node:fs';
import { localContext, openMci } from 'plugboard';
import { GROWING, TYPICAL } from './mci-templates.mjs';

const [, , what, effort] = process.argv;
const { rounds, sizes, windowMs, budgetMs } = JSON.parse(effort);
const NAME = 'render';
let files = 0;

function writeText(text, props) {
  const properties = Object.fromEntries(Object.keys(props).map((name) => [name, {}]));
  const inputSchema = { type: 'object', properties: { ...properties, greeting: {} } };
  const tool = { name: NAME, inputSchema, execution: { type: 'text', text } };
  const file = `render-${(files += 1)}.mci.json`;
  writeFileSync(file, JSON.stringify({ schemaVersion: '1.0', tools: [tool] }));
  return file;
}

async function open(file) {
  const source = await openMci(file, { env: {}, watch: false });
  await source.tools.list(localContext());
  return source;
}

/** Counting its bytes makes one text of the pieces, as any use of it would. */
async function render(source, props) {
  const { isError, content } = await source.tools.call(NAME, props, localContext());
  if (isError) throw new Error(content[0].text);
  return Buffer.byteLength(content[0].text);
}

/** The garbage of others is collected before. */
async function cpuUsOf(work) {
  globalThis.gc();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Small ones are rendered more often, so that their samples are long enough to be measured. */
const LEAST_BYTES = 1_250_000;

async function growingCase(shape, bytes) {
  const { text, props } = GROWING[shape](bytes);
  const file = writeText(text, props);
  const times = Math.max(1, Math.round(LEAST_BYTES / bytes));
  return async () => {
    const sources = await Promise.all(Array.from({ length: times }, () => open(file)));
    const all = async () => {
      for (const source of sources) await render(source, props);
    };
    const sample = { first: (await cpuUsOf(all)) / times, again: (await cpuUsOf(all)) / times };
    await Promise.all(sources.map((source) => source[Symbol.asyncDispose]()));
    return sample;
  };
}

const LEAST_ROUNDS = 2;

function budget() {
  const startedMs = performance.now();
  return () => performance.now() - startedMs < budgetMs;
}

/** Per shape and round, the cost of each size. */
async function growing() {
  const samples = {};
  for (const shape of Object.keys(GROWING)) {
    const cases = await Promise.all(sizes.map((bytes) => growingCase(shape, bytes)));
    for (const run of cases) await run();
    samples[shape] = [];
    const isInTime = budget();
    for (let round = 0; round < rounds && (round < LEAST_ROUNDS || isInTime()); round += 1) {
      const costs = [];
      for (const at of cases.keys()) {
        const turned = (at + round) % cases.length;
        costs[turned] = await cases[turned]();
      }
      samples[shape].push(costs);
    }
  }
  return samples;
}

/** What one rendering costs, and how much text it makes. */
async function typicalSample({ source, props }) {
  let times = 0;
  let bytes = 0;
  const cpuUs = await cpuUsOf(async () => {
    const startedMs = performance.now();
    while (performance.now() - startedMs < windowMs) {
      bytes += await render(source, props);
      times += 1;
    }
  });
  return { cpuUs: cpuUs / times, bytes: bytes / times };
}

async function typical() {
  const opened = {};
  for (const [name, { text, props }] of Object.entries(TYPICAL)) {
    opened[name] = { source: await open(writeText(text, props)), props };
    await typicalSample(opened[name]);
  }
  const samples = Object.fromEntries(Object.keys(opened).map((name) => [name, []]));
  const isInTime = budget();
  for (let round = 0; round < rounds && (round < LEAST_ROUNDS || isInTime()); round += 1) {
    for (const name of Object.keys(opened)) samples[name].push(await typicalSample(opened[name]));
  }
  return samples;
}

const measured = await { growing, typical }[what]();
process.stdout.write(JSON.stringify(measured), () => process.exit());
