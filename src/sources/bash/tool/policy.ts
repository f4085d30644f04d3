// Whether a tool may be called: by the project's policy.sh where it has one, else by the allowlist.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';
import type { BashProject } from '../bash-project.ts';
import type { ToolItem } from '../registry-items.ts';
import { sdkFolder } from '../sdk-folder.ts';
import { distrustOf } from '../trusted-hook.ts';
import type { CallFolder } from './call-folder.ts';
import { hookEnv } from './environment.ts';
import { runProjectScript } from './run-project-script.ts';
import { toSaidError } from './said-error.ts';

export interface PolicyQuestion {
  readonly project: BashProject;
  readonly item: ToolItem;
  readonly folder: CallFolder;
  /** The environment the tool itself would get. */
  readonly env: Readonly<Record<string, string>>;
  readonly signals: readonly AbortSignal[];
}

const POLICY_MS = 10_000;
const POLICY_OUTPUT_BYTES = 1_048_576;

/** A policy that cannot be trusted is none to pass over: it may be there to refuse. */
export async function refuseByPolicy(question: PolicyQuestion): Promise<void> {
  const { project, item } = question;
  const file = join(project.folders.server, 'policy.sh');
  if (!project.settings.allowProjectHooks || !existsSync(file)) {
    return refuseByAllowlist(project, item.name);
  }
  const distrust = distrustOf(file, project);
  if (!distrust) return askPolicy(file, question);
  throw blocked(item.name, `: policy.sh is not run, because ${distrust.reason}`);
}

function refuseByAllowlist({ settings }: BashProject, name: string): void {
  const { toolAllowlist: allowed = [], toolAllowDefault } = settings;
  if (allowed.length === 0) {
    if (toolAllowDefault !== 'deny') return;
    throw blocked(name, '. Set MCPBASH_TOOL_ALLOWLIST in your MCP client config.', NOT_ALLOWED);
  }
  if (allowed.some((entry) => entry === '*' || entry === 'all' || entry === name)) return;
  throw blocked(name, ' (not in MCPBASH_TOOL_ALLOWLIST)', NOT_ALLOWED);
}

const NOT_ALLOWED = { blockedBy: 'allowlist' } as const;

/** Whether a call was refused only because nobody allowed the tool: by us, or by the rule in the SDK. */
export function isNotAllowed({ data, verbatim }: PlugboardError): boolean {
  const said = verbatim?.data ?? data;
  return isJsonObject(said) && said['blockedBy'] === NOT_ALLOWED.blockedBy;
}

function blocked(name: string, rest: string, data?: JsonObject): PlugboardError {
  const output = `Tool '${name}' blocked by policy${rest}`;
  const options = { wire: RPC.invalidParams, ...(data && { data }) };
  return new PlugboardError('tool_failed', { output }, options);
}

/** A policy that breaks allows nothing. */
async function askPolicy(file: string, question: PolicyQuestion): Promise<void> {
  const { project, item, folder, env, signals } = question;
  const end = await runProjectScript({
    path: join(sdkFolder(), 'hooks', 'policy.sh'),
    isExecutable: false,
    args: [file, item.name],
    // As we read it, so that both rules are one.
    env: hookEnv(project, {
      ...env,
      MCPBASH_TOOL_ALLOW_DEFAULT: project.settings.toolAllowDefault,
    }),
    cwd: project.root,
    what: 'policy.sh',
    timeoutMs: POLICY_MS,
    maxOutputBytes: POLICY_OUTPUT_BYTES,
    signals,
  });
  if (end.exitCode === 0) return;
  const said = toSaidError(folder.read('error', POLICY_OUTPUT_BYTES));
  if (said) throw said;
  const hint = end.stderr === '' ? undefined : end.stderr;
  throw new PlugboardError(
    'tool_failed',
    { output: `Tool '${item.name}' blocked by policy: policy.sh failed` },
    { wire: RPC.internalError, ...(hint !== undefined && { hint }) },
  );
}
