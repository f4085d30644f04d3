// Every environment variable Plugboard reads, in one table, and the environment its children start from.

interface EnvRow {
  readonly doc: string;
}

export const ENV = {
  PLUGBOARD_TOKEN: {
    doc: 'The bearer token `plugboard serve --http` asks for, unless `--token-file` names one',
  },
  XDG_CACHE_HOME: {
    doc: 'Where caches are kept; default `~/.cache`, or the habit of the platform',
  },
  HTTPS_PROXY: { doc: 'The proxy for https:// servers; NO_PROXY names the exceptions' },
  https_proxy: { doc: 'Same as HTTPS_PROXY' },
  HTTP_PROXY: { doc: 'The proxy for http:// servers; NO_PROXY names the exceptions' },
  http_proxy: { doc: 'Same as HTTP_PROXY' },
  LOCALAPPDATA: { doc: 'Where caches are kept on Windows' },
} as const satisfies Record<string, EnvRow>;

export type EnvName = keyof typeof ENV;

/** The value of a variable of the table; an empty one counts as not set. */
export function readEnv(name: EnvName): string | undefined {
  return process.env[name] || undefined;
}

/** A variable that stands in for a flag; its row is in the command's flag table. Empty is a value. */
export function readFlagEnv(name: `MCPD_${string}`): string | undefined {
  return process.env[name];
}

/** Variables that hold our own secrets: no child inherits them. */
const SECRET_PREFIXES = ['MCPD_HTTP_AUTH_', 'PLUGBOARD_TOKEN'] as const;

/** A fresh copy of our environment without our secrets, for one child. */
export function childBaseEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || SECRET_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    env[name] = value;
  }
  return env;
}
