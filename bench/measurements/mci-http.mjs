// An MCI HTTP tool, called in process: against a bare keep-alive request to the same server.
import { once } from 'node:events';
import { writeSchema } from '../mci-schema.mjs';
import { costOf, startMeasured, warmUp } from '../measured-process.mjs';
import { againstRow } from '../rows.mjs';
import { interleave } from '../statistics.mjs';

const KINDS = ['bare', 'mci'];
const AT_ONCE = [1, 16];
/** Both sides are compiled by the engine as they go; the larger one takes longer to be done. */
const WARM_UPS = 3;

const recordTool = (port) => ({
  name: 'record',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  execution: { type: 'http', url: `http://127.0.0.1:${port}/records/{{props.id}}` },
});

export async function measureMciHttp(stage, { rounds, windowMs, warmUpCpuMs }) {
  const processes = [];
  const start = async (name, args) => {
    const measured = await startMeasured(stage, name, { args });
    processes.push(measured);
    return measured;
  };
  try {
    const port = await (await start('record-http')).port();
    const file = await writeSchema(stage, { name: 'records', tools: [recordTool(port)] });
    const cases = {};
    for (const atOnce of AT_ONCE) {
      for (const kind of KINDS) {
        const measured = await start('http-client', [kind, port, file]);
        const load = (durationMs) => order(measured.child, { durationMs, atOnce });
        for (let time = 0; time < WARM_UPS; time += 1) await warmUp(measured, load, warmUpCpuMs);
        cases[`${kind} ${atOnce}`] = () => costOf(measured, () => load(windowMs));
      }
    }
    const samples = await interleave(rounds, cases);
    return AT_ONCE.map((atOnce) => toRow(atOnce, samples));
  } finally {
    await Promise.all(processes.map((measured) => measured[Symbol.asyncDispose]()));
  }
}

async function order(child, wanted) {
  const answer = once(child.stdout, 'data');
  child.stdin.write(`${JSON.stringify(wanted)}\n`);
  return JSON.parse((await answer)[0]);
}

function toRow(atOnce, samples) {
  return againstRow(`MCI HTTP tool, ${atOnce} at once: CPU, times a bare keep-alive request`, {
    above: samples[`mci ${atOnce}`],
    below: samples[`bare ${atOnce}`],
    atMost: 1.3,
  });
}
