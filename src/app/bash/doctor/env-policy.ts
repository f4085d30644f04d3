// What scripts would get of this environment, and who said so: names and states, never a value.
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { Environment } from '../../../platform/env.ts';
import type { BashProject } from '../../../sources/bash/bash-project.ts';
import { loadServerMeta } from '../../../sources/bash/server-meta.ts';
import { META_ENV, metaEnvMistake, withMetaEnv } from '../../../sources/bash/settings.ts';
import { finding, type Finding } from './finding.ts';

type Scope = 'TOOL' | 'PROVIDER';

export interface ScopePolicy {
  readonly mode: string;
  readonly source: 'launch env' | 'server.meta.json' | 'default';
  readonly allowlist: readonly {
    readonly name: string;
    readonly state: 'set' | 'empty' | 'not set';
  }[];
  readonly invalidNames: readonly string[];
  /** `inherit` needs no second consent here. */
  readonly inheritBlocked: false;
}

export interface EnvPolicy {
  readonly scope: 'this shell';
  readonly metaIgnored: boolean;
  readonly tool: ScopePolicy;
  readonly provider: ScopePolicy;
  readonly refusedKeys: readonly string[];
  readonly invalidKeys: readonly { readonly key: string; readonly reason: string }[];
}

export function envPolicyOf(project: BashProject): EnvPolicy {
  const { settings, folders, env } = project;
  const said = loadServerMeta(folders.server).data['env'];
  const entries = Object.entries(isJsonObject(said) ? said : {});
  const merged = withMetaEnv(env, said);
  const scope = (name: Scope, mode: string, allowed: readonly string[] | undefined) => ({
    mode,
    source: sourceOf(name, { env, merged }),
    ...(mode === 'allowlist' ? listed(allowed ?? [], env) : { allowlist: [], invalidNames: [] }),
    inheritBlocked: false as const,
  });
  return {
    scope: 'this shell',
    metaIgnored: settings.ignoreMetaEnv,
    tool: scope('TOOL', settings.toolEnvMode, settings.toolEnvAllowlist),
    provider: scope('PROVIDER', settings.providerEnvMode, settings.providerEnvAllowlist),
    refusedKeys: entries.map(([key]) => key).filter((key) => !isOurs(key)),
    invalidKeys: [
      ...(said === undefined || isJsonObject(said)
        ? []
        : [{ key: 'env', reason: 'must be an object' }]),
      ...entries.filter(([key]) => isOurs(key)).flatMap(([key, value]) => mistakeOf(key, value)),
    ],
  };
}

function isOurs(key: string): boolean {
  return META_ENV.some((name) => name === key);
}

function mistakeOf(key: string, value: JsonValue) {
  const reason = metaEnvMistake(key, value);
  return reason === undefined ? [] : [{ key, reason }];
}

function sourceOf(
  scope: Scope,
  { env, merged }: { env: Environment; merged: Environment },
): ScopePolicy['source'] {
  const names = [`MCPBASH_${scope}_ENV_MODE`, `MCPBASH_${scope}_ENV_ALLOWLIST`];
  if (names.some((name) => Boolean(env[name]))) return 'launch env';
  return names.some((name) => Boolean(merged[name])) ? 'server.meta.json' : 'default';
}

const NAME = /^[A-Za-z_]\w*$/u;

function listed(names: readonly string[], env: Environment) {
  return {
    allowlist: names
      .filter((name) => NAME.test(name))
      .map((name) => {
        const value = env[name];
        const state = value === undefined ? ('not set' as const) : value === '' ? 'empty' : 'set';
        return { name, state } as const;
      }),
    invalidNames: names.filter((name) => !NAME.test(name)),
  };
}

export function envFindings({
  tool,
  provider,
  refusedKeys,
  invalidKeys,
}: EnvPolicy): readonly Finding[] {
  const names = [...tool.invalidNames, ...provider.invalidNames];
  return [
    ...refusedKeys.map((key) =>
      finding('project.env_key_refused', 'warning', {
        message: `server.meta.json: env.${key} is not taken from there`,
        suggestedCommand: `set ${key} where the server is started`,
      }),
    ),
    ...invalidKeys.map(({ key, reason }) =>
      finding('project.env_key_invalid', 'warning', {
        message: `server.meta.json: ${key === 'env' ? key : `env.${key}`} ${reason}`,
        suggestedCommand: 'mcp-bash validate',
      }),
    ),
    ...names.map((name) =>
      finding('project.env_allowlist_invalid_name', 'warning', {
        message: `'${name}' in an allowlist is no name of a variable`,
        suggestedCommand: 'mend the allowlist',
      }),
    ),
  ];
}
