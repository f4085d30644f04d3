// What scripts are told about the server around them.
import { toConfigEnv } from './mcpd/config-env.ts';

export interface ServerFacts {
  readonly host: string;
  readonly port: number;
  /** Empty where none is asked for. */
  readonly apiToken: string;
  readonly isHttps: boolean;
}

const NO_SERVER: ServerFacts = { host: '', port: 0, apiToken: '', isHttps: false };

/** The variables of the scripts specification; where nobody listens, host and port are empty. */
export function scriptEnv(root: string, server?: ServerFacts): Record<string, string> {
  return toConfigEnv({
    ...(server ?? NO_SERVER),
    basePath: '/',
    username: '',
    root,
    logLevelName: 'info',
    scriptConfig: server ? {} : { MCPD_CONFIG_SERVER_PORT: '' },
  });
}
