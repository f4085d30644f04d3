// stdio tools/call of an MCI text tool, 64 in flight: against an in-process tool that does nothing.
import { callLine, loadLines, openLineSession } from '../line-load.mjs';
import { CALL, checkEcho, ERAS } from '../mcp-requests.mjs';
import { writeSchema } from '../mci-schema.mjs';
import { costOf, startMeasured, warmUp } from '../measured-process.mjs';
import { ECHO } from '../programs/echo-tool.mjs';
import { againstRow } from '../rows.mjs';
import { interleave } from '../statistics.mjs';

const IN_FLIGHT = 64;
const TEXT_TOOL = { name: 'echo', ...ECHO, execution: { type: 'text', text: '{{props.message}}' } };
const CHECKS = { mci: checkEcho, empty: checkEmpty };

export async function measureMciTextCall(stage, { rounds, windowMs, warmUpCpuMs }) {
  const file = await writeSchema(stage, { name: 'echo', tools: [TEXT_TOOL] });
  const servers = [];
  const cases = {};
  try {
    for (const era of ERAS) {
      for (const [kind, check] of Object.entries(CHECKS)) {
        const measured = await startMeasured(stage, `${kind}-stdio`, { args: [file] });
        servers.push(measured);
        const { child } = measured;
        if (era === '2025') await openLineSession(child);
        check(String(await callLine(child, era, CALL)));
        const load = (durationMs) =>
          loadLines(child, era, { message: CALL, inFlight: IN_FLIGHT, durationMs });
        await warmUp(measured, load, warmUpCpuMs);
        cases[`${kind} ${era}`] = () => costOf(measured, () => load(windowMs));
      }
    }
    const samples = await interleave(rounds, cases);
    return ERAS.map((era) =>
      againstRow(`MCI text tool over stdio, ${IN_FLIGHT} in flight, ${era}: CPU, times no tool`, {
        above: samples[`mci ${era}`],
        below: samples[`empty ${era}`],
        atMost: 1.3,
      }),
    );
  } finally {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  }
}

function checkEmpty(text) {
  if (JSON.parse(text).result?.content?.[0]?.text !== '') throw new Error(`not empty: ${text}`);
}
