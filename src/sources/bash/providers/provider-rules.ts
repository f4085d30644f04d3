// What the settings of a project mean for its providers.
import { readFile } from 'node:fs/promises';
import { PlugboardError } from '../../../core/errors.ts';
import { VERSION } from '../../../core/version.ts';
import type { Environment } from '../../../platform/env.ts';
import type { BashProject } from '../bash-project.ts';
import type { BashSettings } from '../settings.ts';
import type { GitRules } from './git-provider.ts';
import type { HttpsRules } from './https-provider.ts';

export async function httpsRules(settings: BashSettings, env: Environment): Promise<HttpsRules> {
  const ca = await trustedCertificates(env);
  return {
    hosts: {
      allow: settings.httpsAllowHosts ?? [],
      deny: settings.httpsDenyHosts ?? [],
      allowAll: settings.httpsAllowAll,
    },
    timeoutMs: settings.httpsTimeoutMs,
    maxBytes: settings.httpsMaxBytes,
    userAgent: settings.httpsUserAgent ?? `plugboard/${VERSION}`,
    ...(ca !== undefined && { ca }),
  };
}

/** The variables curl and OpenSSL are told with which certificates to trust. */
async function trustedCertificates(env: Environment): Promise<string | undefined> {
  const file = env['CURL_CA_BUNDLE'] || env['SSL_CERT_FILE'];
  if (!file) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = 'cannot be read; CURL_CA_BUNDLE or SSL_CERT_FILE names it';
    throw new PlugboardError('config_error', { file, reason }, { cause });
  }
}

export function gitRules({ settings }: BashProject): GitRules {
  return {
    isEnabled: settings.enableGitProvider,
    hosts: {
      allow: settings.gitAllowHosts ?? [],
      deny: settings.gitDenyHosts ?? [],
      allowAll: settings.gitAllowAll,
    },
    timeoutMs: settings.gitTimeoutMs,
    maxKb: settings.gitMaxKb,
  };
}
