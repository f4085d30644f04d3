// Runs a project's server.d/register.sh and collects what it registers.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { makeTempFolder } from '../temp-folders.ts';
import type { BashProject } from '../bash-project.ts';
import { findJsonTool, jsonToolEnv } from '../json-tool.ts';
import { sdkFolder } from '../sdk-folder.ts';
import { hookEnv, scriptEnv } from '../tool/environment.ts';
import { runProjectScript, type ScriptEnd } from '../tool/run-project-script.ts';
import { listsOf, REGISTERED_KINDS, wrong, type Registered } from './registered.ts';

const HOOK_MS = 30_000;

export interface HookRun extends Registered {
  /** What it wrote to stderr, for logs that may show it. */
  readonly stderr: string;
}

export async function runRegisterHook(
  project: BashProject,
  closing: AbortSignal,
): Promise<HookRun> {
  const file = registerHookOf(project);
  const folder = makeTempFolder('register');
  try {
    const said = join(folder, 'register.jsonl');
    await writeFile(said, '', { mode: 0o600 });
    const end = await run(file, { project, said, closing });
    const { maxManualRegistryBytes: limitBytes } = project.settings;
    if ((await stat(said)).size > limitBytes) {
      throw wrong(file, `registers more than ${limitBytes} bytes`);
    }
    const lines = toLists(await readFile(said, 'utf8'));
    const printed = fromOutput(file, end.stdout.toString());
    return { origin: file, kinds: { ...printed, ...lines }, stderr: end.stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function registerHookOf({ folders }: BashProject): string {
  return join(folders.server, 'register.sh');
}

interface HookFacts {
  readonly project: BashProject;
  readonly said: string;
  readonly closing: AbortSignal;
}

async function run(file: string, { project, said, closing }: HookFacts): Promise<ScriptEnd> {
  const base = scriptEnv(project, {});
  const jsonTool = await findJsonTool(project, base['PATH'] ?? '');
  const env = hookEnv(project, {
    ...base,
    ...jsonToolEnv(jsonTool),
    MCP_SDK: sdkFolder(),
    MCP_REGISTER_FILE: said,
    MCPBASH_MODE: 'full',
    MCPBASH_PROJECT_ROOT: project.root,
    MCPBASH_TOOLS_DIR: project.folders.tools,
    MCPBASH_RESOURCES_DIR: project.folders.resources,
    MCPBASH_PROMPTS_DIR: project.folders.prompts,
    MCPBASH_SERVER_DIR: project.folders.server,
  });
  const end = await runProjectScript({
    path: join(sdkFolder(), 'hooks', 'register.sh'),
    isExecutable: false,
    args: [file],
    env,
    cwd: project.root,
    what: 'register.sh',
    timeoutMs: HOOK_MS,
    maxOutputBytes: project.settings.maxManualRegistryBytes,
    signals: [closing],
  }).catch((thrown: unknown) => {
    throw wrong(file, toPlugboardError(thrown).message, thrown);
  });
  if (end.exitCode === 0) return end;
  const why = end.stderr.split('\n').at(-1) || 'it says nothing on stderr';
  throw wrong(file, `failed with status ${end.exitCode ?? end.signal ?? 'unknown'}: ${why}`);
}

/** Lines of `{kind, item}`; a kind for which nothing is registered is left to discovery. */
function toLists(text: string): Registered['kinds'] {
  const lists = new Map<string, JsonObject[]>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { kind, item, reset } = JSON.parse(line) as Readonly<Record<string, JsonValue>>;
    if (typeof kind !== 'string') continue;
    if (reset === true) lists.delete(kind);
    else if (isJsonObject(item)) lists.set(kind, [...(lists.get(kind) ?? []), item]);
  }
  const known = REGISTERED_KINDS.map((kind) => [kind, lists.get(kind)] as const);
  return Object.fromEntries(known.filter(([, list]) => list !== undefined));
}

/** A script may print one JSON object with lists instead; anything else it prints is talk. */
function fromOutput(file: string, text: string): Registered['kinds'] {
  let data: JsonValue;
  try {
    data = JSON.parse(text) as JsonValue;
  } catch {
    return {};
  }
  return isJsonObject(data) ? listsOf(file, data) : {};
}
