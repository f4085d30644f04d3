// `plugboard config`: shows, changes and checks the configured servers.
import type { ConfiguredServer } from '../../config/found-entry.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { ownProblem } from '../../config/own-problem.ts';
import { PlugboardError } from '../../core/errors.ts';
import { adHocFlags, configFlags } from '../client/client-flags.ts';
import { LIFECYCLES } from '../client/config-add.ts';
import { fileToWrite, SCOPES } from '../client/config-target.ts';
import { openReachable } from '../client/open-target.ts';
import { renderConfig, renderServer, toConfigJson, toServerJson } from '../client/render-config.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { oneOf, type FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';
import { suggest } from '../suggest.ts';
import { toJsonText } from '../to-json-text.ts';
import { unreadable } from '../unreadable.ts';

export const configCommandFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
  ...configFlags,
  scope: {
    value: 'SCOPE',
    doc: 'add, import: write to the file of home (the default) or project.',
    parse: oneOf('scope', SCOPES),
  },
  force: { doc: 'add, import: take the place of entries of the same name.' },
  url: { value: 'URL', doc: 'add: the address of the server.' },
  command: { value: 'COMMAND', doc: 'add: the command line of the server.' },
  arg: { value: 'ARG', repeats: true, doc: 'add: one more argument of the command.' },
  env: { ...adHocFlags.env, doc: 'add: a variable for the command.' },
  header: { ...adHocFlags.header, doc: 'add: a header; $env:VAR stands for a variable.' },
  description: { value: 'TEXT', doc: 'add: what the server is for.' },
  lifecycle: {
    value: 'MODE',
    doc: `add: ${LIFECYCLES.join(' or ')}.`,
    parse: oneOf('lifecycle', LIFECYCLES),
  },
  cwd: { value: 'DIR', doc: 'add: where the command runs; default beside the file.' },
  'allow-http': { doc: 'add: allow http:// to other machines.' },
  path: { value: 'FILE', doc: 'import: read this file instead of those the program uses.' },
  filter: { value: 'TEXT', doc: 'import: only servers whose names contain this.' },
  copy: { doc: 'import: copy the servers into the file.' },
} as const satisfies FlagTable;

type ConfigInvocation = Invocation<typeof configCommandFlags>;
type ConfigOptions = ConfigInvocation['options'];

interface ActionInput {
  readonly options: ConfigOptions;
  readonly words: readonly string[];
}

type Action = (input: ActionInput, deps: Deps) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  show: runShow,
  list: runShow,
  get: runGet,
  add: runAdd,
  remove: runRemove,
  import: runImport,
  doctor: runDoctor,
};

export const config = defineCommand({
  name: 'config',
  summary: 'Show, change and check the configured servers.',
  operands: [
    { name: 'action', doc: 'show, get, add, remove, import or doctor.' },
    {
      name: 'word',
      doc: 'What the action is about; show: a part of the names.',
      repeats: true,
      optional: true,
    },
  ],
  flags: configCommandFlags,
  examples: [
    'plugboard config show',
    'plugboard config get linear --json',
    'plugboard config add linear https://mcp.linear.app/mcp',
    'plugboard config add time --env TZ=UTC -- npx -y some-server',
    'plugboard config remove linear',
    'plugboard config import cursor --copy',
    'plugboard config doctor',
  ],
  run: runConfig,
});

export async function runConfig(
  { options, operands }: ConfigInvocation,
  deps: Deps,
): Promise<number> {
  const [name = 'show', ...words] = operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action) return action({ options, words }, deps);
  const meant = suggest(name, Object.keys(ACTIONS));
  throw unreadable(`'${name}' is none of ${Object.keys(ACTIONS).join(', ')}`, {
    hint: meant === undefined ? 'Run `plugboard config --help`' : `Did you mean \`${meant}\`?`,
  });
}

async function load(
  { config: configPath, root }: ConfigOptions,
  deps: Deps,
): Promise<LoadedConfig> {
  await using servers = await openReachable({ config: configPath, root }, deps);
  return await servers.config();
}

function sorted({ servers }: LoadedConfig): readonly ConfiguredServer[] {
  return [...servers.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function runShow({ options, words }: ActionInput, deps: Deps): Promise<number> {
  const loaded = await load(options, deps);
  const [filter = '', ...tooMany] = words;
  if (tooMany.length > 0) throw unreadable(`'${tooMany[0]}' is one word too many`);
  const servers = sorted(loaded).filter(({ name }) => name.includes(filter));
  if (filter !== '' && servers.length === 0) find(loaded, filter);
  const { io, env } = deps;
  if (options.json) return printJson(toConfigJson(loaded, servers, env), deps);
  io.stdout.write(renderConfig(servers, env));
  for (const { error } of loaded.problems) io.stderr.write(`! ${oneLine(error.message)}\n`);
  return 0;
}

async function runGet({ options, words }: ActionInput, deps: Deps): Promise<number> {
  const server = find(await load(options, deps), words[0]);
  if (options.json) return printJson(toServerJson(server, deps.env), deps);
  deps.io.stdout.write(renderServer(server, deps.env));
  return 0;
}

function find(loaded: LoadedConfig, name: string | undefined): ConfiguredServer {
  if (name === undefined) throw unreadable('name a server');
  const server = loaded.servers.get(name);
  if (server) return server;
  throw ownProblem(loaded) ?? unknownName(name, [...loaded.servers.keys()].toSorted());
}

function unknownName(name: string, available: string[]): PlugboardError {
  const meant = suggest(name, available);
  const options = meant === undefined ? {} : { hint: `Did you mean \`${meant}\`?` };
  return new PlugboardError('not_found', { kind: 'server', name, available }, options);
}

async function runAdd({ options, words }: ActionInput, deps: Deps): Promise<number> {
  const { addServer } = await import('../client/config-add.ts');
  const file = fileToWrite(options, deps);
  const name = await addServer(words, { ...options, file, isReplacing: options.force }, deps);
  return report({ action: 'added', name, file }, options, deps);
}

async function runRemove({ options, words }: ActionInput, deps: Deps): Promise<number> {
  const { origin, name } = find(await load(options, deps), words[0]);
  if (origin.editor !== undefined) {
    throw new PlugboardError(
      'forbidden',
      { what: name, reason: `is defined by ${origin.editor} in ${origin.file}` },
      { hint: `Remove it there, or define '${name}' in a file of yours with "enabled": false` },
    );
  }
  const { removeServer } = await import('../../config/edit-config.ts');
  await removeServer(origin.file, name);
  return report({ action: 'removed', name, file: origin.file }, options, deps);
}

async function runImport({ options, words }: ActionInput, deps: Deps): Promise<number> {
  const { importServers } = await import('../client/config-import.ts');
  const file = fileToWrite(options, deps);
  const servers = await importServers(
    words[0],
    { ...options, copyTo: options.copy ? file : undefined, isReplacing: options.force },
    deps,
  );
  const { io, env } = deps;
  if (options.json) {
    const found = servers.map((server) => toServerJson(server, env));
    return printJson({ servers: found, ...(options.copy && { copiedTo: file }) }, deps);
  }
  io.stdout.write(renderConfig(servers, env));
  if (options.copy) io.stderr.write(`copied ${servers.length} to ${file}\n`);
  return 0;
}

async function runDoctor({ options }: ActionInput, deps: Deps): Promise<number> {
  const { checkConfig } = await import('../../config/check-config.ts');
  const findings = await checkConfig(await load(options, deps), deps);
  const errors = findings.filter(({ level }) => level === 'error');
  const status = errors.length === 0 ? 0 : 1;
  if (options.json) {
    printJson({ ok: status === 0, findings }, deps);
    return status;
  }
  const lines = findings.map(({ level, file, server, message, hint }) => {
    const about = server === undefined ? file : `${server} (${file})`;
    return `${level} ${oneLine(`${about}: ${message}`)}\n${hint === undefined ? '' : `  hint: ${hint}\n`}`;
  });
  deps.io.stdout.write(lines.join('') || 'no problems found\n');
  return status;
}

interface Change {
  readonly action: 'added' | 'removed';
  readonly name: string;
  readonly file: string;
}

function report({ action, name, file }: Change, { json }: ConfigOptions, deps: Deps): number {
  if (json) return printJson({ [action]: name, path: file }, deps);
  const where = action === 'added' ? 'to' : 'from';
  deps.io.stdout.write(`Server '${name}' ${action} ${where} ${file}\n`);
  return 0;
}

function printJson(value: object, { io }: Deps): number {
  io.stdout.write(toJsonText(value));
  return 0;
}
