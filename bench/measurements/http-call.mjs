// HTTP tools/call of an echo, 64 connections, in both eras: against `node:http` alone and the SDK.
import { httpTarget, loadHttp } from '../http-load.mjs';
import { CALL, checkEcho, ERAS } from '../mcp-requests.mjs';
import { costOf, startMeasured } from '../measured-process.mjs';
import { interleave } from '../statistics.mjs';
import { againstRow } from '../rows.mjs';

const CONNECTIONS = 64;
const KINDS = ['bare', 'plugboard', 'sdk'];

export async function measureHttpCall(stage, { rounds, windowMs, warmUpMs }) {
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
        await load(warmUpMs);
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
  const title = `HTTP tools/call, ${CONNECTIONS} connections, ${era}: CPU`;
  const own = samples[`plugboard ${era}`];
  const bare = samples[`bare ${era}`];
  const sdk = samples[`sdk ${era}`];
  return [
    againstRow(`${title}, of bare node:http`, { above: own, below: bare, atMost: 1.45 }),
    againstRow(`${title}, SDK v2 of ours`, { above: sdk, below: own, atLeast: 5 }),
  ];
}
