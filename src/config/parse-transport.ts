// Which way an entry names to reach its server: a command, an address, or tools of this machine.
import type { EntryFields } from './entry-fields.ts';
import { LOCAL_SOURCES, type TransportDefinition } from './server-definition.ts';

/** What `type` may say, in the words of every program that writes it. */
const TRANSPORT_WORDS: ReadonlyMap<string, 'stdio' | 'http' | 'sse'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['remote', 'http'],
  ['sse', 'sse'],
]);

const NEEDED = `needs baseUrl, command, ${LOCAL_SOURCES.slice(0, -1).join(', ')} or ${LOCAL_SOURCES.at(-1)}`;

export function toTransport(fields: EntryFields, baseDir: string): TransportDefinition | undefined {
  const word = fields.text('type');
  const kind = word === undefined ? undefined : TRANSPORT_WORDS.get(word.toLowerCase());
  if (word !== undefined && kind === undefined) {
    return fields.complain('type', `'${word}' is not supported; use stdio, http or sse`);
  }
  const url = fields.text('baseUrl');
  const command = toCommand(fields);
  const isRemote = url !== undefined && !(kind === 'stdio' && command);
  if (isRemote) return toHttp(fields, { url, isSse: kind === 'sse' });
  if (command) return { kind: 'stdio', ...command, env: fields.map('env'), cwd: baseDir };
  for (const source of LOCAL_SOURCES) {
    const path = fields.text(source);
    if (path !== undefined) return { kind: 'local', source, path, env: fields.map('env') };
  }
  if (fields.mistakes.length > 0) return undefined;
  return fields.complain('', NEEDED);
}

function toHttp(
  fields: EntryFields,
  { url, isSse }: { readonly url: string; readonly isSse: boolean },
): TransportDefinition {
  return {
    kind: 'http',
    url,
    headers: fields.map('headers'),
    allowHttp: fields.flag('allowHttp') ?? false,
    ...(isSse && { legacySse: true }),
  };
}

/** A string with `args`, or one list of both. */
function toCommand(
  fields: EntryFields,
): { readonly command: string; readonly args: readonly string[] } | undefined {
  const isList = Array.isArray(fields.get('command'));
  const [command, ...first] = isList
    ? (fields.list('command') ?? [])
    : [fields.text('command') ?? ''];
  const args = [...first, ...(fields.list('args') ?? [])];
  return command === undefined || command === '' ? undefined : { command, args };
}
