// MCI for users of the library: loaded when a schema is opened, complete with servers and checks.
import { resolve } from 'node:path';
import type { ToolSource } from '../../core/tool-source.ts';
import type { MciClient as Client } from '../../sources/mci/mci-client.ts';
import type { MciFileOptions } from './open-mci-file.ts';

export type OpenMciOptions = Omit<MciFileOptions, 'inherited'>;

/**
 * Opens an MCI schema as a source: its own tools, its toolsets and its MCP servers. A file that is
 * wrong is refused with its line and column. `env` replaces the environment of the process and the
 * `.env` files beside the schema.
 *
 * @example
 * ```ts
 * import { localContext, openMci } from 'plugboard';
 *
 * await using source = await openMci('./tools.mci.yaml', { env: { API_KEY: 'secret' } });
 * const { items } = await source.tools.list(localContext());
 * process.stdout.write(`${items.length} tools\n`);
 * ```
 */
export async function openMci(path: string, options: OpenMciOptions = {}): Promise<ToolSource> {
  const { openMciFile } = await import('./open-mci-file.ts');
  return openMciFile(resolve(path), options);
}

/** The tools of an MCI schema, listed, filtered and executed without a server. */
export type MciClient = Client;

/**
 * Uses an MCI schema in this process. Dispose the client to close what its tools opened.
 *
 * @example
 * ```ts
 * import { MciClient } from 'plugboard';
 *
 * await using client = await MciClient.open('./tools.mci.yaml', { env: { API_KEY: 'secret' } });
 * const names = client.tags(['weather']).map(({ name }) => name);
 * const { isError, content } = await client.execute('get_weather', { location: 'Paris' });
 * process.stdout.write(`${names.length} ${isError} ${JSON.stringify(content)}\n`);
 * ```
 */
export const MciClient = {
  async open(path: string, options: Omit<OpenMciOptions, 'watch'> = {}): Promise<MciClient> {
    const [client, { withSurroundings }] = await Promise.all([
      import('../../sources/mci/mci-client.ts'),
      import('./open-mci-file.ts'),
    ]);
    const file = resolve(path);
    return client.MciClient.open(file, withSurroundings(file, options));
  },
} as const;
