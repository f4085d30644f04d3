// The SDK with each jq there is, and our jq by itself.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { callTool, SDK } from '../sdk/call-tool.ts';
import { compareWithJq } from '../sdk/compare-with-jq.ts';
import { tempFolder } from '../support/temp-folder.ts';

const CHECK_SDK = fileURLToPath(new URL('../../scripts/check-sdk.mjs', import.meta.url));
const OUR_JQ = join(SDK, 'jq');

const isInstalled = (name: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

describe('[bash-sdk:json-tool:engines] hard questions are answered alike', () => {
  const HARD = `
    mcp_args_get '.list | map(.id) | add'
    mcp_args_get '.list[] | "\\(.id) \\(.text)"'
    mcp_args_get '.text | length' --default x
    mcp_result_error '{"message":"m"}'
    mcp_json_truncate '[{"id":1},{"id":2}]' 12
    mcp_extract_cli_error '{"errors":[{"message":"first"}]}' '' 1
    mcp_config_load --defaults '{"a":1}' --env SECOND; mcp_config_get '.a + .b'
    mcp_is_valid_json '"\\u00e9"' && ! mcp_is_valid_json '{"\\u00e9":}'`;
  const args = {
    list: [
      { id: 1, text: ' a b ' },
      { id: 2, text: 'é\n"q"' },
    ],
    text: 'x'.repeat(20_000),
  };
  const EXPECTED = [
    '3',
    '1  a b ',
    '2 é',
    '"q"',
    '20000',
    { isError: true, structuredContent: { error: { type: 'internal_error', message: 'm' } } },
    { result: [{ id: 1 }], truncated: true, kept: 1, total: 2 },
    'first',
    '3',
  ];

  test.each([
    ['jq', 'jq'],
    ['gojq', 'gojq'],
    ['our own', OUR_JQ],
  ])('by %s', async (_name, bin) => {
    if (bin !== OUR_JQ && !isInstalled(bin)) return;
    const env = { SECOND: '{"b":2}', MCPBASH_JSON_TOOL_BIN: bin };
    const call = await callTool(HARD, { args, env });
    expect(call.exit).toBe(0);
    const lines = call.stdout.trimEnd().split('\n');
    const printed = lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
    expect(printed).toMatchObject(EXPECTED);
  });
});

function jq(args: string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(OUR_JQ, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
    env: { PATH: '/usr/bin:/bin', MCPBASH_NODE_BIN: process.execPath, ...env },
  });
  return { status, stdout, stderr };
}

describe('[bash-sdk:json-tool:command-line] our jq', () => {
  test.each([
    [['-r', '.a'], '{"a":" x\\n "}', ' x\n \n'],
    [['.'], '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n'],
    [['-c', '.a', '--', '-'], '{"a":[1, 2]}', '[1,2]\n'],
    [['-rc', '.[]'], '["a",{"b":1},null]', 'a\n{"b":1}\nnull\n'],
    [['-j', '.[]'], '["a\\n","b",1]', 'a\nb1'],
    [['-cs', '.'], '1 2', '[1,2]\n'],
    [['-R', '.'], 'a "b"', '"a \\"b\\""\n'],
    [['-n', 'input + 1'], '4', '5\n'],
    [['-nc', '--arg', 'x', 'a b', '--argjson', 'y', '[1]', '{$x,$y}'], '', '{"x":"a b","y":[1]}\n'],
    [['-nc', '$ARGS.positional', '--args', 'a', 'x y'], '', '["a","x y"]\n'],
    [['-nc', '[$ARGS.positional[].a]', '--jsonargs', '{"a":1}', '{"a":2}'], '', '[1,2]\n'],
    [['--raw-output', '--compact-output', '.'], '{"é": "ü"}', '{"é":"ü"}\n'],
    [['-S', '-c', '.'], '{"b":1,"a":2}', '{"a":2,"b":1}\n'],
    [['--tab', '.'], '[1]', '[\n\t1\n]\n'],
    [['--indent', '1', '.'], '[1]', '[\n 1\n]\n'],
    [['empty'], '1', ''],
  ])('%j of %s', (args, input, stdout) => {
    expect(jq(args, input)).toEqual({ status: 0, stdout, stderr: '' });
  });

  test('reads files, programs and the environment', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'a.json'), '{"a":1}');
    await writeFile(join(folder, 'b.json'), '{"a":2}');
    await writeFile(join(folder, 'p.jq'), '.a + 1');
    const [a, b, p] = ['a.json', 'b.json', 'p.jq'].map((name) => join(folder, name));
    expect(jq(['-c', '.a', a ?? '', b ?? '']).stdout).toBe('1\n2\n');
    expect(jq(['-f', p ?? '', a ?? '']).stdout).toBe('2\n');
    expect(jq(['-nc', '--slurpfile', 's', a ?? '', '$s']).stdout).toBe('[{"a":1}]\n');
    expect(jq(['-nr', '--rawfile', 's', p ?? '', '$s']).stdout).toBe('.a + 1\n');
    expect(jq(['-nr', '$ENV.MINE, env.MINE'], '', { MINE: 'x y' }).stdout).toBe('x y\nx y\n');
  });

  test.each([
    [['.a'], '{"a":', /parse error/],
    [['.a.b'], '{"a":1}', /Cannot index number/],
    [['.a['], '{}', /syntax error/],
    [['.', '/nonexistent'], '', /Could not open/],
    [[], '', /usage/],
    [['--arg', 'x'], '', /takes 2 values/],
  ])('%j of %s fails', (args, input, message) => {
    const { status, stderr } = jq(args, input);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(message);
  });

  test('has the exit status of -e, and its version', () => {
    expect(jq(['-e', '.a'], '{"a":false}').status).toBe(1);
    expect(jq(['-e', '.a'], '{"a":0}').status).toBe(0);
    expect(jq(['--version']).stdout).toMatch(/^jq-1\./);
  });

  test('carries megabytes', () => {
    const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, text: 'x'.repeat(40) }));
    const text = JSON.stringify(rows);
    expect(jq(['-c', '.'], text).stdout === `${text}\n`).toBe(true);
  });
});

test('[bash-sdk:args:like-jq] mcp_args_get answers like jq, most of the time without it', async () => {
  const count = 1500;
  const { answered, wrong } = await compareWithJq(count);
  expect(answered).toBeGreaterThan(count / 2);
  expect(wrong).toEqual([]);
});

test('[bash-sdk:portability:old-bash] check-sdk finds nothing in the SDK', () => {
  const { status, stderr } = spawnSync(process.execPath, [CHECK_SDK], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
