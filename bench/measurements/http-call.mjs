// HTTP tools/call of an echo, 64 connections, in both eras: against `node:http` alone and the SDK.
import { httpTarget, loadHttp } from '../http-load.mjs';
import { CALL, checkEcho, ERAS } from '../mcp-requests.mjs';
import { costOf, startMeasured, warmUp } from '../measured-process.mjs';
import { interleave } from '../statistics.mjs';
import { againstRow } from '../rows.mjs';

const CONNECTIONS = 64;
const KINDS = ['bare', 'plugboard', 'sdk'];

export async function measureHttpCall(stage, { rounds, windowMs, warmUpCpuMs }) {
  const servers = [];
  const cases = {};
  try {
    for (const era of ERAS) {
      for (const kind of KINDS) {
        const measured = await startMeasured(stage, `${kind}-http`, { args: [era] });
        servers.push(measured);
        const port = await measured.port();
        const hasSessions = kind !== 'bare';
        const target = await httpTarget(port, { era, message: CALL, hasSessions });
        checkEcho((await target.once()).text);
        const load = (durationMs) => loadHttp(target, { connections: CONNECTIONS, durationMs });
        await warmUp(measured, load, warmUpCpuMs);
        cases[`${kind} ${era}`] = () => costOf(measured, () => load(windowMs));
      }
    }
    const samples = await interleave(rounds, cases);
    return ERAS.flatMap((era) => toRows(era, samples));
  } finally {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  }
}

function toRows(era, samples) {
  const title = `HTTP tools/call, ${CONNECTIONS} connections, ${era}`;
  const own = samples[`plugboard ${era}`];
  const bare = samples[`bare ${era}`];
  const sdk = samples[`sdk ${era}`];
  return [
    againstRow(`${title}: CPU, times bare node:http`, { above: own, below: bare, atMost: 1.45 }),
    againstRow(`${title}: CPU of SDK v2, times ours`, { above: sdk, below: own, atLeast: 5 }),
  ];
}
