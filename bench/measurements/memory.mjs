// Resident memory of a server: idle, and whether calls make it grow.
import { readFile } from 'node:fs/promises';
import { httpTarget, loadHttp } from '../http-load.mjs';
import { loadLines, openLineSession } from '../line-load.mjs';
import { startMeasured } from '../measured-process.mjs';
import { CALL } from '../mcp-requests.mjs';
import { writeSchema } from '../mci-schema.mjs';
import { valueRow } from '../rows.mjs';

const MB = 1024 * 1024;
const AT_ONCE = 64;

const CASES = [
  { name: 'HTTP 2025', kind: 'http', era: '2025' },
  { name: 'HTTP 2026', kind: 'http', era: '2026' },
  { name: 'stdio', kind: 'stdio', era: '2025' },
];

const ECHO = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
  execution: { type: 'text', text: '{{props.message}}' },
};

/** The heap of a program that serves with the library, and all of the memory of the command. */
export async function measureMemory(stage, { warmUpCalls, memoryCalls }) {
  const schema = await writeSchema(stage, { name: 'echo', tools: [ECHO] });
  const rows = [];
  for (const { name, kind, era } of CASES) {
    const calls = { kind, era, warmUpCalls, memoryCalls };
    const own = { program: `plugboard-${kind}`, args: [era] };
    const command = { program: 'serve-command', args: [schema, ...COMMAND_FLAGS[kind]] };
    const rival = { program: `sdk-${kind}`, args: [era], kind, era };
    rows.push(
      ...toRows(name, {
        heap: await follow(stage, { ...calls, ...own, look: LOOKS.heap }),
        resident: await follow(stage, { ...calls, ...command, look: LOOKS.resident }),
        sdk: await follow(stage, { ...rival, look: LOOKS.resident }),
        memoryCalls,
      }),
    );
  }
  return rows;
}

const COMMAND_FLAGS = { http: ['--port', '0', '--json'], stdio: ['--stdio'] };

/** Memory when idle; where calls are given, also after the warm-up and after all of them. */
async function follow(stage, { program, args, kind, era, look, warmUpCalls, memoryCalls }) {
  const measured = await startMeasured(stage, program, { args, flags: ['--expose-gc'] });
  try {
    const load = await LOADS[kind](measured, era);
    await load(1);
    const idle = await look(measured);
    if (memoryCalls === undefined) return { idle };
    await load(warmUpCalls);
    const warm = await look(measured);
    await load(memoryCalls);
    return { idle, warm, worn: await look(measured) };
  } finally {
    await measured[Symbol.asyncDispose]();
  }
}

/**
 * Each in a run of its own: a collection that was asked for shrinks what the system sees, and lets
 * V8 start its growth anew.
 */
const LOOKS = {
  resident: ({ child }) => residentBytes(child.pid),
  heap: async (measured) => (await measured.memory()).heapUsed,
};

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

function toRows(name, { resident, heap, sdk, memoryCalls }) {
  const mb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
  const growth = ({ warm, worn }) => ({
    values: [worn / warm],
    unit: 'x',
    note: `${mb(worn)} against ${mb(warm)}`,
  });
  return [
    valueRow(`resident memory of the command, idle, ${name}`, {
      values: [resident.idle / MB],
      unit: 'MB',
      note: `SDK v2 ${mb(sdk.idle)}`,
      atMost: 70,
    }),
    valueRow(`heap after ${memoryCalls} calls and gc, ${name}, times the warm heap`, {
      ...growth(heap),
      atMost: 1.05,
    }),
    valueRow(
      `resident memory of the command after ${memoryCalls} calls, ${name}, times the warm one`,
      {
        ...growth(resident),
        atMost: 1.25,
      },
    ),
  ];
}
