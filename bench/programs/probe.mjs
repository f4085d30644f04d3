// Loaded into each measured process: answers its parent's questions about CPU and memory.

import { setTimeout as delay } from 'node:timers/promises';

/** Connections the load has closed are let go of a little later. */
const SETTLE_MS = 300;

const ANSWERS = {
  cpu: () => process.cpuUsage(),
  memory: async () => {
    await delay(SETTLE_MS);
    // Twice, because what finalizers let go of is only collected by the second run.
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage();
  },
};

process.on('message', (question) => {
  void Promise.resolve(ANSWERS[question]()).then((answer) => process.send(answer));
});
process.channel.unref();
