// Loaded into each measured process: answers its parent's questions about CPU and memory.

const ANSWERS = {
  cpu: () => process.cpuUsage(),
  // Twice, because what finalizers let go of is only collected by the second run.
  memory: () => {
    globalThis.gc();
    globalThis.gc();
    return process.memoryUsage();
  },
};

process.on('message', (question) => process.send(ANSWERS[question]()));
process.channel.unref();
