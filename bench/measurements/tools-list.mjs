// tools/list of 1,000 tools in one page, warm: against writing the same bytes from a buffer.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { httpTarget, loadHttp } from '../http-load.mjs';
import { callLine, loadLines, openLineSession } from '../line-load.mjs';
import { ERAS, LIST } from '../mcp-requests.mjs';
import { costOf, startMeasured, warmUp } from '../measured-process.mjs';
import { againstRow } from '../rows.mjs';
import { interleave } from '../statistics.mjs';

const TOOLS = 1000;
/** Few, because each reply is hundreds of kilobytes. */
const AT_ONCE = 8;

export async function measureToolsList(stage, { rounds, windowMs, warmUpCpuMs }) {
  const servers = [];
  const start = async (name, args) => {
    const measured = await startMeasured(stage, name, { args });
    servers.push(measured);
    return measured;
  };
  const cases = {};
  const add = async (name, measured, load) => {
    await warmUp(measured, load, warmUpCpuMs);
    cases[name] = () => costOf(measured, () => load(windowMs));
  };
  try {
    for (const transport of Object.values(TRANSPORTS)) {
      for (const era of ERAS) await transport(era, { stage, start, add });
    }
    const samples = await interleave(rounds, cases);
    return Object.keys(TRANSPORTS).flatMap((transport) =>
      ERAS.map((era) => toRow(`${transport} ${era}`, samples)),
    );
  } finally {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  }
}

const TRANSPORTS = { HTTP: listOnHttp, stdio: listOnStdio };

async function listOnHttp(era, { stage, start, add }) {
  const own = await start('plugboard-list', ['http', TOOLS]);
  const ownTarget = await httpTarget(await own.port(), { era, message: LIST, hasSessions: true });
  const file = await keepPage(stage, `http-${era}`, (await ownTarget.once()).text);
  const bare = await start('bare-list', ['http', file]);
  const bareTarget = await httpTarget(await bare.port(), {
    era,
    message: LIST,
    hasSessions: false,
  });
  await add(`bare HTTP ${era}`, bare, httpLoad(bareTarget));
  await add(`plugboard HTTP ${era}`, own, httpLoad(ownTarget));
}

const httpLoad = (target) => (durationMs) => loadHttp(target, { connections: AT_ONCE, durationMs });

async function listOnStdio(era, { stage, start, add }) {
  const own = await start('plugboard-list', ['stdio', TOOLS]);
  if (era === '2025') await openLineSession(own.child);
  const file = await keepPage(stage, `stdio-${era}`, await callLine(own.child, era, LIST));
  const bare = await start('bare-list', ['stdio', file]);
  const load =
    ({ child }) =>
    (durationMs) =>
      loadLines(child, era, { message: LIST, inFlight: AT_ONCE, durationMs });
  await add(`bare stdio ${era}`, bare, load(bare));
  await add(`plugboard stdio ${era}`, own, load(own));
}

async function keepPage(stage, name, page) {
  const { tools, nextCursor } = JSON.parse(String(page)).result;
  if (tools.length !== TOOLS || nextCursor !== undefined) throw new Error('not one page of tools');
  const file = join(stage.folder, `page-${name}.json`);
  await writeFile(file, page);
  return file;
}

function toRow(name, samples) {
  return againstRow(`tools/list of ${TOOLS} tools, warm, ${name}: CPU, times writing a buffer`, {
    above: samples[`plugboard ${name}`],
    below: samples[`bare ${name}`],
    atMost: 1.5,
  });
}
