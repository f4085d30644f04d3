// Resident memory of a server: idle, and whether calls make it grow.
import { readFile } from 'node:fs/promises';
import { httpTarget, loadHttp } from '../http-load.mjs';
import { loadLines, openLineSession } from '../line-load.mjs';
import { startMeasured } from '../measured-process.mjs';
import { CALL } from '../mcp-requests.mjs';
import { valueRow } from '../rows.mjs';

const MB = 1024 * 1024;
const AT_ONCE = 64;

const CASES = [
  { name: 'HTTP 2025', kind: 'http', era: '2025' },
  { name: 'HTTP 2026', kind: 'http', era: '2026' },
  { name: 'stdio', kind: 'stdio', era: '2025' },
];

export async function measureMemory(stage, { warmUpCalls, memoryCalls }) {
  const rows = [];
  for (const { name, kind, era } of CASES) {
    const own = await follow(stage, {
      program: `plugboard-${kind}`,
      kind,
      era,
      warmUpCalls,
      memoryCalls,
    });
    const sdk = await follow(stage, { program: `sdk-${kind}`, kind, era });
    rows.push(...toRows(name, own, sdk));
  }
  return rows;
}

/** Memory when idle; where calls are given, also after the warm-up and after all of them. */
async function follow(stage, { program, kind, era, warmUpCalls, memoryCalls }) {
  const measured = await startMeasured(stage, program, { args: [era], flags: ['--expose-gc'] });
  try {
    const load = await LOADS[kind](measured, era);
    await load(1);
    const idleBytes = await residentBytes(measured.child.pid);
    if (memoryCalls === undefined) return { idleBytes };
    await load(warmUpCalls);
    const warm = await measured.memory();
    await load(memoryCalls);
    return { idleBytes, warm, worn: await measured.memory(), calls: memoryCalls };
  } finally {
    await measured[Symbol.asyncDispose]();
  }
}

const LOADS = {
  http: async (measured, era) => {
    const port = await measured.port();
    const target = await httpTarget(port, { era, message: CALL, hasSessions: true });
    return (requests) => loadHttp(target, { connections: Math.min(AT_ONCE, requests), requests });
  },
  stdio: async ({ child }, era) => {
    await openLineSession(child);
    return (requests) => loadLines(child, era, { message: CALL, inFlight: AT_ONCE, requests });
  },
};

/** As the system sees it, without asking for a collection first. */
async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) * 1024;
}

function toRows(name, own, sdk) {
  const { idleBytes, warm, worn, calls } = own;
  const mb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
  return [
    valueRow(`resident memory, idle, ${name}`, {
      values: [idleBytes / MB],
      unit: 'MB',
      note: `SDK v2 ${mb(sdk.idleBytes)}`,
      atMost: 70,
    }),
    valueRow(`heap after ${calls} calls and gc, ${name}, times the warm heap`, {
      values: [worn.heapUsed / warm.heapUsed],
      unit: 'x',
      note: `${mb(worn.heapUsed)} against ${mb(warm.heapUsed)}`,
      atMost: 1.05,
    }),
    valueRow(`resident memory after ${calls} calls, ${name}, times the warm one`, {
      values: [worn.rss / warm.rss],
      unit: 'x',
      note: `${mb(worn.rss)} against ${mb(warm.rss)}`,
      atMost: 1.25,
    }),
  ];
}
