// Keeps the registry of a project true: scans, follows changes, and has the registry files written.
import type { Log } from '../../../platform/log.ts';
import type { BashProject } from '../bash-project.ts';
import type { RegistryKeeper, RegistryKind } from '../registry-items.ts';
import { followProject, type ProjectWatch } from './follow-project.ts';
import { lookQueue, type AskForLook } from './look-queue.ts';
import { projectView, type ProjectView } from './project-view.ts';
import { registryLog } from './registry-log.ts';
import { registryState, type RegistryState } from './registry-state.ts';
import { registryWriter, type RegistryWriter } from './registry-writer.ts';

export interface RegistryOptions {
  /** Whether changes on disk are followed; without it lists are looked over when their time is up. */
  readonly watch: boolean;
  readonly log: Log;
  /** Take the registry files as they are; default: what MCPBASH_STATIC_REGISTRY says. */
  readonly isStatic?: boolean;
  /** Registry files are left as they are; default false. */
  readonly isReadOnly?: boolean;
  /** Look below this path only; the rest is taken from the registry files. */
  readonly filter?: string;
}

/** Nothing is read before somebody asks. */
export function openRegistry(project: BashProject, options: RegistryOptions): RegistryKeeper {
  const closing = new AbortController();
  const listeners = new Set<{ readonly tell: (kind: RegistryKind) => void }>();
  const writer = registryWriter(project, options.log);
  const tellProblems = registryLog(project, options.log);
  const view = projectView(project, { ...options, closing: closing.signal });
  const state = registryState(view, (kind) => {
    if (!closing.signal.aborted) listeners.forEach(({ tell }) => tell(kind));
  });
  let following: Promise<void> | undefined;
  const ask = lookQueue(async (wanted) => {
    const isLooked = await state.look(wanted);
    if (closing.signal.aborted || !isLooked) return isLooked;
    const files = state.files();
    if (files) tellProblems(state.registry());
    if (files && !options.isReadOnly) writer.later(files);
    const read = view.read();
    following = watch?.follow(read);
    return true;
  }, closing.signal);
  const watch =
    options.watch && !view.isStatic
      ? followProject({
          project,
          isStale: view.isStale,
          onChange: (changed) => void ask({ changed }),
          closing: closing.signal,
        })
      : undefined;
  return {
    ...asking({ ask, state, view, writer, watch }),
    onChange: (listen) => {
      const listener = { tell: listen };
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      listeners.clear();
      watch?.[Symbol.dispose]();
      await Promise.allSettled([ask({}), following]);
      await writer[Symbol.asyncDispose]();
    },
  };
}

interface Parts {
  readonly ask: AskForLook;
  readonly state: RegistryState;
  readonly view: ProjectView;
  readonly writer: RegistryWriter;
  readonly watch: ProjectWatch | undefined;
}

function asking(parts: Parts): Pick<RegistryKeeper, 'current' | 'refresh'> {
  const { ask, state, view, writer, watch } = parts;
  const isDue = () => (!watch || watch.isBlind()) && view.isDue();
  const look = async () => {
    if (!state.isLooked()) await ask({ all: true, registered: true });
    else if (view.isRegisterDue()) {
      const asked = ask({ registered: true });
      // What a script says now may come a moment later; nobody's call waits for it.
      if (!watch) await asked;
    } else await ask({ due: true });
    return state.current();
  };
  return {
    current: () => {
      if (!state.isLooked() || view.isRegisterDue() || isDue()) return look();
      return state.current();
    },
    refresh: async () => {
      view.leaveCache();
      await ask({ all: true, registered: true });
      const registry = state.registry();
      const files = state.files();
      if (files) await writer.now(files);
      return registry;
    },
  };
}
