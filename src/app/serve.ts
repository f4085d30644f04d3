// Puts a source on a surface, with the checks that calls of strangers need.
import type { ToolSource } from '../core/tool-source.ts';
import type { HttpOptions, HttpServer } from '../surfaces/http/http-options.ts';
import type { StdioOptions, StdioServer } from '../surfaces/stdio/stdio-options.ts';
import { readyToServe, type ServingRules } from './ready-to-serve.ts';

export type ServeStdioOptions = StdioOptions & ServingRules;
export type ServeHttpOptions = HttpOptions & ServingRules;

/**
 * Serves a source on standard input and output, for clients that start the server themselves.
 * Arguments are checked against the input schemas. Write nothing else to stdout.
 *
 * @example
 * ```ts
 * import { openScripts, serveStdio } from 'plugboard';
 *
 * await using source = await openScripts('./scripts');
 * await using server = await serveStdio(source);
 * await server.ended;
 * ```
 */
export async function serveStdio(
  source: ToolSource,
  options: ServeStdioOptions = {},
): Promise<StdioServer> {
  const surface = await import('../surfaces/stdio/serve-stdio.ts');
  return surface.serveStdio(readyToServe(source, options), options);
}

/**
 * Serves a source on Streamable HTTP, by default on `http://127.0.0.1:1995/mcp`. Arguments are
 * checked against the input schemas. An address that others can reach needs a `wall`.
 *
 * @example
 * ```ts
 * import { bearerWall, defineTools, serveHttp } from 'plugboard';
 *
 * const source = defineTools({
 *   name: 'clock',
 *   tools: { now: { description: 'The time.', call: () => new Date().toISOString() } },
 * });
 * await using server = await serveHttp(source, { port: 0, wall: bearerWall('a long secret') });
 * process.stdout.write(`${server.url}\n`);
 * ```
 */
export async function serveHttp(
  source: ToolSource,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const surface = await import('../surfaces/http/serve-http.ts');
  return surface.serveHttp(readyToServe(source, options), options);
}
