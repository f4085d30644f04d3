// What a mcp-bash project is set to, read once from an environment by the table of variables.
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { readSetting, type SettingValue } from './setting-kinds.ts';
import { BASH_SETTINGS } from './settings-table.ts';

type Table = typeof BASH_SETTINGS;

export type BashSettings = { readonly [Key in keyof Table]: SettingValue<Table[Key]> };

type Env = Readonly<Record<string, string | undefined>>;

export function readBashSettings(env: Env): BashSettings {
  const rows = Object.entries(BASH_SETTINGS);
  return Object.fromEntries(
    rows.map(([key, row]) => [key, readSetting(row, env)]),
  ) as unknown as BashSettings;
}

/** What a project may say about its environment itself, in `env` of server.meta.json. */
const META_ENV = [
  BASH_SETTINGS.toolEnvMode.env,
  BASH_SETTINGS.toolEnvAllowlist.env,
  BASH_SETTINGS.providerEnvMode.env,
  BASH_SETTINGS.providerEnvAllowlist.env,
] as const;

/** The environment of the launch wins over what the project says. */
export function withMetaEnv(env: Env, metaEnv: JsonValue | undefined): Env {
  if (!isJsonObject(metaEnv) || readBashSettings(env).ignoreMetaEnv) return env;
  const said = META_ENV.flatMap((name) => {
    const value = metaEnv[name];
    const text = Array.isArray(value) ? value.filter(isText).join(',') : value;
    return typeof text === 'string' && !env[name] ? [[name, text] as const] : [];
  });
  return said.length === 0 ? env : { ...env, ...Object.fromEntries(said) };
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
