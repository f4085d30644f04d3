// The https provider for shell scripts: the same guards, told by exit statuses.
import { toPlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import { httpsRules } from '../../sources/bash/providers/provider-rules.ts';
import { readHttps, type HttpsDoors } from '../../sources/bash/providers/https-provider.ts';
import { readBashSettings } from '../../sources/bash/settings.ts';

export interface DownloadOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Default: the network. */
  readonly doors?: HttpsDoors;
}

export interface Download {
  readonly status: number;
  readonly body: Buffer;
  readonly said: string;
}

const FAILED = 5;

/** Hosts must be in the lists: nothing a script asks for is declared by the project. */
export async function downloadHttps(uri: string, options: DownloadOptions): Promise<Download> {
  const { env, signal, doors } = options;
  try {
    const rules = await httpsRules(readBashSettings(env), env);
    const body = await readHttps({ uri, isDeclared: false, rules }, { signal }, doors);
    return { status: 0, body, said: '' };
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    const status = error.data?.['exitCode'];
    return {
      status: typeof status === 'number' ? status : FAILED,
      body: Buffer.alloc(0),
      said: error.message,
    };
  }
}
