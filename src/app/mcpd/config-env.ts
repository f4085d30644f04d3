// What mcpd tells each script about itself, as the environment variables of the specification.
import { COMMAND_LINE } from './mcpd-settings.ts';

export interface ConfigFacts {
  readonly host: string;
  readonly port: number;
  readonly basePath: string;
  readonly username: string;
  readonly apiToken: string;
  /** As it was given, perhaps relative. */
  readonly root: string;
  readonly isHttps: boolean;
  readonly logLevelName: string;
  /** Values of `--script-config`; they win over what mcpd says. */
  readonly scriptConfig: Readonly<Record<string, string>>;
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export function toConfigEnv(facts: ConfigFacts): Record<string, string> {
  return {
    // A script that calls back needs an address one can connect to.
    MCPD_CONFIG_SERVER_HOST: ANY_ADDRESS[facts.host] ?? facts.host,
    MCPD_CONFIG_SERVER_PORT: String(facts.port),
    MCPD_CONFIG_SERVER_HTTP_BASE_PATH: facts.basePath,
    MCPD_CONFIG_SERVER_USERNAME: facts.username,
    MCPD_CONFIG_SERVER_API_TOKEN: facts.apiToken,
    MCPD_CONFIG_COMMANDS_ROOT_DIRECTORY: facts.root,
    MCPD_CONFIG_SERVER_HTTPS: String(facts.isHttps),
    MCPD_CONFIG_LOGGING_LEVEL_NAME: facts.logLevelName,
    MCPD_CONFIGURATION_FILENAME: COMMAND_LINE,
    ...facts.scriptConfig,
  };
}
