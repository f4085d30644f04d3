// Turns the definition of a server into what a generated program can carry along.
import type { Connection } from '../../codegen/catalog.ts';
import type {
  HttpDefinition,
  ServerDefinition,
  StdioDefinition,
} from '../../config/server-definition.ts';
import { withheld, withheldArgs, withheldUrl, type Withholding } from './withheld.ts';

/** The server as it is; what looks secret is left to the environment, unless it is wanted. */
export function toConnection(definition: ServerDefinition, withholding: Withholding): Connection {
  const { name, transport } = definition;
  if (transport.kind === 'http') return ofHttp(name, transport, withholding);
  if (transport.kind === 'stdio') return ofStdio(name, transport, withholding);
  return { ...throughPlugboard([transport.path]), env: ofEnv(transport.env, withholding) };
}

/** Plugboard itself serves what only it can open, as it stands on the machine of the program. */
export function throughPlugboard(words: readonly string[]) {
  return {
    kind: 'stdio',
    command: 'plugboard',
    args: ['serve', ...words, '--stdio'],
    env: {},
  } as const;
}

function ofStdio(
  name: string,
  { command, args, env, cwd }: StdioDefinition,
  withholding: Withholding,
): Connection {
  return {
    kind: 'stdio',
    command,
    args: withheldArgs(args, name, withholding),
    env: ofEnv(env, withholding),
    cwd,
  };
}

/** Variables keep their names: who runs the program sets them as the server knows them. */
function ofEnv(env: Readonly<Record<string, string>>, withholding: Withholding) {
  return mapped(env, (name, value) => withheld({ name, value, variable: name }, withholding));
}

function ofHttp(
  server: string,
  { url, headers }: HttpDefinition,
  withholding: Withholding,
): Connection {
  return {
    kind: 'http',
    url: withheldUrl(url, server, withholding),
    headers: mapped(headers, (name, value) => {
      return withheld({ name, value, variable: `${server} ${name}` }, withholding);
    }),
  };
}

function mapped(
  record: Readonly<Record<string, string>>,
  map: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(name, value)]),
  );
}

/** The server in one line, without what could be secret. */
export function describeConnection(connection: Connection): string {
  if (connection.kind === 'http') return connection.url.replace(/[?#].*$/su, '');
  return [connection.command, ...connection.args].join(' ');
}
