// Whole commands against `node -e 0`: the version, a call with and without the daemon, a long list.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLineSession } from '../line-load.mjs';
import { measureCommand, startServer } from '../measured-process.mjs';
import { ratioRow, valueRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

const MB = 1024 * 1024;
const LISTED = 20;
const CALL = ['call', 'kept.echo', 'message=hello'];

export async function measureCommandLine(stage, { startRounds, coldRounds }) {
  const commands = await openCommands(stage);
  try {
    await commands.plugboard(CALL);
    const residentMb = await commands.daemonMegabytes();
    const samples = await interleave(startRounds, {
      node: commands.node,
      version: () => commands.plugboard(['--version']),
      warm: () => commands.plugboard(CALL),
      ephemeral: () => commands.plugboard(['call', 'plain.echo', 'message=hello']),
      boot: commands.bootServer,
    });
    return [
      ...callRows(samples),
      valueRow('daemon with one server connected: resident memory', {
        values: [residentMb],
        unit: 'MB',
        atMost: 70,
      }),
      ...(await listRows(commands, coldRounds)),
    ];
  } finally {
    await commands.plugboard(['daemon', 'stop']);
  }
}

function callRows(samples) {
  const of = (name, member) => samples[name].map((sample) => sample[member]);
  const cpuRow = (title, name, atMost) =>
    ratioRow(`${title}: CPU of the process, times node -e 0`, {
      above: of(name, 'cpuMs'),
      below: of('node', 'cpuMs'),
      note: `${median(of(name, 'cpuMs')).toFixed(1)} ms`,
      atMost,
    });
  const floor = samples.node.map(({ wallMs }, round) => samples.boot[round].wallMs + 2 * wallMs);
  return [
    cpuRow('plugboard --version', 'version', 1.3),
    cpuRow('plugboard call through the daemon', 'warm', 1.6),
    ratioRow('plugboard call through the daemon: wall, times node -e 0', {
      above: of('warm', 'wallMs'),
      below: of('node', 'wallMs'),
      note: `${median(of('warm', 'wallMs')).toFixed(0)} ms`,
      atMost: 2,
    }),
    cpuRow('plugboard call, ephemeral stdio server', 'ephemeral', 3),
    ratioRow('plugboard call, ephemeral: wall, times server boot + 2 x node -e 0', {
      above: of('ephemeral', 'wallMs'),
      below: floor,
      note: `${median(of('ephemeral', 'wallMs')).toFixed(0)} ms against ${median(floor).toFixed(0)} ms`,
      atMost: 1,
    }),
  ];
}

async function listRows({ list, bootMany }, coldRounds) {
  const samples = await interleave(coldRounds, {
    slowOne: () => list('slow-1'),
    slowAll: () => list(`slow-${LISTED}`),
    nodes: () => list(`node-${LISTED}`),
    bare: bootMany,
  });
  const wall = (name) => samples[name].map(({ wallMs }) => wallMs);
  const ms = (name) => `${median(wall(name)).toFixed(0)} ms`;
  return [
    ratioRow(`plugboard list, ${LISTED} servers that wait a second: wall, times one of them`, {
      above: wall('slowAll'),
      below: wall('slowOne'),
      note: `${ms('slowAll')} against ${ms('slowOne')}`,
      atMost: 1.5,
    }),
    ratioRow(`plugboard list, ${LISTED} Node servers: wall, times starting them bare`, {
      above: wall('nodes'),
      below: wall('bare'),
      note: `${ms('nodes')} against ${ms('bare')}`,
      atMost: 1.25,
    }),
  ];
}

/** A home of its own, so that no daemon of the user is disturbed. */
async function openCommands(stage) {
  const home = join(stage.folder, 'home');
  const server = stage.program('small-server');
  const node = { command: process.execPath, args: [server] };
  const slow = { command: '/bin/sh', args: [join(stage.folder, 'programs', 'slow-server.sh')] };
  await writeConfig(home, { kept: { ...node, lifecycle: 'keep-alive' }, plain: node });
  const lists = { 'slow-1': [slow, 1], [`slow-${LISTED}`]: [slow, LISTED] };
  lists[`node-${LISTED}`] = [node, LISTED];
  for (const [name, [entry, count]] of Object.entries(lists)) {
    await writeConfig(join(home, name), many(entry, count));
  }
  const program = join(stage.folder, 'node_modules', 'plugboard', 'dist', 'bin', 'plugboard.js');
  const report = join(stage.folder, 'programs', 'report-cpu.cjs');
  const run = (args, cwd = home) => measureCommand(['-r', report, ...args], { home, cwd });
  const bootServer = () => bootUntilAnswer(server);
  return {
    node: () => run(['-e', '0']),
    plugboard: (args) => run([program, ...args]),
    list: (name) => run([program, 'list', '--json'], join(home, name)),
    bootServer,
    bootMany: async () => {
      const startedMs = performance.now();
      await Promise.all(Array.from({ length: LISTED }, bootServer));
      return { wallMs: performance.now() - startedMs };
    },
    daemonMegabytes: async () => {
      const { stdout } = await run([program, 'daemon', 'status', '--json']);
      const status = await readFile(`/proc/${JSON.parse(stdout).pid}/status`, 'utf8');
      return (Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) * 1024) / MB;
    },
  };
}

function many(entry, count) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`server-${at}`, entry]));
}

async function writeConfig(folder, mcpServers) {
  await mkdir(join(folder, 'config'), { recursive: true });
  const config = JSON.stringify({ imports: [], mcpServers });
  await writeFile(join(folder, 'config', 'mcplug.json'), config);
}

/** Until its first answer, by itself. */
const bootUntilAnswer = async (server) => ({
  wallMs: await startServer(server, { talk: openLineSession }),
});
