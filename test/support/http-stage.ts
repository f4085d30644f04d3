// Serves the matrix source over HTTP for one test.
import { onTestFinished } from 'vitest';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import type { HttpOptions, HttpServer } from '../../src/surfaces/http/http-options.ts';
import { matrixStage, type MatrixStage } from './matrix-source.ts';

export interface HttpStage extends MatrixStage {
  readonly server: HttpServer;
  readonly url: string;
  /** The address of another path of the same server. */
  at(path: string): string;
  /** What the operator was told. */
  readonly problems: string[];
}

export async function httpStage(options: HttpOptions = {}): Promise<HttpStage> {
  const stage = matrixStage();
  const problems: string[] = [];
  const server = await serveHttp(stage.source, {
    port: 0,
    onProblem: (message) => problems.push(message),
    ...options,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return {
    ...stage,
    server,
    url: server.url,
    at: (path) => new URL(path, server.url).href,
    problems,
  };
}
