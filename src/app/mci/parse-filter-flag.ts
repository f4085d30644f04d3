// Reads `tags:api,web` of a command line as a filter.
import { PlugboardError } from '../../core/errors.ts';
import {
  FILTER_KINDS,
  splitList,
  toFilterKind,
  type FilterKind,
  type ToolFilter,
} from '../../sources/mci/tool-filter.ts';

/** Both spellings of `withoutTags` are read. */
export function parseFilterFlag(
  text: string,
  kinds: readonly FilterKind[] = FILTER_KINDS,
): ToolFilter {
  const [, word = '', list = ''] = /^([^:]*):(.*)$/su.exec(text) ?? [];
  const kind = toFilterKind(word.trim());
  const values = splitList(list);
  if (kind && kinds.includes(kind) && values.length > 0) return { kind, values };
  const reason = `expected TYPE:VALUE,… with one of ${kinds.join(', ')}, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--filter', reason });
}

/** What a reference to a toolset may be filtered by. */
export const REFERENCE_FILTERS = FILTER_KINDS.filter((kind) => kind !== 'toolsets');

/** The filter as it would be written on a command line. */
export function renderFilter({ kind, values }: ToolFilter): string {
  return `${kind === 'withoutTags' ? 'without-tags' : kind}:${values.join(',')}`;
}
