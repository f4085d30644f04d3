// Puts a source on a surface, with the checks that calls of strangers need.
import type { ToolSource } from '../core/tool-source.ts';
import type { HttpOptions, HttpServer } from '../surfaces/http/http-options.ts';
import type { StdioOptions, StdioServer } from '../surfaces/stdio/stdio-options.ts';
import { readyToServe, type ServingRules } from './ready-to-serve.ts';

export type ServeStdioOptions = StdioOptions & ServingRules;
export type ServeHttpOptions = HttpOptions & ServingRules;

export async function serveStdio(
  source: ToolSource,
  options: ServeStdioOptions = {},
): Promise<StdioServer> {
  const surface = await import('../surfaces/stdio/serve-stdio.ts');
  return surface.serveStdio(readyToServe(source, options), options);
}

export async function serveHttp(
  source: ToolSource,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const surface = await import('../surfaces/http/serve-http.ts');
  return surface.serveHttp(readyToServe(source, options), options);
}
