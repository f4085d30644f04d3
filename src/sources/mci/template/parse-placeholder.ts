// Reads what stands between `{{` and `}}`: a path, and perhaps fallbacks after `|`.
import { isPathLike, parsePath, type PathContext } from './parse-path.ts';
import type { Scanner } from './scanner.ts';
import type { Alternative } from './template.ts';

const QUOTED = /(["'`])(.*?)\1\s*/sy;
/** A single `}` belongs to the word, two of them end it. */
const BARE = /(?:[^|}]|\}(?!\}))*/sy;
const QUOTE = /["'`]/y;

/** The alternatives of a placeholder; the scanner stands after `{{` before and after `}}` then. */
export function parsePlaceholder(scanner: Scanner, context: PathContext): readonly Alternative[] {
  const at = scanner.at;
  const alternatives: Alternative[] = [];
  for (;;) {
    alternatives.push(parseAlternative(scanner, context, alternatives.length === 0));
    if (scanner.take(/\}\}/y)) return alternatives;
    if (scanner.take(/\|/y)) continue;
    if (scanner.at >= scanner.source.length) scanner.fail('This {{ is not closed with }}', at - 2);
    scanner.fail('Expected | or }}');
  }
}

function parseAlternative(scanner: Scanner, context: PathContext, isFirst: boolean): Alternative {
  scanner.skipBlanks();
  const at = scanner.at;
  const quoted = scanner.take(QUOTED);
  if (quoted) return { literal: quoted[2] ?? '' };
  if (scanner.take(QUOTE)) scanner.fail('This quote is not closed', at);
  const word = (scanner.take(BARE)?.[0] ?? '').trimEnd();
  if (word === '') scanner.fail('Expected a path', at);
  if (isFirst || isPathLike(word, context)) return { path: parsePath(word, at, context) };
  return { literal: word };
}
