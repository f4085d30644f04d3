// The flags every command that talks to servers has: which configuration, which server.
import { PlugboardError } from '../../core/errors.ts';
import type { FlagTable, OptionsOf } from '../flags.ts';

/** Which files are read and how servers are started. */
export const configFlags = {
  config: { value: 'FILE', doc: 'Read this configuration file before all others.' },
  root: { value: 'DIR', doc: 'The project: its config/ is read, its stdio servers run there.' },
} as const satisfies FlagTable;

/** A server that no file knows. */
export const targetFlags = {
  'http-url': { value: 'URL', doc: 'Use the server at this address, without configuration.' },
  stdio: { value: 'COMMAND', doc: 'Start this server, without configuration.' },
} as const satisfies FlagTable;

export const transportFlags = {
  cwd: { value: 'DIR', doc: 'Where stdio servers run; default beside the file that names them.' },
  'allow-http': { doc: 'Allow http:// to other machines.' },
} as const satisfies FlagTable;

/** What is said about such a server; for `call` these are ours only where one is named. */
export const adHocFlags = {
  name: { value: 'NAME', doc: 'Its name; default made from the address or the command.' },
  description: { value: 'TEXT', doc: 'What it is for, kept by --persist.' },
  env: { value: 'KEY=VALUE', repeats: true, doc: 'A variable for --stdio.', parse: parseEnv },
  header: {
    value: 'NAME=VALUE',
    repeats: true,
    doc: 'A header for --http-url; $env:VAR stands for a variable.',
    parse: parseHeader,
  },
  persist: { value: 'FILE', doc: 'Save the server to this configuration file.' },
} as const satisfies FlagTable;

export const clientFlags = {
  ...configFlags,
  ...targetFlags,
  ...transportFlags,
  ...adHocFlags,
} as const satisfies FlagTable;

export type ClientOptions = OptionsOf<typeof clientFlags>;

export type Pair = readonly [name: string, value: string];

function parseEnv(text: string): Pair {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/su.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new PlugboardError('parse_error', {
    what: '--env',
    reason: `expected KEY=value, got '${text}'`,
  });
}

/** `Name=value`, or `Name: value` as curl wants it. */
function parseHeader(text: string): Pair {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*[=:]\s*(.*)$/su.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new PlugboardError('parse_error', {
    what: '--header',
    reason: `expected NAME=value, got '${text}'`,
  });
}
