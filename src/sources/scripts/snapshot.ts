// The scripts as clients see them at one moment; lists that did not change stay the same objects.
import { isDeepStrictEqual } from 'node:util';
import type { PlugboardError } from '../../core/errors.ts';
import { keptListing } from '../../core/kept-listing.ts';
import type { Listing, Problem, Resource, Tool } from '../../core/tool-source.ts';
import { isSameKey, type Discovery, type FoundScript } from './discover.ts';
import type { ScriptMetadata } from './help-metadata.ts';
import { toScript, type Script } from './script.ts';

export interface Snapshot {
  readonly scripts: ReadonlyMap<string, Script>;
  readonly tools: Listing<Tool>;
  readonly resources: Listing<Resource>;
}

/** What came of asking a script for `--help`. */
export type Outcome = { readonly metadata: ScriptMetadata } | { readonly error: PlugboardError };

export const EMPTY_SNAPSHOT: Snapshot = {
  scripts: new Map(),
  tools: { items: [], problems: [] },
  resources: { items: [], problems: [] },
};

/** A script whose answer is still awaited is shown as before, or not yet. */
export function nextSnapshot(
  before: Snapshot,
  found: Discovery,
  outcomeOf: (script: FoundScript) => Outcome | undefined,
): Snapshot {
  const scripts = new Map<string, Script>();
  const problems: Problem[] = [...found.problems];
  for (const file of found.scripts) {
    const outcome = outcomeOf(file);
    const old = before.scripts.get(file.name);
    if (outcome && 'error' in outcome) problems.push({ subject: file.name, error: outcome.error });
    else if (outcome) scripts.set(file.name, renewed(old, file, outcome.metadata));
    else if (old) scripts.set(file.name, old);
  }
  const all = [...scripts.values()];
  return {
    scripts,
    tools: keptListing(before.tools, { items: all.map(({ tool }) => tool), problems }),
    resources: keptListing(before.resources, {
      items: all.flatMap(({ resource }) => resource ?? []),
      problems: [],
    }),
  };
}

function renewed(old: Script | undefined, file: FoundScript, metadata: ScriptMetadata): Script {
  if (!old || !isSame(old.metadata, metadata)) return toScript(file, metadata);
  return isSameKey(old.file.key, file.key) ? old : { ...old, file };
}

function isSame(a: ScriptMetadata, b: ScriptMetadata): boolean {
  return a === b || isDeepStrictEqual(a, b);
}
