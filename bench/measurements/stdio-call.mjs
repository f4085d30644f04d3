// stdio tools/call of an echo, 64 in flight: against a bare line loop and the SDK.
import { callLine, loadLines, openLineSession } from '../line-load.mjs';
import { CALL, checkEcho, ERAS } from '../mcp-requests.mjs';
import { costOf, startMeasured, warmUp } from '../measured-process.mjs';
import { againstRow } from '../rows.mjs';
import { interleave } from '../statistics.mjs';

const IN_FLIGHT = 64;
/** The low-level server of the SDK speaks the older era on stdio. */
const CASES = [
  ['bare', '2025'],
  ['plugboard', '2025'],
  ['sdk', '2025'],
  ['bare', '2026'],
  ['plugboard', '2026'],
];

export async function measureStdioCall(stage, { rounds, windowMs, warmUpCpuMs }) {
  const servers = [];
  const cases = {};
  try {
    for (const [kind, era] of CASES) {
      const measured = await startMeasured(stage, `${kind}-stdio`, { args: [era] });
      servers.push(measured);
      const { child } = measured;
      if (kind !== 'bare' && era === '2025') await openLineSession(child);
      checkEcho(String(await callLine(child, era, CALL)));
      const load = (durationMs) =>
        loadLines(child, era, { message: CALL, inFlight: IN_FLIGHT, durationMs });
      await warmUp(measured, load, warmUpCpuMs);
      cases[`${kind} ${era}`] = () => costOf(measured, () => load(windowMs));
    }
    const samples = await interleave(rounds, cases);
    return [...ERAS.map((era) => bareRow(era, samples)), sdkRow(samples)];
  } finally {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  }
}

const title = (era) => `stdio tools/call, ${IN_FLIGHT} in flight, ${era}: calls per CPU second`;

/** Who does more in a second of CPU has the smaller cost: the quotient is turned round. */
function bareRow(era, samples) {
  const own = samples[`plugboard ${era}`];
  const bare = samples[`bare ${era}`];
  return againstRow(`${title(era)}, times a bare line loop`, {
    above: bare,
    below: own,
    atLeast: 0.5,
  });
}

function sdkRow(samples) {
  const [own, sdk] = [samples['plugboard 2025'], samples['sdk 2025']];
  return againstRow(`${title('2025')}, times SDK v2`, { above: sdk, below: own, atLeast: 2 });
}
