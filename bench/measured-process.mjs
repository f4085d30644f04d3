// Starts a program to be measured, asks it what it used, and ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';

/** Reading extra certificates costs Node 20 some 50 ms at each start, whatever is started. */
export function measuredEnv(extra = {}) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return { ...env, ...extra };
}

export async function startMeasured(stage, name, { args = [], flags = [] } = {}) {
  const argv = [...flags, '--import', stage.program('probe'), stage.program(name), ...args];
  const child = spawn(process.execPath, argv, {
    cwd: stage.folder,
    env: measuredEnv(),
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const ask = async (question) => {
    const answer = once(child, 'message');
    child.send(question);
    const [value] = await Promise.race([answer, exited.then(() => fail(name))]);
    return value;
  };
  return {
    child,
    exited,
    cpuUs: async () => {
      const { user, system } = await ask('cpu');
      return user + system;
    },
    memory: () => ask('memory'),
    /** The port an HTTP program prints when it listens, by itself or in the address of the command. */
    port: async () => {
      const [line] = await Promise.race([
        once(child.stdout, 'data'),
        exited.then(() => fail(name)),
      ]);
      const text = String(line);
      return Number(text.startsWith('{') ? new URL(JSON.parse(text).url).port : text);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}

function fail(name) {
  throw new Error(`${name} ended too early`);
}

const WARM_UP_WINDOW_MS = 200;
const MAX_WARM_UP_WINDOWS = 30;

/** Loads a process until it has worked for so long: on a busy machine that takes longer. */
export async function warmUp(measured, load, warmUpCpuMs) {
  const startUs = await measured.cpuUs();
  for (let window = 0; window < MAX_WARM_UP_WINDOWS; window += 1) {
    await load(WARM_UP_WINDOW_MS);
    if ((await measured.cpuUs()) - startUs >= warmUpCpuMs * 1000) return;
  }
}

/** What a load costs the process it is put on, per request. */
export async function costOf(measured, load) {
  const before = await measured.cpuUs();
  const { requests, wallMs } = await load();
  const cpuUs = (await measured.cpuUs()) - before;
  return { cpuUs: cpuUs / requests, perSecond: (requests / wallMs) * 1000 };
}

/** How long an empty Node takes, in milliseconds. */
export async function startNode() {
  const startedMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { env: measuredEnv() }), 'exit');
  return performance.now() - startedMs;
}

/** How long a stdio server takes from its start until `talk` with it is over, in milliseconds. */
export async function startServer(program, { cwd, talk }) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd,
    env: measuredEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await talk(child);
  const wallMs = performance.now() - startedMs;
  child.stdin.end();
  await exited;
  return wallMs;
}

/** Runs a program that measures by itself and prints JSON. */
export async function runProgram(stage, name, { args = [], env = {}, flags = [] } = {}) {
  const child = spawn(process.execPath, [...flags, stage.program(name), ...args], {
    cwd: stage.folder,
    env: measuredEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const printed = textOf(child.stdout);
  const [code] = await exited;
  if (code !== 0) throw new Error(`${name} ${args[0] ?? ''} ended with ${code}`);
  return JSON.parse(await printed);
}

/** Runs a whole command that reports its CPU on descriptor 3. */
export async function measureCommand(args, { home, cwd }) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: measuredEnv({ HOME: home }),
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [stdout, cpuUs, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stdio[3]),
    once(child, 'exit'),
  ]);
  const wallMs = performance.now() - startedMs;
  if (code !== 0) throw new Error(`${args.at(-1)} ended with ${code}`);
  return { wallMs, cpuMs: Number(cpuUs) / 1000, stdout };
}
