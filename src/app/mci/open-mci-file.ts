// Opens an MCI schema with what it needs from the rest: connections to MCP servers.
import { dirname } from 'node:path';
import type { ToolSource } from '../../core/tool-source.ts';
import { childBaseEnv } from '../../platform/env.ts';
import { openMci, type MciOptions, type OpenUpstream } from '../../sources/mci/open-mci.ts';

export type MciFileOptions = Omit<MciOptions, 'openUpstream'>;

export async function openMciFile(path: string, options: MciFileOptions = {}): Promise<ToolSource> {
  return openMci(path, { ...options, openUpstream: upstreamOpener(path, options.env) });
}

/** Servers start in the folder of the schema, with its environment. */
export function upstreamOpener(path: string, env: MciOptions['env']): OpenUpstream {
  return async (definition) => {
    const { openUpstream } = await import('../../sources/upstream/open-upstream.ts');
    const { name } = definition;
    if (definition.kind === 'http') {
      const { url, headers } = definition;
      return openUpstream({ kind: 'http', url, headers: async () => headers }, { id: name });
    }
    const { command, args } = definition;
    const all = { ...childBaseEnv(env), ...definition.env };
    return openUpstream(
      { kind: 'stdio', command, args, env: all, cwd: dirname(path) },
      { id: name },
    );
  };
}
