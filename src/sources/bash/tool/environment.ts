// The environment tools start from: by default little more than the variables of the contract.
import { memoByObject } from '../../../core/memo.ts';
import { childBaseEnv } from '../../../platform/env.ts';
import type { BashProject } from '../bash-project.ts';
import { BASH_SETTINGS } from '../settings-table.ts';

/** What every script gets, with the value where our own environment has none. */
const BASICS: Readonly<Record<string, (project: BashProject) => string>> = {
  PATH: () => '/usr/bin:/bin',
  HOME: ({ root }) => root,
  TMPDIR: () => '/tmp',
  LANG: () => 'C',
};

/** Names that say that the value is nobody's business; the contract's own come later and are kept. */
const SECRET = /(?:TOKEN|SECRET|PASSWORD|KEY)$/u;
/** Whatever else begins with `MCP_` belongs to some other program. */
const SETTINGS: ReadonlySet<string> = new Set(Object.values(BASH_SETTINGS).map(({ env }) => env));
/** What is told about one read or completion: ours to say, never inherited. */
export const OF_ONE_CALL = /^MCP_(?:RESOURCE|PROMPT|COMPLETION)_/u;
const REMOTE_TOKEN = 'MCPBASH_REMOTE_TOKEN';

type Env = Record<string, string>;

/** A fresh environment for one script: the mode's share of ours, then what is told to this script. */
export function scriptEnv(project: BashProject, extra: Readonly<Env>): Env {
  // Without a prototype, because any name can be a variable.
  return Object.assign(Object.create(null) as Env, baseEnv(project), extra);
}

/** Hooks are the project's part of the server itself: they see what it sees, except its own secret. */
export function hookEnv(project: BashProject, told: Readonly<Env>): Env {
  const env = Object.assign(Object.create(null) as Env, childBaseEnv(project.env), told);
  delete env[REMOTE_TOKEN];
  return env;
}

const baseEnv = memoByObject((project: BashProject): Readonly<Env> => {
  const ours = childBaseEnv(project.env);
  for (const name of Object.keys(ours)) {
    if (name === REMOTE_TOKEN || OF_ONE_CALL.test(name)) delete ours[name];
  }
  const { toolEnvMode, toolEnvAllowlist } = project.settings;
  const env = Object.create(null) as Env;
  if (toolEnvMode === 'inherit') Object.assign(env, ours);
  for (const [name, value] of Object.entries(ours)) {
    const isOurs = name.startsWith('MCPBASH_') || SETTINGS.has(name);
    if (isOurs && !SECRET.test(name)) env[name] = value;
  }
  const allowed = toolEnvMode === 'allowlist' ? (toolEnvAllowlist ?? []) : [];
  for (const name of [...Object.keys(BASICS), ...allowed]) {
    const value = ours[name] ?? BASICS[name]?.(project);
    if (value !== undefined) env[name] = value;
  }
  return env;
});
