// The registry as it was last found, or why there is none.
import { isShortage } from '../../../platform/shortage.ts';
import type { Registry, RegistryKind } from '../registry-items.ts';
import { EMPTY_COMPOSED, type Composed, type RegistryFiles } from './compose.ts';
import type { Look } from './look-queue.ts';
import type { ProjectView } from './project-view.ts';

export interface RegistryState {
  isLooked(): boolean;
  /** Whether the system let us; where not, everything stays as it was. */
  look(wanted: Look): Promise<boolean>;
  /** Throws what kept the last look from its end. */
  registry(): Registry;
  /** The same, as one promise until the next look. */
  current(): Promise<Registry>;
  /** Nothing after a look that failed. */
  files(): RegistryFiles | undefined;
}

export function registryState(
  view: ProjectView,
  onChange: (kind: RegistryKind) => void,
): RegistryState {
  let state: Composed = EMPTY_COMPOSED;
  let failure: { readonly thrown: unknown } | undefined;
  let isLooked = false;
  const registry = () => {
    if (failure) throw failure.thrown;
    return state.registry;
  };
  let current: Promise<Registry> | undefined;
  return {
    isLooked: () => isLooked,
    look: async (wanted) => {
      const before = state;
      try {
        state = await view.look(wanted, before);
        failure = undefined;
      } catch (thrown) {
        failure = isShortage(thrown) && isLooked ? failure : { thrown };
        current = undefined;
        if (isShortage(thrown)) return false;
      }
      if (isLooked) changedKinds(before.registry, state.registry).forEach(onChange);
      isLooked = true;
      current = undefined;
      return true;
    },
    registry,
    current: () => (current ??= asPromise(registry)),
    files: () => (failure ? undefined : state.files),
  };
}

async function asPromise<Value>(get: () => Value): Promise<Value> {
  return get();
}

/** A list that says the same is not told, whatever was touched. */
function changedKinds(before: Registry, now: Registry): readonly RegistryKind[] {
  const kinds = Object.keys(now) as RegistryKind[];
  return kinds.filter((kind) => before[kind].items !== now[kind].items);
}
