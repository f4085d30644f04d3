// A server for tests of the daemon: tells who it is, notes what it is asked, dies on request.

import { appendFileSync, existsSync, readFileSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { serve, text } from '../../fixtures/servers/lines.mjs';

const object = (properties = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const string = { type: 'string' };
const note = (file, line) => appendFileSync(file, `${line}\n`);
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length - 1;

/** Resolves when the file is there. */
function untilExists(file) {
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dirname(file), look);
    look();
  });
}

let cancelFile;

const tools = {
  pid: { inputSchema: object(), call: () => text(String(process.pid)) },
  echo: { inputSchema: object({ input: string }), call: ({ input }) => text(input) },
  env: {
    inputSchema: object({ name: string }),
    call: ({ name }) => text(process.env[name] ?? '(not set)'),
  },
  crash: {
    inputSchema: object({ file: string }),
    call: ({ file }) => {
      note(file, 'crash');
      process.stderr.write('out of luck\n');
      process.exit(7);
    },
  },
  crash_first: {
    inputSchema: object({ file: string }),
    annotations: { idempotentHint: true },
    call: ({ file }) => {
      note(file, 'crash_first');
      if (linesOf(file) === 1) process.exit(7);
      return text('survived');
    },
  },
  wait: {
    inputSchema: object({ begun: string, until: string }),
    call: async ({ begun, until }) => {
      cancelFile = `${begun}.cancelled`;
      note(begun, String(process.pid));
      await untilExists(until);
      return text('done');
    },
  },
  complain: {
    inputSchema: object(),
    call: () => {
      process.stderr.write('a line on stderr\n');
      return text('complained');
    },
  },
};

const listed = Object.entries(tools).map(([name, { call: _, ...tool }]) => ({ name, ...tool }));

serve(
  async (method, params) => {
    if (method === 'initialize') {
      const { protocolVersion } = params;
      const serverInfo = { name: 'kept', version: '1.0.0' };
      return { protocolVersion, capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') return { tools: listed };
    if (method === 'tools/call') return tools[params.name].call(params.arguments ?? {});
    return {};
  },
  ({ method }) => {
    if (method === 'notifications/cancelled' && cancelFile) note(cancelFile, 'cancelled');
  },
);
