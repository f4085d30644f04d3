// Starts a script in one of its three roles (call, --help, --state), with the environment it is promised.
import { childBaseEnv } from '../../platform/env.ts';
import { runChild, type ChildEnd, type RunOptions } from '../../platform/run-child.ts';

export type ConfigEnv = () => Readonly<Record<string, string>>;

export interface ScriptRun extends Omit<RunOptions, 'env'> {
  /** Option values; calls only. */
  readonly optionEnv?: Readonly<Record<string, string>>;
}

export type RunScript = (path: string, run: ScriptRun) => Promise<ChildEnd>;

/** Scripts started in one burst share one reading of our environment; reading it is slow. */
const BURST_MS = 100;

/** Configuration is asked for at each start: the port is known only once the server listens. */
export function scriptRunner(configEnv: ConfigEnv): RunScript {
  let base: Readonly<Record<string, string>> = {};
  let readAtMs = -Infinity;
  const baseEnv = () => {
    const nowMs = performance.now();
    if (nowMs - readAtMs > BURST_MS) {
      base = childBaseEnv();
      readAtMs = nowMs;
    }
    return base;
  };
  return (path, run) => {
    // A copy for each child, without a prototype, because any name can be a variable.
    const env = Object.assign(Object.create(null) as Record<string, string>, baseEnv());
    return runChild(path, { ...run, env: Object.assign(env, configEnv(), run.optionEnv) });
  };
}
