// Reads a resource through its provider: the project's own script, or ours of that name.
import { PlugboardError } from '../../../core/errors.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';
import type { BashProject } from '../bash-project.ts';
import { readEcho } from './echo-provider.ts';
import { oversized, readFileUri, type FileRead } from './file-provider.ts';
import type { ReadTarget } from './find-target.ts';
import { readGit } from './git-provider.ts';
import { readHttps } from './https-provider.ts';
import { providerEnv } from './provider-env.ts';
import { gitRules, httpsRules } from './provider-rules.ts';
import { findProviderScript, readScript } from './script-provider.ts';

export interface TargetRead {
  readonly target: ReadTarget;
  readonly project: BashProject;
  /** Where files may lie for this caller. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
}

type Provider = (read: TargetRead) => Promise<Buffer> | Buffer;

const PROVIDERS: Readonly<Record<string, Provider>> = {
  file: (read) => readFileUri(toFileRead(read)),
  https: async ({ target, project, signal }) =>
    readHttps({ ...target, rules: await httpsRules(project.settings, project.env) }, { signal }),
  git: async ({ target, project, signal }) =>
    readGit(
      {
        ...target,
        rules: gitRules(project),
        maxBytes: project.settings.maxResourceBytes,
        env: await providerEnv(project, 'git'),
      },
      { signal },
    ),
  echo: ({ target }) => readEcho(target.uri),
  ui: readUi,
};

export async function readTarget(read: TargetRead): Promise<Buffer> {
  const { target, project, signal } = read;
  const { uri, provider } = target;
  const path = await scriptFor(target, project);
  if (path !== undefined) {
    const env = templateEnv(target);
    return readScript(project, { uri, provider, path, env, signals: [signal] });
  }
  const own = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (!own) throw unsupported(target, project);
  const bytes = await own(read);
  const { maxResourceBytes } = project.settings;
  if (bytes.length > maxResourceBytes) throw oversized(uri, maxResourceBytes);
  return bytes;
}

async function scriptFor(target: ReadTarget, project: BashProject): Promise<string | undefined> {
  return target.isForeign ? undefined : findProviderScript(project, target.provider);
}

/** Whether a file of ours is behind it, and how it is found. */
export async function fileBehind(read: TargetRead): Promise<FileRead | undefined> {
  const { target, project } = read;
  if (target.provider !== 'file') return undefined;
  const script = await scriptFor(target, project);
  return script === undefined ? toFileRead(read) : undefined;
}

function toFileRead({ target, project, roots }: TargetRead): FileRead {
  const { folders, root, settings } = project;
  return {
    uri: target.uri,
    ...(target.knownPath !== undefined && { knownPath: target.knownPath }),
    bases: [folders.resources, root],
    roots,
    maxBytes: settings.maxResourceBytes,
  };
}

/** Pages lie beside tools or in the folder for them, whatever the client's roots are. */
function readUi({ target, project }: TargetRead): Promise<Buffer> {
  const { folders, settings } = project;
  const { uri, knownPath } = target;
  if (knownPath === undefined) {
    const hint = 'Pages made from templates are not there yet; write an index.html';
    const output = `${uri} has no page of its own`;
    throw new PlugboardError('tool_failed', { output }, { wire: RPC.internalError, hint });
  }
  return readFileUri({
    uri,
    knownPath,
    bases: [],
    roots: [folders.tools, folders.ui],
    maxBytes: settings.maxUiResourceBytes,
  });
}

function templateEnv({ template }: ReadTarget): Record<string, string> {
  if (!template) return {};
  return {
    MCP_RESOURCE_TEMPLATE_NAME: template.name,
    MCP_RESOURCE_TEMPLATE_VARS: JSON.stringify(template.values),
  };
}

function unsupported({ provider, uri }: ReadTarget, { folders }: BashProject): PlugboardError {
  const output = `Unsupported resource provider '${provider}' of ${uri}`;
  const hint = `Write ${provider}.sh into ${folders.providers}`;
  return new PlugboardError('tool_failed', { output }, { wire: RPC.internalError, hint });
}
