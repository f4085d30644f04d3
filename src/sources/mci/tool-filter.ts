// Which tools a filter lets through: by name, by tag, or by the toolset they came from.
import type { JsonValue } from '../../core/json.ts';

export const FILTER_KINDS = ['only', 'except', 'tags', 'withoutTags', 'toolsets'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

export interface ToolFilter {
  readonly kind: FilterKind;
  readonly values: readonly string[];
}

/** What a filter looks at. */
export interface Filterable {
  readonly name: string;
  readonly tags: readonly string[];
  /** The toolset or the server it came from. */
  readonly toolset?: string;
}

/** The kinds a schema may name; `toolsets` is for those who look at a schema from outside. */
const SCHEMA_KINDS: readonly FilterKind[] = ['only', 'except', 'tags', 'withoutTags'];

/** Both spellings are in use. */
const SPELLINGS: Readonly<Record<string, FilterKind>> = { 'without-tags': 'withoutTags' };

export function toFilterKind(word: string): FilterKind | undefined {
  return SPELLINGS[word] ?? FILTER_KINDS.find((kind) => kind === word);
}

/** `a, b,c` as a list; empty parts count for nothing. */
export function splitList(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The filter of a toolset reference or a server, what is wrong with it, or nothing. */
export function parseFilter(
  fields: Readonly<{ filter?: JsonValue; filterValue?: JsonValue }>,
): ToolFilter | { readonly mistake: string } | undefined {
  const { filter, filterValue } = fields;
  if (filter === undefined) return undefined;
  const kind = typeof filter === 'string' ? toFilterKind(filter) : undefined;
  if (!kind || !SCHEMA_KINDS.includes(kind)) {
    return { mistake: invalidKind(filter) };
  }
  if (typeof filterValue !== 'string') {
    return { mistake: `Filter type '${kind}' specified but filterValue is missing` };
  }
  const values = splitList(filterValue);
  if (values.length === 0) {
    return { mistake: `Filter value cannot be empty for filter type '${kind}'` };
  }
  return { kind, values };
}

function invalidKind(filter: JsonValue): string {
  const shown = typeof filter === 'string' ? filter : JSON.stringify(filter);
  return `Invalid filter type '${shown}'. Valid types: ${SCHEMA_KINDS.join(', ')}`;
}

const RULES: Readonly<
  Record<FilterKind, (tool: Filterable, values: ReadonlySet<string>) => boolean>
> = {
  only: (tool, values) => values.has(tool.name),
  except: (tool, values) => !values.has(tool.name),
  tags: (tool, values) => tool.tags.some((tag) => values.has(tag)),
  withoutTags: (tool, values) => !tool.tags.some((tag) => values.has(tag)),
  toolsets: (tool, values) => tool.toolset !== undefined && values.has(tool.toolset),
};

export function toPredicate({ kind, values }: ToolFilter): (tool: Filterable) => boolean {
  const wanted = new Set(values);
  return (tool) => RULES[kind](tool, wanted);
}
