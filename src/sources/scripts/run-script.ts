// Starts a script in one of its three roles (call, --help, --state), with the environment it is promised.
import { childBaseEnv } from '../../platform/env.ts';
import { runChild, type ChildEnd, type RunOptions } from '../../platform/run-child.ts';

export type ConfigEnv = () => Readonly<Record<string, string>>;

export interface ScriptRun extends Omit<RunOptions, 'env'> {
  /** Option values; calls only. */
  readonly optionEnv?: Readonly<Record<string, string>>;
}

export type RunScript = (path: string, run: ScriptRun) => Promise<ChildEnd>;

/** Configuration is asked for at each start: the port is known only once the server listens. */
export function scriptRunner(configEnv: ConfigEnv): RunScript {
  return (path, run) =>
    runChild(path, { ...run, env: Object.assign(childBaseEnv(), configEnv(), run.optionEnv) });
}
