// Compares what the SDK answers without jq with what jq answers, for random arguments and filters.
import * as fc from 'fast-check';
import { loadJq } from 'jq-wasm';
import { callTool, quoted } from './call-tool.ts';

const SEPARATOR = '\u001e';

const key = fc.constantFrom('a', 'b', 'name', 'Name_1', 'a.b', 'a b', 'x"y', 'é', '-', '');
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', 'a', '\n', 'é') }),
  fc.constantFrom('null', 'true', '"name":1', ',"a":', '\\"', 'a\\', '🎉'),
);
const number = fc.oneof(fc.integer(), fc.constantFrom(0.5, -1.25, 100, 0));
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }),
  ),
}));
const path = fc
  .array(fc.constantFrom('a', 'b', 'name', 'Name_1', 'missing'), { minLength: 1, maxLength: 3 })
  .map((keys) => keys.map((name) => `.${name}`).join(''));
const literal = fc.constantFrom('"x y"', '""', '12', '-1.5', 'true', 'false', 'null', 'empty');
const filter = fc
  .tuple(fc.array(path, { minLength: 1, maxLength: 3 }), fc.option(literal))
  .map(([paths, last]) => [...paths, ...(last === null ? [] : [last])].join(' // '));
const document = fc
  .tuple(fc.dictionary(key, json, { maxKeys: 5 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

export interface Comparison {
  readonly answered: number;
  readonly wrong: readonly object[];
}

export async function compareWithJq(count: number): Promise<Comparison> {
  const jq = await loadJq();
  const cases = fc.sample(fc.tuple(document, filter), count);
  const lines = cases.map(([args, program]) => {
    const words = `MCP_TOOL_ARGS_JSON=${quoted(args)} mcp_args_get ${quoted(program)}`;
    return `${words} || printf failed; printf '\\036'`;
  });
  // Only what the SDK knows itself: a stand-in for jq says so where it would be asked.
  const standIn = 'mcp_is_valid_json 1\n__mcp_jq() { printf asked; }\n';
  const call = await callTool(`${standIn}${lines.join('\n')}\n`);
  const printed = call.stdout.split(SEPARATOR);
  const answers = cases.map(([args, program], index) => ({
    args,
    program,
    printed: printed[index] ?? '',
  }));
  const answered = answers.filter((answer) => answer.printed !== 'asked');
  const wrong = answered.filter((answer) => {
    const { stdout, exitCode } = jq.raw(answer.args, answer.program, ['-c']);
    return exitCode !== 0 || !isSame(answer.printed, stdout);
  });
  return { answered: answered.length, wrong };
}

/** What was printed raw, and what jq prints without -r. */
function isSame(printed: string, expected: string): boolean {
  if (expected === '') return printed === '';
  if (!printed.endsWith('\n')) return false;
  const value: unknown = JSON.parse(expected);
  const line = printed.slice(0, -1);
  return typeof value === 'string'
    ? line === value
    : JSON.stringify(JSON.parse(line)) === JSON.stringify(value);
}
