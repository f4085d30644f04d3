// A remote server keeps the contract of a source in every era and on every transport, behind a validator.
import { PassThrough } from 'node:stream';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import type { ServerMemory } from '../../src/mcp/client/open-client.ts';
import { openEngine } from '../../src/mcp/server/engine.ts';
import { serveLines } from '../../src/mcp/server/serve-lines.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { openUpstream } from '../../src/sources/upstream/open-upstream.ts';
import type { LinesServer, UpstreamServer } from '../../src/sources/upstream/upstream-server.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { definedStage } from './defined-stage.ts';
import { describeSource, type SourceUnderTest } from './describe-source.ts';

interface Served extends AsyncDisposable {
  readonly server: UpstreamServer;
}

async function onHttp(source: ToolSource, path: string): Promise<Served> {
  const http = await serveHttp(source, { port: 0, legacySse: true });
  const url = new URL(path, http.url).href;
  return {
    server: { kind: 'http', url, headers: async () => ({}) },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

function onLines(source: ToolSource): Served {
  const engine = openEngine(source);
  const open: LinesServer['open'] = async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const connection = serveLines(engine, { input: output, output: input });
    const ended = connection.ended.then(() => 'the other end is closed');
    return { input, output, ended, close: async () => void output.end() };
  };
  return {
    server: { kind: 'lines', open },
    [Symbol.asyncDispose]: async () => engine[Symbol.dispose](),
  };
}

async function upstreamStage(
  serve: (source: ToolSource) => Promise<Served> | Served,
  remembered?: ServerMemory,
): Promise<SourceUnderTest> {
  const defined = await definedStage();
  const served = await serve(defined.source);
  const upstream = openUpstream(served.server, { id: 'far', ...(remembered && { remembered }) });
  const source = validated(upstream, compileSchema);
  return {
    ...defined,
    // A server refuses in its own words.
    unknownTool: 'tool_failed',
    source: {
      ...source,
      [Symbol.asyncDispose]: async () => {
        await source[Symbol.asyncDispose]();
        await served[Symbol.asyncDispose]();
      },
    },
  };
}

describeSource('a server on HTTP, as it is found', () =>
  upstreamStage((source) => onHttp(source, '/mcp')),
);
describeSource('a server on HTTP with sessions', () =>
  upstreamStage((source) => onHttp(source, '/mcp'), 'legacy'),
);
describeSource('a server on HTTP+SSE', () =>
  upstreamStage((source) => onHttp(source, '/sse'), 'sse-2024'),
);
describeSource('a server on lines', () => upstreamStage(onLines));
describeSource('a server on lines without a handshake', () => upstreamStage(onLines, 'modern'));
