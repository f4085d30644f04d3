// Remembers what each script answered to `--help`, and asks those that are new, changed or due again.
import { toPlugboardError, PlugboardError } from '../../core/errors.ts';
import { spawnErrnoOf } from '../../platform/spawn.ts';
import { describeScript, type Description } from './describe-script.ts';
import { isSameKey, type FileKey, type FoundScript } from './discover.ts';
import type { HelpCache } from './help-cache.ts';
import type { ScriptMetadata } from './help-metadata.ts';
import type { RunScript } from './run-script.ts';
import type { Outcome } from './snapshot.ts';

/** What failed may work later without a change of its file: an interpreter was installed, say. */
const RETRY_MS = 30_000;
/** A file still open for writing cannot be run, and its closing is no event. */
const BUSY_RETRY_MS = 250;

export interface HelpAnswersOptions {
  readonly run: RunScript;
  readonly cache: HelpCache;
  readonly maxConcurrent: number;
  readonly closing: AbortSignal;
  /** A script was being written; ask again soon. */
  readonly onBusy: (retryMs: number) => void;
}

interface Answer {
  readonly key: FileKey;
  outcome: Outcome | undefined;
  /** Present while the script is being asked. */
  arrival: Promise<void> | undefined;
  retryAtMs: number;
}

export interface HelpAnswers {
  /**
   * Asks every script whose answer is unknown or due; resolves when all of them have answered. Where
   * one script alone is wanted, of the others only what they said before is known.
   */
  ask(scripts: readonly FoundScript[], wanted?: FoundScript): Promise<unknown> | undefined;
  outcomeOf(script: FoundScript): Outcome | undefined;
  /** Whether a failed script may be tried again. */
  isRetryDue(): boolean;
  /** Writes the answers to the cache where there are new ones. */
  save(scripts: readonly FoundScript[]): Promise<void>;
}

export function helpAnswers(options: HelpAnswersOptions): HelpAnswers {
  const answers = new Map<string, Answer>();
  const inTurn = places(options.maxConcurrent);
  let hasNews = false;
  let retryDueMs = Infinity;

  const arrive = async (script: FoundScript, answer: Answer) => {
    const outcome = await outcomeOf(script, options);
    answer.arrival = undefined;
    if (options.closing.aborted) return;
    const isFailure = 'error' in outcome;
    const isBusy = isFailure && spawnErrnoOf(outcome.error) === 'ETXTBSY';
    hasNews ||= !isFailure;
    answer.outcome = outcome;
    answer.retryAtMs = isFailure ? Date.now() + (isBusy ? BUSY_RETRY_MS : RETRY_MS) : Infinity;
    retryDueMs = Math.min(retryDueMs, answer.retryAtMs);
    if (isBusy) options.onBusy(BUSY_RETRY_MS);
  };
  const askOne = (script: FoundScript, isWanted: boolean): Promise<void> | undefined => {
    const known = answers.get(script.name);
    const isCurrent = known && isSameKey(known.key, script.key);
    if (known && isCurrent && (known.arrival || known.retryAtMs > Date.now())) return known.arrival;
    const metadata = options.cache.find(script);
    if (!metadata && !isWanted) return undefined;
    const outcome = metadata ? { metadata } : isCurrent ? known?.outcome : undefined;
    const answer: Answer = { key: script.key, outcome, arrival: undefined, retryAtMs: Infinity };
    answers.set(script.name, answer);
    if (!metadata) answer.arrival = inTurn(() => arrive(script, answer));
    return answer.arrival;
  };

  return {
    ask: (scripts, wanted) => {
      forgetOthers(answers, scripts);
      const arrivals = scripts.flatMap(
        (script) => askOne(script, wanted === undefined || script === wanted) ?? [],
      );
      retryDueMs = earliestRetryMs(answers);
      return arrivals.length === 0 ? undefined : Promise.all(arrivals);
    },
    outcomeOf: ({ name, key }) => {
      const answer = answers.get(name);
      return answer && isSameKey(answer.key, key) ? answer.outcome : undefined;
    },
    isRetryDue: () => retryDueMs <= Date.now(),
    save: async (scripts) => {
      if (!hasNews) return;
      hasNews = false;
      await options.cache.save(scripts.flatMap((script) => toSaved(script, answers)));
    },
  };
}

function forgetOthers(answers: Map<string, Answer>, scripts: readonly FoundScript[]): void {
  if (answers.size === 0) return;
  const names = new Set(scripts.map(({ name }) => name));
  for (const name of answers.keys()) if (!names.has(name)) answers.delete(name);
}

function earliestRetryMs(answers: ReadonlyMap<string, Answer>): number {
  let earliestMs = Infinity;
  for (const { retryAtMs } of answers.values()) earliestMs = Math.min(earliestMs, retryAtMs);
  return earliestMs;
}

/**
 * So many at once, the others in order, let in a few at a time: after each fork we pay for every
 * page of memory we touch again, so forks in a row cost less than forks with work between them. Not
 * `turnstile`: its thousand waiting abort listeners cost more than they are worth where the work
 * itself listens.
 */
function places(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  const atOnce = Math.ceil(count / 4);
  let free = count;
  const letIn = () => {
    if (free < atOnce) return;
    for (const enter of waiting.splice(0, free)) {
      free -= 1;
      enter();
    }
  };
  return async (work) => {
    if (free > 0 && waiting.length === 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      await work();
    } finally {
      free += 1;
      letIn();
    }
  };
}

async function outcomeOf(
  script: FoundScript,
  { run, closing }: HelpAnswersOptions,
): Promise<Outcome> {
  try {
    return toOutcome(await describeScript(script, run, closing));
  } catch (thrown) {
    return { error: toPlugboardError(thrown) };
  }
}

function toOutcome({ metadata, findings }: Description): Outcome {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return { metadata };
  const output = errors.map(({ message }) => message).join('; ');
  return { error: new PlugboardError('tool_failed', { output }, { hint: first.mend }) };
}

function toSaved(
  script: FoundScript,
  answers: ReadonlyMap<string, Answer>,
): [FoundScript, ScriptMetadata][] {
  const answer = answers.get(script.name);
  if (!answer?.outcome || !isSameKey(answer.key, script.key)) return [];
  if ('error' in answer.outcome) return [];
  return [[script, answer.outcome.metadata]];
}
