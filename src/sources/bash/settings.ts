// What a mcp-bash project is set to, read once from an environment by the table of variables.
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';
import { readSetting, type SettingValue } from './setting-kinds.ts';
import { BASH_SETTINGS } from './settings-table.ts';

type Table = typeof BASH_SETTINGS;

export type BashSettings = { readonly [Key in keyof Table]: SettingValue<Table[Key]> };

export function readBashSettings(env: Environment): BashSettings {
  const rows = Object.entries(BASH_SETTINGS);
  return Object.fromEntries(
    rows.map(([key, row]) => [key, readSetting(row, env)]),
  ) as unknown as BashSettings;
}

/** Lifecycle, ping and logging only. */
export function isMinimal({ forceMinimal, jsonTool }: BashSettings): boolean {
  return forceMinimal || jsonTool === 'none';
}

/** What a project may say about its environment itself, in `env` of server.meta.json. */
const META_ROWS = {
  tool: [BASH_SETTINGS.toolEnvMode, BASH_SETTINGS.toolEnvAllowlist],
  provider: [BASH_SETTINGS.providerEnvMode, BASH_SETTINGS.providerEnvAllowlist],
} as const;

const ROWS = [...META_ROWS.tool, ...META_ROWS.provider] as const;
export const META_ENV = ROWS.map(({ env }) => env);

/** Whoever starts the server and says anything about a kind of script has said all about it. */
export function withMetaEnv(env: Environment, metaEnv: JsonValue | undefined): Environment {
  if (!isJsonObject(metaEnv) || readBashSettings(env).ignoreMetaEnv) return env;
  const open = Object.values(META_ROWS).filter((rows) => rows.every((row) => !env[row.env]));
  const said = open.flat().flatMap(({ env: name }) => {
    const text = toText(metaEnv[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  return said.length === 0 ? env : { ...env, ...Object.fromEntries(said) };
}

/** Why what a project says about one of these variables is not taken, where it is not. */
export function metaEnvMistake(name: string, value: JsonValue): string | undefined {
  const text = toText(value);
  if (text === undefined) return 'must be a text';
  const row = ROWS.find(({ env }) => env === name);
  if (row?.kind !== 'word' || row.words.some((word) => word === text.toLowerCase()))
    return undefined;
  return `must be one of ${row.words.join(', ')}`;
}

function toText(value: JsonValue | undefined): string | undefined {
  const text = Array.isArray(value)
    ? value.filter((one) => typeof one === 'string').join(',')
    : value;
  return typeof text === 'string' ? text : undefined;
}
