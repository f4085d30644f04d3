// Every environment variable Plugboard reads, in one table, and the environment its children start from.

/** Variables by name: of this process, or of whoever asks. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
  ALL_PROXY: {
    doc: 'The proxy where the variable of the kind of server is not set; may be socks5:// too',
  },
  all_proxy: { doc: 'Same as ALL_PROXY' },
  NO_PROXY: { doc: 'Hosts that are reached without a proxy, with commas; `*` is all' },
  no_proxy: { doc: 'Same as NO_PROXY' },
  MCPLUG_DAEMON_DIR: {
    doc: 'Where the daemon keeps its socket and its logs; default `~/.mcplug`',
  },
  MCPLUG_CONFIG: { doc: 'A configuration file that is read before all others, after `--config`' },
  MCPLUG_CALL_TIMEOUT: {
    doc: 'How long a call may take, in milliseconds; default 30000, progress extends it tenfold',
  },
  MCPLUG_LIST_TIMEOUT: { doc: 'How long `list` waits for each server, in ms; default 30000' },
  MCPLUG_OAUTH_TIMEOUT_MS: {
    doc: 'How long `auth` waits for the browser, in milliseconds; default 60000, 300000 with `--no-browser`',
  },
  XDG_DATA_HOME: { doc: 'Where the vault of mcporter is looked for, besides `~/.mcporter`' },
  MCPLUG_LOG_LEVEL: {
    doc: 'What servers log is shown from this level on: debug, info, warn (default) or error; debug shows their stderr too',
  },
  MCPLUG_KEEPALIVE: {
    doc: 'Servers to keep alive whatever their entry says, with commas; `*` is all',
  },
  MCPLUG_DISABLE_KEEPALIVE: { doc: 'Servers not to keep alive, with commas; `*` is all' },
  MCPLUG_DEBUG_HANG: { doc: 'Say what is still open when the end takes longer than two seconds' },
  NO_COLOR: { doc: 'Print no colours' },
  FORCE_COLOR: { doc: 'Print colours even where nobody watches; 0 is none' },
  BROWSER: { doc: 'What opens an address a server asks the user to visit' },
  LOCALAPPDATA: { doc: 'Where caches are kept on Windows' },
  HOME: { doc: 'The home of the user, where configuration, state and caches are' },
  USERPROFILE: { doc: 'The same on Windows' },
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

/** Our own environment, where nobody hands in another. */
export function ownEnv(): Environment {
  return process.env;
}

/** Variables that hold our own secrets: no child inherits them. */
const SECRET_PREFIXES = ['MCPD_HTTP_AUTH_', 'PLUGBOARD_TOKEN'] as const;

/** A fresh copy of our environment, or of a caller's, without our secrets, for one child. */
export function childBaseEnv(from: Environment = process.env): Record<string, string> {
  // Without a prototype, because any name can be a variable.
  const env = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(from)) {
    const value = from[name];
    if (value === undefined || SECRET_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    env[name] = value;
  }
  return env;
}
