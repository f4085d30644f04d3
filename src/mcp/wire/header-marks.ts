// Whether the `x-mcp-header` marks of a tool's schema keep the rules; a tool that breaks one is no tool.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isHeaderToken } from './header-values.ts';

const MARK = 'x-mcp-header';
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Their values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', MARK]);
/** Their values are schemas by name; the names mean nothing. */
const NAMED: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
]);

/** What is wrong with the marks of a schema, in words; `undefined` where nothing is. */
export function headerMarkProblem(schema: JsonObject): string | undefined {
  const marks = [...marksOf(schema, { isRoot: true, isReachable: true })];
  const seen = new Set<string>();
  for (const mark of marks) {
    const problem = problemOf(mark);
    if (problem !== undefined) return problem;
    const header = quoted(mark.name).toLowerCase();
    if (seen.has(header)) return `two parameters are marked ${quoted(mark.name)}`;
    seen.add(header);
  }
  return undefined;
}

interface Mark {
  readonly name: JsonValue;
  readonly type: JsonValue | undefined;
  /** It stands on a parameter that is reached through `properties` alone. */
  readonly isParameter: boolean;
}

interface Place {
  readonly isRoot: boolean;
  readonly isReachable: boolean;
}

function* marksOf(node: JsonValue, { isRoot, isReachable }: Place): Iterable<Mark> {
  if (Array.isArray(node)) {
    for (const item of node) yield* marksOf(item, ELSEWHERE);
    return;
  }
  if (!isJsonObject(node)) return;
  const name = node[MARK];
  if (name !== undefined) {
    yield { name, type: node['type'], isParameter: isReachable && !isRoot };
  }
  for (const [key, value] of Object.entries(node)) {
    if (DATA.has(key)) continue;
    if (key === 'properties') yield* marksIn(value, { isRoot: false, isReachable });
    else if (NAMED.has(key)) yield* marksIn(value, ELSEWHERE);
    else yield* marksOf(value, ELSEWHERE);
  }
}

const ELSEWHERE: Place = { isRoot: false, isReachable: false };

function* marksIn(map: JsonValue, place: Place): Iterable<Mark> {
  if (!isJsonObject(map)) return;
  for (const schema of Object.values(map)) yield* marksOf(schema, place);
}

function problemOf({ name, type, isParameter }: Mark): string | undefined {
  if (typeof name !== 'string' || !isHeaderToken(name)) {
    return `${quoted(name)} is no name of a header`;
  }
  if (!isParameter) return `${quoted(name)} is not on a parameter`;
  if (TYPES.includes(type)) return undefined;
  return `${quoted(name)} is on a parameter that is no string, integer or boolean`;
}

function quoted(name: JsonValue): string {
  return JSON.stringify(name);
}
