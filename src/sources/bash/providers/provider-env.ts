// What provider and completion scripts get of our environment, and what they are told beside it.
import { join } from 'node:path';
import { memoByObject } from '../../../core/memo.ts';
import type { BashProject } from '../bash-project.ts';
import { findJsonTool, jsonToolEnv } from '../json-tool.ts';
import { sdkFolder } from '../sdk-folder.ts';
import { OF_ONE_CALL } from '../tool/environment.ts';

/** Names and beginnings of names that reach a script in every mode. */
const KEPT = {
  names: ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'SYSTEMROOT', 'PATHEXT'],
  proxies: /^(?:https?|no|all)_proxy$/iu,
  prefixes: [
    'LC_',
    'MCP_',
    'MCPBASH_PROJECT_ROOT',
    'MCPBASH_RESOURCES_DIR',
    'MCPBASH_PROMPTS_DIR',
    'MCPBASH_ENABLE_GIT_PROVIDER',
    'MCPBASH_GIT_',
    'MCPBASH_HTTPS_',
    'MCPBASH_JSON_TOOL',
  ],
  /** What single providers get on top. */
  ofProvider: {
    git: ['SSH_AUTH_SOCK', 'GIT_SSH_COMMAND', 'GIT_ASKPASS'],
    https: ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE'],
  } as Readonly<Record<string, readonly string[]>>,
} as const;

/** Secrets have no business in scripts, unless an allowlist names them. */
const SECRET = /(?:TOKEN|SECRET|PASSWORD|KEY)$/u;
const DEFAULT_PATH = '/usr/bin:/bin';
const OUR_SECRET = 'MCPBASH_REMOTE_TOKEN';

export async function providerEnv(
  project: BashProject,
  provider: string,
): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(project.env)) {
    if (value !== undefined && reaches(name, project, provider)) env[name] = value;
  }
  const sdk = sdkFolder();
  return {
    PATH: DEFAULT_PATH,
    ...env,
    ...(await jsonTool(project)),
    MCP_SDK: sdk,
    MCPBASH_HOME: join(sdk, 'home'),
    MCPBASH_PROJECT_ROOT: project.root,
    MCPBASH_PROVIDERS_DIR: project.folders.providers,
    MCP_RESOURCES_ROOTS: (project.settings.resourcesRoots ?? [project.folders.resources]).join(':'),
  };
}

/** The programs of the machine are looked for once. */
const jsonTool = memoByObject(async (project: BashProject) =>
  jsonToolEnv(await findJsonTool(project, project.env['PATH'] ?? DEFAULT_PATH)),
);

function reaches(name: string, { settings }: BashProject, provider: string): boolean {
  if (name === OUR_SECRET || OF_ONE_CALL.test(name)) return false;
  const { providerEnvMode, providerEnvAllowlist = [] } = settings;
  if (providerEnvMode === 'inherit') return true;
  if (providerEnvMode === 'allowlist' && providerEnvAllowlist.includes(name)) return true;
  if (SECRET.test(name)) return false;
  const names: readonly string[] = [...KEPT.names, ...(KEPT.ofProvider[provider] ?? [])];
  if (names.includes(name) || KEPT.proxies.test(name)) return true;
  return KEPT.prefixes.some((prefix) => name.startsWith(prefix));
}
