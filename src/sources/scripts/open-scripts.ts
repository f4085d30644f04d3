// Opens a directory of executables as a source of tools, by the mcpd script specification.
import { setMaxListeners } from 'node:events';
import { basename, resolve } from 'node:path';
import { closingWork } from '../../core/closing-work.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ChangedSide, ToolSource } from '../../core/tool-source.ts';
import { statOf } from '../../platform/stat-of.ts';
import { openCatalog, type Catalog } from './catalog.ts';
import { helpAnswers } from './help-answers.ts';
import { loadHelpCache, NO_HELP_CACHE } from './help-cache.ts';
import { SCRIPT_LIMITS } from './limits.ts';
import { scriptRunner, type RunScript } from './run-script.ts';
import { scriptSides } from './script-sides.ts';
import { scriptUpdates } from './script-updates.ts';

export interface ScriptsOptions {
  /** Default: the name of the root directory. */
  readonly id?: string;
  /** Variables for every script (`MCPD_CONFIG_*`, `--script-config`), asked for at each start. */
  readonly configEnv?: () => Readonly<Record<string, string>>;
  /** Bounds a call; default five minutes, 0 means no limit. */
  readonly timeoutMs?: number;
  /** How many scripts run at once; default 16. */
  readonly maxConcurrent?: number;
  /** Bounds the output of one call; default 10 MiB. */
  readonly maxOutputBytes?: number;
  /** Whether answers to `--help` are kept on disk; default true. */
  readonly cache?: boolean;
  /** Whether changes on disk are followed; default true. */
  readonly watch?: boolean;
}

/** What a command adds that ends with one call. */
export interface ScriptsOpening extends ScriptsOptions {
  /** The tool that will be called: where its name is that of a file, no other is asked for `--help`. */
  readonly onlyTool?: string;
}

const DEFAULTS = {
  timeoutMs: SCRIPT_LIMITS.callMs.value,
  maxConcurrent: SCRIPT_LIMITS.maxConcurrent.value,
  maxOutputBytes: SCRIPT_LIMITS.maxOutputBytes.value,
  cache: true,
  watch: true,
  configEnv: () => ({}),
} as const satisfies ScriptsOptions;

/** The scripts are asked for `--help` in the background; the first list waits for them. */
export async function openScripts(root: string, options?: ScriptsOpening): Promise<ToolSource> {
  const path = resolve(root);
  refuseMissing(root, path);
  const { watch, cache: isCached, configEnv, ...limits } = { ...DEFAULTS, ...options };
  const work = closingWork();
  const closing = work.signal;
  // Every script under way listens to it; Node would take more than ten for a leak.
  setMaxListeners(0, closing);
  const start = scriptRunner(configEnv);
  const run: RunScript = (script, how) => work.run(start(script, how));
  const listeners = new Set<{ readonly tell: (what: ChangedSide) => void }>();
  const updates = scriptUpdates();
  const answers = helpAnswers({
    run,
    cache: isCached ? loadHelpCache(path, configEnv()) : NO_HELP_CACHE,
    maxConcurrent: limits.maxConcurrent,
    closing,
    onBusy: (retryMs) => setTimeout(() => void catalog.current(), retryMs).unref(),
  });
  const catalog: Catalog = openCatalog({
    root: path,
    answers,
    watches: watch,
    onlyTool: options?.onlyTool,
    closing,
    onChange: (what) => listeners.forEach(({ tell }) => tell(what)),
    onScriptChange: updates.announce,
  });
  return {
    id: options?.id ?? basename(path),
    ...scriptSides({ root: path, catalog, run, updates, limits, closing }),
    ...(watch && {
      onChange: (tell: (what: ChangedSide) => void) => {
        const listener = { tell };
        listeners.add(listener);
        return { [Symbol.dispose]: () => void listeners.delete(listener) };
      },
    }),
    [Symbol.asyncDispose]: async () => {
      const ending = work[Symbol.asyncDispose]();
      listeners.clear();
      await Promise.allSettled([catalog.idle(), ending]);
    },
  };
}

function refuseMissing(root: string, path: string): void {
  const stats = statOf(path);
  if (stats?.isDirectory()) return;
  const hint = stats
    ? 'Name the directory that holds the scripts, not a file'
    : `There is no directory ${path}; create it, or check the spelling`;
  throw new PlugboardError('not_found', { kind: 'source', name: root }, { hint });
}
