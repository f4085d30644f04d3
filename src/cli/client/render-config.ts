// The merged configuration as people and programs read it: placeholders as written, secrets left out.
import type { ConfiguredServer } from '../../config/found-entry.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { overrideLifecycle } from '../../config/override-lifecycle.ts';
import type { Origin, ServerDefinition } from '../../config/server-definition.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';

export function renderConfig(servers: readonly ConfiguredServer[], env: Deps['env']): string {
  if (servers.length === 0) return 'No MCP servers configured.\n';
  return servers.map((server) => renderServer(server, env)).join('\n');
}

/** One block; names of variables and headers are shown, their values are not. */
export function renderServer(server: ConfiguredServer, env: Deps['env']): string {
  const { name, declared, origin, shadowed, enabled, error } = server;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ...(declared ? transportRows(declared.definition) : []),
    ['Description', declared?.definition.description],
    ['Lifecycle', declared && renderLifecycle(declared.definition, env)],
    ['Enabled', enabled ? undefined : 'no'],
    ['Error', error?.message],
    ['Source', renderOrigin(origin)],
    ...shadowed.map((lost) => ['Not used', renderOrigin(lost)] as const),
  ];
  const lines = rows.flatMap(([label, text]) =>
    text === undefined ? [] : [`  ${label}: ${oneLine(text)}\n`],
  );
  return `${oneLine(name)}\n${lines.join('')}`;
}

function transportRows({ transport, raw }: ServerDefinition) {
  if (transport.kind === 'http') {
    return [
      ['Transport', 'HTTP'],
      ['URL', transport.url],
      ['Headers', namesOf(transport.headers)],
    ] as const;
  }
  if (transport.kind === 'local') {
    return [
      ['Transport', transport.source],
      ['Path', transport.path],
    ] as const;
  }
  const cwd = raw['cwd'];
  return [
    ['Transport', 'stdio'],
    ['Command', [transport.command, ...transport.args].join(' ')],
    ['Folder', typeof cwd === 'string' ? cwd : undefined],
    ['Variables', namesOf(transport.env)],
  ] as const;
}

function namesOf(map: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(map).join(', ') || undefined;
}

function renderLifecycle(definition: ServerDefinition, env: Deps['env']): string {
  const { mode } = overrideLifecycle(definition, env);
  if (mode !== definition.lifecycle.mode) return `${mode} (by the environment)`;
  return definition.raw['lifecycle'] === undefined ? `${mode} (default)` : mode;
}

function renderOrigin({ file, editor }: Origin): string {
  return editor === undefined ? file : `${file} (imported from ${editor})`;
}

export function toConfigJson(
  { problems, imports }: LoadedConfig,
  servers: readonly ConfiguredServer[],
  env: Deps['env'],
): object {
  return {
    servers: servers.map((server) => toServerJson(server, env)),
    imports,
    problems: problems.map(({ file, error }) => ({ file, message: error.message })),
  };
}

export function toServerJson(server: ConfiguredServer, env: Deps['env']): object {
  const { name, origin, shadowed, enabled, entry, declared, error } = server;
  return {
    name,
    ...(declared && {
      transport: declared.definition.transport.kind,
      lifecycle: overrideLifecycle(declared.definition, env).mode,
    }),
    enabled,
    entry: withoutSecrets(entry),
    source: origin,
    shadowed,
    ...(error && { error: error.message }),
  };
}

/** Values that are placeholders show nothing; any other may be a secret. */
const SECRET_MAPS = ['env', 'headers'] as const;
const SECRET_TEXTS = ['bearerToken', 'oauthClientSecret'] as const;
const HIDDEN = '***';

function withoutSecrets(entry: ConfiguredServer['entry']): ConfiguredServer['entry'] {
  const hidden: ConfiguredServer['entry'] = { ...entry };
  for (const key of SECRET_MAPS) {
    const map = hidden[key];
    if (typeof map !== 'object' || map === null || Array.isArray(map)) continue;
    hidden[key] = Object.fromEntries(
      Object.entries(map).map(([name, value]) => [name, isPlaceholder(value) ? value : HIDDEN]),
    );
  }
  for (const key of SECRET_TEXTS) {
    if (hidden[key] !== undefined && !isPlaceholder(hidden[key])) hidden[key] = HIDDEN;
  }
  return hidden;
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && /^(?:Bearer )?(?:\$\{[^}]*\}|\$env:\w+)$/iu.test(value);
}
