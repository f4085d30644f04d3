// What the registry is made of, and when which part of it must be looked at again.
import { existsSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { PlugboardError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/tool-source.ts';
import type { Log } from '../../../platform/log.ts';
import type { BashProject } from '../bash-project.ts';
import { serverName } from '../server-meta.ts';
import type { BashSettings } from '../settings.ts';
import { distrustOf } from '../trusted-hook.ts';
import { cachedRegistry } from './cached-registry.ts';
import { compose, type Composed, type Discovered } from './compose.ts';
import { discovered } from './discovered.ts';
import type { Look } from './look-queue.ts';
import { narrowedScan } from './narrowed-scan.ts';
import {
  lookAtPages,
  lookWhere,
  lookWhereStale,
  projectTrees,
  TREE_NAMES,
  type ProjectTrees,
  type TreeName,
} from './project-scan.ts';
import { registerHookOf, runRegisterHook } from './register-hook.ts';
import { loadRegisterJson, type Registered } from './registered.ts';

export interface ViewOptions {
  readonly log: Log;
  readonly isStatic?: boolean;
  readonly filter?: string;
  readonly closing: AbortSignal;
}

export interface ProjectView {
  /** Whether the registry files are taken as they are. */
  readonly isStatic: boolean;
  look(wanted: Look, before: Composed): Promise<Composed>;
  /** Folders that were read since this was last asked. */
  read(): readonly string[];
  isStale(path: string): boolean;
  isDue(): boolean;
  isRegisterDue(): boolean;
  leaveCache(): void;
}

export function projectView(project: BashProject, options: ViewOptions): ProjectView {
  const { settings } = project;
  const isStatic = options.isStatic ?? settings.staticRegistry;
  const times = treeTimes(settings);
  const unfollowed: string[] = [];
  const server = followedName(project);
  const onRead = (path: string) => void unfollowed.push(path);
  const trees = projectTrees(project, { serverName: server.now, onRead });
  let cache: Discovered | undefined;
  let isCacheLeft = !isStatic;
  let narrow: Discovered | undefined;
  let manual: Manual = NO_MANUAL;
  let isManualBroken = false;

  const lookAll = async () => {
    cache = isCacheLeft ? undefined : cachedRegistry(project);
    if (cache) return;
    server.isNew();
    if (options.filter === undefined) for (const name of TREE_NAMES) await trees[name].lookAll('');
    else narrow = await narrowedScan(trees, options.filter, project);
    TREE_NAMES.forEach(times.looked);
  };
  const lookDue = () => {
    for (const name of TREE_NAMES.filter(times.isDue)) {
      lookWhereStale(trees[name]);
      times.looked(name);
    }
  };
  return {
    isStatic,
    look: async ({ all, due, registered, changed = new Set() }, before) => {
      if (all) await lookAll();
      else if (due && !cache) lookDue();
      lookWhere(trees, changed);
      const isServerLooked = due || concernsServer(changed, project);
      if (isServerLooked && !cache && server.isNew()) await lookAtPages(trees);
      if (registered || isServerLooked || isManualBroken) {
        isManualBroken = true;
        manual = await readManual(project, { ...options, isStatic: cache !== undefined });
        isManualBroken = false;
      }
      const found = cache ?? narrow ?? discovered(trees);
      return compose(before, { project, discovered: found, ...manual });
    },
    read: () => unfollowed.splice(0),
    isStale: (path) => isStale(trees, path),
    isDue: () => !cache && TREE_NAMES.some(times.isDue),
    isRegisterDue: () => isHookDue(manual, settings),
    leaveCache: () => void (isCacheLeft = true),
  };
}

/** What the server is called, by its file as it was last read. */
function followedName(project: BashProject) {
  let name: string | undefined;
  return {
    now: () => (name ??= serverName(project)),
    /** Reads the file again. */
    isNew: () => {
      const before = name;
      name = serverName(project);
      return name !== before;
    },
  };
}

/** When each tree was looked at, and whether its time is up. */
function treeTimes(settings: BashSettings) {
  const ttlMs = timesToLive(settings);
  const lookedAtMs = new Map<TreeName, number>();
  return {
    isDue: (name: TreeName) => Date.now() - (lookedAtMs.get(name) ?? 0) >= ttlMs[name],
    looked: (name: TreeName) => void lookedAtMs.set(name, Date.now()),
  };
}

/** Resources and their templates lie in one tree. */
function timesToLive(settings: BashSettings): Readonly<Record<TreeName, number>> {
  const { toolsTtlMs: tools, promptsTtlMs: prompts, resourcesTtlMs: ui } = settings;
  return { tools, prompts, resources: Math.min(ui, settings.templatesTtlMs), ui };
}

/** What is registered by hand. */
interface Manual {
  readonly registered: Registered | undefined;
  readonly problems: readonly Problem[];
  /** Only what a script says can change without a file changing. */
  readonly hookRanAtMs?: number;
}

const NO_MANUAL: Manual = { registered: undefined, problems: [] };

function isHookDue({ hookRanAtMs }: Manual, { registerTtlMs }: BashSettings): boolean {
  return hookRanAtMs !== undefined && Date.now() - hookRanAtMs >= registerTtlMs;
}

/** A file of data comes before the script, which is not run where it could be somebody else's. */
async function readManual(
  project: BashProject,
  { log, closing, isStatic }: ViewOptions & { readonly isStatic: boolean },
): Promise<Manual> {
  const data = loadRegisterJson(project);
  if (data) return { registered: data, problems: [] };
  const hook = registerHookOf(project);
  if (isStatic || !project.settings.allowProjectHooks || !existsSync(hook)) return NO_MANUAL;
  const distrust = distrustOf(hook, project);
  if (distrust) return { registered: undefined, problems: [distrusted(hook, distrust.reason)] };
  const { stderr, ...registered } = await runRegisterHook(project, closing);
  if (project.settings.logVerbose && stderr !== '') log('debug', `register.sh: ${stderr}`);
  return { registered, problems: [], hookRanAtMs: Date.now() };
}

function distrusted(file: string, reason: string): Problem {
  const facts = { file, reason: `is not run: ${reason}` };
  return { subject: 'register.sh', error: new PlugboardError('config_error', facts) };
}

function concernsServer(changed: ReadonlySet<string>, { folders }: BashProject): boolean {
  return changed.has(folders.server) || changed.has(dirname(folders.server));
}

function isStale(trees: ProjectTrees, path: string): boolean {
  return TREE_NAMES.some((name) => trees[name].isStale(placeOf(path, trees[name].root)));
}

function placeOf(path: string, root: string): string {
  return relative(root, path).replaceAll(sep, '/');
}
