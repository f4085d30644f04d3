// Opens the server a generated program was made for, from the connection it carries.
import type { Connection, StdioConnection } from '../../codegen/catalog.ts';
import { expandEnv, type Reference } from '../../config/expand-env.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import { openUpstream } from '../../sources/upstream/open-upstream.ts';
import { isDirectory } from '../locate.ts';

export interface ConnectionPlace {
  readonly env: Environment;
  readonly cwd: string;
}

export async function openConnection(
  server: string,
  connection: Connection,
  { env, cwd }: ConnectionPlace,
): Promise<ToolSource> {
  const expand = (text: string) => expanded(text, server, env);
  if (connection.kind === 'http') {
    const url = await expand(connection.url);
    const headers = await expandRecord(connection.headers, expand);
    return openUpstream({ kind: 'http', url, headers: async () => headers }, { id: server });
  }
  const { command, args } = connection;
  return openUpstream(
    {
      kind: 'stdio',
      command: await expand(command),
      args: await Promise.all(args.map(expand)),
      env: { ...childBaseEnv(env), ...(await expandRecord(connection.env, expand)) },
      cwd: await folderOf(connection, cwd),
    },
    { id: server },
  );
}

/** The program may be on another machine by now. */
async function folderOf({ cwd }: StdioConnection, own: string): Promise<string> {
  return cwd !== undefined && (await isDirectory(cwd)) ? cwd : own;
}

type Expand = (text: string) => Promise<string>;

async function expandRecord(
  record: Readonly<Record<string, string>>,
  expand: Expand,
): Promise<Record<string, string>> {
  const pairs = Object.entries(record).map(async ([name, text]) => [name, await expand(text)]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

function expanded(text: string, server: string, env: Environment): Promise<string> {
  const file = `the connection to ${server}`;
  const wrong = (reason: string, variable?: string) =>
    new PlugboardError('config_error', {
      file,
      reason,
      ...(variable !== undefined && { variable }),
    });
  return expandEnv(text, {
    valueOf: async ({ kind, name }: Reference) => (kind === 'env' ? env[name] : undefined),
    missing: ({ kind, name }) =>
      kind === 'env' ? wrong('', name) : wrong(`\${${kind}:${name}} is for configuration files`),
    malformed: wrong,
    hasEscapes: true,
  });
}
