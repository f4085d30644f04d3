// Opens an MCI schema with what it needs from the rest: connections to MCP servers.
import { dirname } from 'node:path';
import type { ToolSource } from '../../core/tool-source.ts';
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import { openMci, type MciOptions, type OpenUpstream } from '../../sources/mci/open-mci.ts';
import { compileWhenNeeded } from '../../platform/compile-when-needed.ts';
import { refuseCleartext } from '../servers/refuse-cleartext.ts';
import { dotenvFiles, loadDotenv } from './load-dotenv.ts';

export interface MciFileOptions extends Omit<MciOptions, 'openUpstream' | 'compile' | 'liveEnv'> {
  /**
   * The environment of whoever asks, in place of that of the process. The `.env` files of the
   * project are read below it, unless `env` says everything.
   */
  readonly inherited?: Environment;
}

export async function openMciFile(path: string, options: MciFileOptions = {}): Promise<ToolSource> {
  return openMci(path, withSurroundings(path, options));
}

/** What the source cannot know by itself: how to check, how to connect, and which `.env` files count. */
export function withSurroundings(path: string, options: MciFileOptions): MciOptions {
  const { inherited, ...own } = options;
  const compile = compileWhenNeeded;
  const { env } = own;
  if (env) return { ...own, compile, openUpstream: upstreamOpener(path, () => env) };
  const base = inherited ?? childBaseEnv();
  let last: MciOptions['env'];
  const load = async () => (last = await loadDotenv(path, { env: base }));
  return {
    ...own,
    compile,
    liveEnv: { load, files: dotenvFiles(path) },
    openUpstream: upstreamOpener(path, () => last),
  };
}

/** Servers start in the folder of the schema, with its environment. */
function upstreamOpener(path: string, env: () => MciOptions['env']): OpenUpstream {
  return async (definition) => {
    const { openUpstream } = await import('../../sources/upstream/open-upstream.ts');
    const { name } = definition;
    if (definition.kind === 'http') {
      const { url, headers } = definition;
      refuseCleartext(name, url, 'Use https:// for a server on another machine');
      return openUpstream({ kind: 'http', url, headers: async () => headers }, { id: name });
    }
    const { command, args } = definition;
    const all = { ...childBaseEnv(env()), ...definition.env };
    return openUpstream(
      { kind: 'stdio', command, args, env: all, cwd: dirname(path) },
      { id: name },
    );
  };
}
