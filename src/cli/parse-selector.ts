// Takes the name of a tool on the command line apart: a path or a server, then the tool.
import { PlugboardError } from '../core/errors.ts';

export type Selector =
  | { readonly kind: 'path'; readonly path: string; readonly tool: string }
  | { readonly kind: 'server'; readonly server: string; readonly tool: string };

const DRIVE = /^[A-Za-z]:[\\/]/u;
const PATH_START = /^(?:\.{1,2}(?:[\\/:]|$)|[/~])/u;

/** Whether a word of the command line names a place on disk rather than a configured server. */
export function isPath(text: string): boolean {
  return PATH_START.test(text) || DRIVE.test(text);
}

/**
 * `./scripts:basic/greet` is a path up to the last colon; anything else begins with the longest
 * known server name followed by a dot.
 */
export function parseSelector(text: string, servers: readonly string[]): Selector {
  if (isPath(text)) return parsePathSelector(text);
  const server = servers
    .filter((name) => text.startsWith(`${name}.`) && text.length > name.length + 1)
    .toSorted((a, b) => b.length - a.length)[0];
  if (server !== undefined) return { kind: 'server', server, tool: text.slice(server.length + 1) };
  throw unknownServer(text, servers);
}

function parsePathSelector(text: string): Selector {
  const colon = text.lastIndexOf(':');
  const isDriveColon = colon === 1 && DRIVE.test(text);
  const tool = colon === -1 || isDriveColon ? '' : text.slice(colon + 1);
  if (tool !== '') return { kind: 'path', path: text.slice(0, colon), tool };
  const path = colon === -1 || isDriveColon ? text : text.slice(0, colon);
  throw new PlugboardError(
    'parse_error',
    { what: `'${text}'`, reason: "expected a path, ':' and the name of a tool" },
    { hint: `Name a tool, as in \`plugboard call ${path}:hello\`` },
  );
}

function unknownServer(text: string, servers: readonly string[]): PlugboardError {
  const name = /^[^.:]+/u.exec(text)?.[0] ?? text;
  return new PlugboardError(
    'not_found',
    { kind: 'server', name, available: [...servers] },
    { hint: `A directory is named by its path, as in \`./${name}\`` },
  );
}
