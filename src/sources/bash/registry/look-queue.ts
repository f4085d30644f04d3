// One look at a time; whoever asks meanwhile gets one more look at all that was asked for.

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

export function lookQueue(work: (look: Look) => Promise<void>, closing: AbortSignal): AskForLook {
  let wanted: Look | undefined;
  let working: Promise<void> | undefined;
  const untilDone = async () => {
    try {
      for (let look = wanted; look && !closing.aborted; look = wanted) {
        wanted = undefined;
        await work(look);
      }
    } finally {
      // Here and not after the promise: whoever asks next must not be handed a finished round.
      working = undefined;
    }
  };
  return async (look) => {
    if (closing.aborted) return working;
    wanted = wanted ? both(wanted, look) : look;
    working ??= untilDone();
    return working;
  };
}

function both(a: Look, b: Look): Look {
  return {
    all: a.all === true || b.all === true,
    registered: a.registered === true || b.registered === true,
    due: a.due === true || b.due === true,
    changed: new Set([...(a.changed ?? []), ...(b.changed ?? [])]),
  };
}
