// Looks over a folder of scripts: `node discovery.mjs open|help|stat <folder> <count>`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localContext, openScripts } from 'plugboard';

const [, , way, folder, count] = process.argv;
/** As many as ours asks at once. */
const PARALLEL = 16;
const TICK_MS = 10;
const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

async function askBare(path) {
  const child = spawn(path, ['--help'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  await once(child, 'close');
  Buffer.concat(chunks);
}

const WAYS = {
  open: async () => {
    const source = await openScripts(folder);
    const { items } = await source.tools.list(localContext());
    if (items.length !== Number(count)) throw new Error(`${items.length} tools, not ${count}`);
    return source;
  },
  help: async () => {
    const left = [...paths];
    const worker = async () => {
      while (left.length > 0) await askBare(left.pop());
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  },
  stat: async () => {
    for (const path of paths) statSync(path);
  },
};

/** Of this process and of the children it has waited for. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  const children = Number(fields[13]) + Number(fields[14]);
  return (user + system) / 1000 + children * TICK_MS;
}

/** Modules are loaded when a source is first opened; that is no part of finding scripts. */
async function loadModules() {
  const empty = mkdtempSync(join(tmpdir(), 'plugboard-bench-empty-'));
  const source = await openScripts(empty, { cache: false });
  await source.tools.list(localContext());
  await source[Symbol.asyncDispose]();
  rmSync(empty, { recursive: true });
}

await loadModules();
const startedMs = performance.now();
const startCpuMs = cpuMs();
const source = await WAYS[way]();
const wallMs = performance.now() - startedMs;
const usedMs = cpuMs() - startCpuMs;
await source?.[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ wallMs, cpuMs: usedMs }), () => process.exit());
