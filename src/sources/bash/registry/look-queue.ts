// One look at a time; whoever asks meanwhile gets one more look at all that was asked for.
import { lookAgain } from '../../../platform/shortage.ts';

/** What to look at again. */
export interface Look {
  /** Everything. */
  readonly all?: boolean;
  /** What register.json or register.sh say. */
  readonly registered?: boolean;
  /** Trees whose time is up, by the times of their files. */
  readonly due?: boolean;
  /** Folders in which something changed. */
  readonly changed?: ReadonlySet<string>;
}

export type AskForLook = (look: Look) => Promise<void>;

/** Work that says no was not let by the system: what was wanted is wanted still, a moment later. */
export function lookQueue(
  work: (look: Look) => Promise<boolean>,
  closing: AbortSignal,
): AskForLook {
  let wanted: Look | undefined;
  let working: Promise<void> | undefined;
  const untilDone = async () => {
    try {
      for (let look = wanted; look && !closing.aborted; look = wanted) {
        wanted = undefined;
        if (await work(look)) continue;
        wanted = wanted ? both(look, wanted) : look;
        return again();
      }
    } finally {
      // Here and not after the promise: whoever asks next must not be handed a finished round.
      working = undefined;
    }
  };
  const ask: AskForLook = async (look) => {
    if (closing.aborted) return working;
    wanted = wanted ? both(wanted, look) : look;
    working ??= untilDone();
    return working;
  };
  const again = lookAgain(() => ask({}));
  return ask;
}

function both(a: Look, b: Look): Look {
  return {
    all: a.all === true || b.all === true,
    registered: a.registered === true || b.registered === true,
    due: a.due === true || b.due === true,
    changed: new Set([...(a.changed ?? []), ...(b.changed ?? [])]),
  };
}
