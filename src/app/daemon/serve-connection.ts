// One connection to the daemon: first to the daemon itself, and to one server once it is attached.
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { ToolSource } from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import { openEngine, type Engine } from '../../mcp/server/engine.ts';
import { serveLines } from '../../mcp/server/serve-lines.ts';
import { daemonMethods, type DaemonParts } from './daemon-methods.ts';

/** The daemon has no tools of its own. */
const NO_TOOLS: ToolSource = {
  id: 'plugboard-daemon',
  info: { name: 'plugboard-daemon', version: VERSION },
  tools: {
    list: async () => ({ items: [], problems: [] }),
    call: () => Promise.reject(new TypeError('the daemon has no tools')),
  },
  [Symbol.asyncDispose]: async () => {},
};

export function serveConnection(socket: Socket, parts: DaemonParts): void {
  const engines: Engine[] = [];
  let input: PassThrough | undefined;
  const speakFor = (engine: Engine) => {
    engines.push(engine);
    if (input) socket.unpipe(input);
    input = new PassThrough();
    serveLines(engine, { input, output: socket, identity: 'owner' });
    socket.pipe(input, { end: false });
  };
  const onProblem = (message: string, cause?: unknown) =>
    parts.onEvent(`problem: ${message}: ${String(cause)}`);
  const methods = daemonMethods(parts, {
    attach: (source) => speakFor(openEngine(source, { onProblem })),
  });
  socket.on('error', () => {});
  // Nobody closes one direction only: who closes has gone, and wants no answers any more.
  const onGone = () => input?.destroy(new Error('the caller is gone'));
  socket.once('end', onGone).once('close', () => {
    onGone();
    for (const engine of engines) engine[Symbol.dispose]();
  });
  speakFor(openEngine(NO_TOOLS, { dialect: { id: 'daemon', methods }, onProblem }));
}
