// Keeps a listing the same object while nothing in it changed: surfaces cache by identity.
import type { Listing, Problem } from './tool-source.ts';

export function keptListing<Item>(before: Listing<Item>, now: Listing<Item>): Listing<Item> {
  const isKept =
    before.items.length === now.items.length &&
    before.problems.length === now.problems.length &&
    before.items.every((item, at) => item === now.items[at]) &&
    before.problems.every((problem, at) => isSameProblem(problem, now.problems[at]));
  return isKept ? before : now;
}

function isSameProblem(a: Problem, b: Problem | undefined): boolean {
  return a.subject === b?.subject && a.error.message === b.error.message;
}
