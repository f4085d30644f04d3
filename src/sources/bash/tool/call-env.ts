// The variables one call of a tool is told, over those every call of the project is told.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CallContext, Caller } from '../../../core/call-context.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { memoByObject } from '../../../core/memo.ts';
import type { SourceInfo } from '../../../core/tool-source.ts';
import { isLongVariable } from '../../../platform/is-long-variable.ts';
import type { BashProject } from '../bash-project.ts';
import { COMPATIBLE_WITH } from '../compatible-with.ts';
import { findJsonTool, jsonToolEnv } from '../json-tool.ts';
import type { ToolItem } from '../registry-items.ts';
import type { ProjectRoot } from '../roots.ts';
import { sdkFolder } from '../sdk-folder.ts';
import type { CallFolder } from './call-folder.ts';
import { scriptEnv } from './environment.ts';
import { canBeAsked } from './questions.ts';
import { argumentsText } from './raw-arguments.ts';

type Env = Readonly<Record<string, string>>;

/** What is the same for every call, found out with the first. */
export async function projectEnv(project: BashProject, info: SourceInfo): Promise<Env> {
  const { PATH = '' } = scriptEnv(project, {});
  return {
    MCP_SDK: sdkFolder(),
    ...jsonToolEnv(await findJsonTool(project, PATH)),
    MCPBASH_MODE: 'full',
    MCPBASH_PROJECT_ROOT: project.root,
    ...httpsProviderEnv(project),
    // Tools ask it what they may use.
    MCPBASH_FRAMEWORK_VERSION: COMPATIBLE_WITH,
    ...serverEnv(info),
  };
}

/** What `mcp_download_safe` starts; a provider of the project goes before ours. */
function httpsProviderEnv({ folders }: BashProject): Env {
  if (existsSync(join(folders.providers, 'https.sh'))) return {};
  return { MCPBASH_HTTPS_PROVIDER: join(sdkFolder(), 'https-provider') };
}

const SERVER_FIELDS = {
  name: 'MCPBASH_SERVER_NAME',
  version: 'MCPBASH_SERVER_VERSION',
  title: 'MCPBASH_SERVER_TITLE',
  description: 'MCPBASH_SERVER_DESCRIPTION',
  websiteUrl: 'MCPBASH_SERVER_WEBSITE_URL',
  icons: 'MCPBASH_SERVER_ICONS',
  instructions: 'MCPBASH_SERVER_INSTRUCTIONS',
} as const;

function serverEnv(info: SourceInfo): Record<string, string> {
  const entries = Object.entries(SERVER_FIELDS).flatMap(([field, name]) => {
    const value = info[field];
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Icons as data easily are.
    return isLongVariable(name, text) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

export interface CallFacts {
  readonly project: BashProject;
  readonly item: ToolItem;
  readonly path: string;
  readonly args: JsonObject;
  readonly folder: CallFolder;
  readonly roots: readonly ProjectRoot[];
  readonly told: Env;
}

export function callEnv(facts: CallFacts, ctx: CallContext): Record<string, string> {
  const { project, item, folder, roots } = facts;
  const canAsk = canBeAsked(ctx.caller);
  return scriptEnv(project, {
    ...facts.told,
    MCP_TOOL_NAME: item.name,
    MCP_TOOL_PATH: facts.path,
    ...payload(facts, 'ARGS', argumentsText(facts.args, ctx)),
    ...payload(facts, 'META', JSON.stringify(shownMeta(project, ctx))),
    ...payload(facts, 'METADATA', metadataText(item)),
    MCP_TOOL_ERROR_FILE: folder.file('error'),
    MCP_TOOL_RESOURCES_FILE: folder.file('resources'),
    MCP_PROGRESS_STREAM: folder.file('progress'),
    MCP_LOG_STREAM: folder.file('log'),
    MCP_PROGRESS_TOKEN: toText(metaOf(ctx)['progressToken']),
    MCP_CANCEL_FILE: folder.file('cancelled'),
    MCP_ROOTS_PATHS: roots.map(({ path }) => path).join('\n'),
    MCP_ROOTS_COUNT: String(roots.length),
    MCP_ROOTS_JSON: JSON.stringify(roots),
    MCP_ELICIT_SUPPORTED: canAsk ? '1' : '0',
    ...(canAsk && {
      MCP_ELICIT_REQUEST_FILE: folder.file('elicit-request'),
      MCP_ELICIT_RESPONSE_FILE: folder.file('elicit-response'),
    }),
    MCP_UI_SUPPORTED: showsPages(ctx.caller) ? '1' : '0',
    MCPBASH_DEBUG_LOG: project.settings.debugLog ?? folder.file('debug'),
    MCPBASH_WORKER_KEY: Buffer.from(JSON.stringify(ctx.request?.id ?? null)).toString('base64url'),
  });
}

const metadataText = memoByObject((item: ToolItem) => JSON.stringify(item));

/** A value that is too long for a variable is in a file; the variable is empty then. */
function payload({ project, folder }: CallFacts, name: string, value: string): Env {
  const variable = `MCP_TOOL_${name}_JSON`;
  const threshold = project.settings.envPayloadThresholdBytes;
  // A character is at most three bytes: most values are known to be short without counting.
  const isShort = value.length * 3 <= threshold || Buffer.byteLength(value) <= threshold;
  if (isShort && threshold > 0 && !isLongVariable(variable, value)) return { [variable]: value };
  return {
    [variable]: '',
    [`MCP_TOOL_${name}_FILE`]: folder.spill(`${name.toLowerCase()}.json`, value),
  };
}

function metaOf({ request }: CallContext): JsonObject {
  const meta = request?.params['_meta'];
  return isJsonObject(meta) ? meta : {};
}

/** The secret of the connection is between the client and us. */
function shownMeta({ settings }: BashProject, ctx: CallContext): JsonObject {
  const meta = metaOf(ctx);
  const { remoteToken, remoteTokenKey, remoteTokenFallbackKey } = settings;
  if (remoteToken === undefined) return meta;
  const { [remoteTokenKey]: _, [remoteTokenFallbackKey]: __, ...shown } = meta;
  return shown;
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const UI_EXTENSION = 'io.modelcontextprotocol/ui';

function showsPages({ capabilities }: Caller): boolean {
  const extensions = capabilities['extensions'];
  return isJsonObject(extensions) && extensions[UI_EXTENSION] !== undefined;
}
