// From spawning a five-line stdio server to its first answer to tools/call: against `node -e 0`.
import { callLine, openLineSession } from '../line-load.mjs';
import { startNode, startServer } from '../measured-process.mjs';
import { CALL, checkEcho } from '../mcp-requests.mjs';
import { ratioRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

export async function measureStart(stage, { startRounds }) {
  const samples = await interleave(startRounds, {
    node: startNode,
    'plugboard 2025': () => firstAnswer(stage.program('five-lines'), '2025'),
    'plugboard 2026': () => firstAnswer(stage.program('five-lines'), '2026'),
    sdk: () => firstAnswer(stage.program('sdk-stdio'), '2025'),
  });
  const ms = (name) => `${median(samples[name]).toFixed(0)} ms`;
  return ['2025', '2026'].map((era) =>
    ratioRow(`five-line stdio server, spawn to first answer, ${era}: wall, times node -e 0`, {
      above: samples[`plugboard ${era}`],
      below: samples.node,
      note: `${ms(`plugboard ${era}`)} against ${ms('node')}; SDK v2 ${ms('sdk')}`,
      atMost: 2,
    }),
  );
}

function firstAnswer(program, era) {
  return startServer(program, {
    talk: async (child) => {
      if (era === '2025') await openLineSession(child);
      checkEcho(String(await callLine(child, era, CALL)));
    },
  });
}
