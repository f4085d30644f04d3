// Takes the name of a tool on the command line apart: a path or a server, then the tool.
import { PlugboardError } from '../core/errors.ts';
import { suggest } from './suggest.ts';

export interface PathSelector {
  readonly path: string;
  readonly tool: string;
}

export interface ServerSelector {
  readonly server: string;
  readonly tool: string;
}

const DRIVE = /^[A-Za-z]:[\\/]/u;
const PATH_START = /^(?:\.{1,2}(?:[\\/:]|$)|[/~])/u;

/** Whether a word of the command line names a place on disk rather than a configured server. */
export function isPath(text: string): boolean {
  return PATH_START.test(text) || DRIVE.test(text);
}

/** The longest known server name followed by a dot, then the tool. */
export function parseServerSelector(text: string, servers: readonly string[]): ServerSelector {
  const server = servers
    .filter((name) => text.startsWith(`${name}.`) && text.length > name.length + 1)
    .toSorted((a, b) => b.length - a.length)[0];
  if (server !== undefined) return { server, tool: text.slice(server.length + 1) };
  const named = text.replace(/\.$/u, '');
  const isServer = servers.includes(named) || /^https?:\/\//u.test(text);
  throw isServer ? noTool(named) : unknownServer(text, servers);
}

/** `./scripts:basic/greet` is a path up to the last colon. */
export function parsePathSelector(text: string): PathSelector {
  const colon = text.lastIndexOf(':');
  const isDriveColon = colon === 1 && DRIVE.test(text);
  const tool = colon === -1 || isDriveColon ? '' : text.slice(colon + 1);
  if (tool !== '') return { path: text.slice(0, colon), tool };
  const path = colon === -1 || isDriveColon ? text : text.slice(0, colon);
  throw new PlugboardError(
    'parse_error',
    { what: `'${text}'`, reason: "expected a path, ':' and the name of a tool" },
    { hint: `Name a tool, as in \`plugboard call ${path}:hello\`` },
  );
}

function noTool(server: string): PlugboardError {
  return new PlugboardError(
    'parse_error',
    { what: `'${server}'`, reason: 'it names a server but no tool' },
    { hint: `Run \`plugboard list ${server}\`` },
  );
}

export function unknownServer(text: string, servers: readonly string[]): PlugboardError {
  const start = /^[^.:]+/u.exec(text)?.[0] ?? text;
  // What goes on after the name of a server that is there is meant to be a name of its own.
  const name = servers.includes(start) ? text : start;
  const meant = suggest(name, servers);
  const hint =
    meant === undefined
      ? `A directory is named by its path, as in \`./${name}\``
      : `Did you mean \`${meant}\`?`;
  return new PlugboardError(
    'not_found',
    { kind: 'server', name, available: [...servers] },
    { hint },
  );
}
