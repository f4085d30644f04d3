// Shows a source on standard input and output.
import type { ToolSource } from '../../core/tool-source.ts';
import { openEngine } from '../../mcp/server/engine.ts';
import { serveLines } from '../../mcp/server/serve-lines.ts';
import type { StdioOptions, StdioServer } from './stdio-options.ts';

export function serveStdio(source: ToolSource, options: StdioOptions = {}): StdioServer {
  const engine = openEngine(source, options);
  const input = options.input ?? process.stdin;
  const output = options.output ?? process.stdout;
  const connection = serveLines(engine, { input, output });
  const ended = connection.ended.finally(() => engine[Symbol.dispose]());
  return {
    ended,
    [Symbol.asyncDispose]: async () => {
      await connection[Symbol.asyncDispose]();
      await ended;
    },
  };
}
