// Reading arguments and request metadata.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, quoted } from './call-tool.ts';
import { compareWithJq } from './compare-with-jq.ts';

const ARGS = {
  name: 'Ann',
  empty: '',
  no: false,
  nothing: null,
  limit: 10,
  ratio: -1.5,
  list: [1, 'two', { three: 3 }],
  deep: { er: { text: 'found', off: false } },
  spaced: '  two words  ',
  lines: 'one\ntwo\n',
  quotes: 'say "hi" \\ \'yes\'',
  unicode: 'žluťoučký 日本 🎉',
  dash: '-rf',
  words: 'null',
  control: 'bell\u0007esc\u001b',
};

describe('[bash-sdk:args:raw] mcp_args_raw and mcp_meta_raw', () => {
  test('print the text of the environment as it is', async () => {
    const text = '{"b": 1.0, "a": 12345678901234567890}';
    const env = { MCP_TOOL_META_JSON: '{"progressToken":7}' };
    const call = await callTool('mcp_args_raw; echo; mcp_meta_raw', { args: text, env });
    expect(call.stdout).toBe(`${text}\n{"progressToken":7}`);
  });

  test('print {} where there is nothing', async () => {
    const call = await callTool('mcp_args_raw; mcp_meta_raw', { args: '' });
    expect(call).toMatchObject({ exit: 0, stdout: '{}{}' });
  });

  test('[bash-sdk:args:spill] prefer the file', async () => {
    const folder = await tempFolder();
    const big = JSON.stringify({ text: 'x'.repeat(200_000), after: 'end' });
    await writeFile(join(folder, 'args'), big);
    const env = { MCP_TOOL_ARGS_FILE: join(folder, 'args') };
    const call = await callTool('mcp_args_raw', { args: '', env });
    expect(call.stdout).toBe(big);
  });

  test('[bash-sdk:args:no-trace] keep values out of a trace', async () => {
    const body = 'set -x\nmcp_args_raw >/dev/null\nmcp_args_get .name >/dev/null\necho after';
    const call = await callTool(body, { args: { name: 'hidden value' } });
    expect(call.stderr).not.toContain('hidden value');
    expect(call.stderr).toContain('echo after');
  });
});

describe('[bash-sdk:args:get] mcp_args_get', () => {
  test.each([
    ['.name', 'Ann\n'],
    ['.empty', '\n'],
    ['.no', 'false\n'],
    ['.nothing', 'null\n'],
    ['.missing', 'null\n'],
    ['.missing.below', 'null\n'],
    ['.limit', '10\n'],
    ['.ratio', '-1.5\n'],
    ['.list', '[1,"two",{"three":3}]\n'],
    ['.deep', '{"er":{"text":"found","off":false}}\n'],
    ['.deep.er.text', 'found\n'],
    ['.deep.er.off', 'false\n'],
    ['.spaced', '  two words  \n'],
    ['.lines', 'one\ntwo\n\n'],
    ['.quotes', `${ARGS.quotes}\n`],
    ['.unicode', `${ARGS.unicode}\n`],
    ['.dash', '-rf\n'],
    ['.words', 'null\n'],
    ['.control', `${ARGS.control}\n`],
    ['.name // "World"', 'Ann\n'],
    ['.missing // "World"', 'World\n'],
    ['.no // "fallback"', 'fallback\n'],
    ['.empty // "fallback"', '\n'],
    ['.missing // 12', '12\n'],
    ['.missing // true', 'true\n'],
    ['.missing // null', 'null\n'],
    ['.missing // empty', ''],
    ['.missing//.name', 'Ann\n'],
    ['  .missing // .nothing // .deep.er.text // "x"  ', 'found\n'],
    ['.list | length', '3\n'],
    ['.list[1]', 'two\n'],
    ['.["name"]', 'Ann\n'],
    ['.name, .limit', 'Ann\n10\n'],
    ['.missing // .name | ascii_downcase', 'ann\n'],
    ['- .limit', '-10\n'],
  ])('%s', async (filter, stdout) => {
    const call = await callTool(`mcp_args_get ${quoted(filter)}`, { args: ARGS });
    expect(call).toMatchObject({ exit: 0, stdout, stderr: '' });
  });

  test('[bash-sdk:args:numbers] leaves numbers as they were written', async () => {
    const args = '{"big":12345678901234567890,"one":1.0}';
    const call = await callTool('mcp_args_get .big; mcp_args_get .one', { args });
    expect(call.stdout).toBe('12345678901234567890\n1.0\n');
  });

  test.each([
    ['{"a": 1, "b" : {"c":\n[ 1 ,2 ]}}', '.b.c', '[1,2]\n'],
    ['{"a":1,"a":2}', '.a', '2\n'],
    ['{"a":"\\u00e9\\u0041"}', '.a', 'éA\n'],
    ['{"a":"x\\/y"}', '.a', 'x/y\n'],
    ['{"k":"a","x":",\\"k\\":1"}', '.k', 'a\n'],
    ['{"x":"k","y":{"k":1},"k":2}', '.k', '2\n'],
    ['"just text"', '.', 'just text\n'],
    ['[{"a":1}]', '.', '[{"a":1}]\n'],
  ])('reads %s with %s', async (args, filter, stdout) => {
    const call = await callTool(`mcp_args_get ${quoted(filter)}`, { args });
    expect(call).toMatchObject({ exit: 0, stdout });
  });

  test.each([
    ['{"a":"text"}', '.a.b'],
    ['{"a":1', '.a'],
    ['{"a":1}}', '.b'],
    ['{"a":1}', '.a | nonsense'],
    ['{"a":1}', '.a['],
  ])('[bash-sdk:args:get-error] of %s with %s fails and prints nothing', async (args, filter) => {
    const call = await callTool(`mcp_args_get ${quoted(filter)} || echo "rc=$?"`, { args });
    expect(call.stdout).toMatch(/^rc=[1-9]\d*\n$/);
    expect(call.stderr).toContain(`mcp_args_get: cannot evaluate '${filter}'`);
  });

  test('[bash-sdk:args:get-minimal] fails in minimal mode', async () => {
    const env = { MCPBASH_MODE: 'minimal' };
    const call = await callTool('mcp_args_get .a || echo "rc=$?"', { args: { a: 1 }, env });
    expect(call.stdout).toBe('rc=1\n');
  });

  test.each([
    ['.missing', 'World'],
    ['.nothing', 'World'],
    ['.empty', 'World'],
    ['.name', 'Ann'],
    ['.no', 'false'],
    ['.words', 'null'],
    ['.list | .[9]', 'World'],
    ['.list | .[1]', 'two'],
  ])('[bash-sdk:args:get-default] %s --default World', async (filter, value) => {
    const call = await callTool(`mcp_args_get ${quoted(filter)} --default World`, { args: ARGS });
    expect(call).toMatchObject({ exit: 0, stdout: `${value}\n` });
  });

  test('of a spilled file, small or big', async () => {
    const folder = await tempFolder();
    const body = `
      MCP_TOOL_ARGS_FILE=${folder}/small mcp_args_get .after
      MCP_TOOL_ARGS_FILE=${folder}/big mcp_args_get .after
      MCP_TOOL_ARGS_FILE=${folder}/big mcp_args_get '.text | length'
      MCP_TOOL_ARGS_FILE=${folder}/gone mcp_args_get .after`;
    await writeFile(join(folder, 'small'), '{"after":"small"}');
    const big = { text: 'é'.repeat(100_000), after: 'big' };
    await writeFile(join(folder, 'big'), JSON.stringify(big));
    const call = await callTool(body, { args: { after: 'environment' } });
    expect(call).toMatchObject({ exit: 0, stdout: 'small\nbig\n100000\nenvironment\n' });
  });

  test('[bash-sdk:args:meta-get] mcp_meta_get reads the _meta of the request', async () => {
    const env = { MCP_TOOL_META_JSON: '{"progressToken":"t","x":{"y":1}}' };
    const body = 'mcp_meta_get .progressToken; mcp_meta_get .x.y; mcp_meta_get .z --default none';
    const call = await callTool(body, { args: { progressToken: 'wrong' }, env });
    expect(call.stdout).toBe('t\n1\nnone\n');
  });
});

const INVALID = -32602;

describe('[bash-sdk:args:require] mcp_args_require', () => {
  test.each([
    ['.name', 'Ann\n'],
    ['.no', 'false\n'],
    ['.lines', 'one\ntwo\n\n'],
    ['.list', '[1,"two",{"three":3}]\n'],
  ])('prints %s', async (pointer, stdout) => {
    const call = await callTool(`mcp_args_require ${pointer}`, { args: ARGS });
    expect(call).toMatchObject({ exit: 0, stdout, errorFile: '' });
  });

  test.each(['.missing', '.nothing', '.empty', '.words'])('refuses %s', async (pointer) => {
    const body = `value=$(mcp_args_require ${pointer})\necho never`;
    const call = await callTool(body, { args: ARGS });
    const error = { code: INVALID, message: `${pointer} is required`, data: null };
    expect(call).toMatchObject({ exit: 1, stdout: '', stderr: `${pointer} is required\n` });
    expect(JSON.parse(call.errorFile)).toEqual(error);
  });

  test('says what the tool wants it to say', async () => {
    const call = await callTool("mcp_args_require .path 'A path, please'", { args: {} });
    expect(JSON.parse(call.errorFile)).toMatchObject({ message: 'A path, please' });
  });
});

describe('[bash-sdk:args:bool] mcp_args_bool', () => {
  test.each([
    ['true', 'true'],
    ['false', 'false'],
    ['1', 'true'],
    ['0', 'false'],
    ['"true"', 'true'],
    ['"yes"', 'false'],
    ['2', 'false'],
    ['{}', 'false'],
  ])('of %s is %s', async (value, expected) => {
    const call = await callTool('mcp_args_bool .flag', { args: `{"flag":${value}}` });
    expect(call).toMatchObject({ exit: 0, stdout: `${expected}\n` });
  });

  test.each([
    ['{}', 'true', 'true'],
    ['{"flag":null}', '1', 'true'],
    ['{}', 'false', 'false'],
    ['{"flag":false}', 'true', 'false'],
  ])('of %s --default %s is %s', async (args, fallback, expected) => {
    const call = await callTool(`mcp_args_bool .flag --default ${fallback}`, { args });
    expect(call).toMatchObject({ exit: 0, stdout: `${expected}\n` });
  });

  test('fails where there is neither value nor default', async () => {
    const call = await callTool('mcp_args_bool .flag', { args: {} });
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual({
      code: INVALID,
      message: '.flag is required',
      data: null,
    });
  });
});

describe('[bash-sdk:args:int] mcp_args_int', () => {
  test.each([
    ['5', '', '5'],
    ['-5', '', '-5'],
    ['"12"', '', '12'],
    ['7', '--min 7 --max 7', '7'],
    ['-3', '--min -5 --max -1', '-3'],
    ['12345678901234567890', '--min 12345678901234567889', '12345678901234567890'],
    ['null', '--default 3', '3'],
    ['0', '--default 3', '0'],
    ['08', '--min 8', '08'],
  ])('of %s %s is %s', async (value, options, expected) => {
    const args = `{"n":${value === '08' ? '"08"' : value}}`;
    const call = await callTool(`mcp_args_int .n ${options}`, { args });
    expect(call).toMatchObject({ exit: 0, stdout: `${expected}\n` });
  });

  test.each([
    ['"x"', '', '.n must be an integer'],
    ['1.5', '', '.n must be an integer'],
    ['true', '', '.n must be an integer'],
    ['"--"', '', '.n must be an integer'],
    ['"1 2"', '', '.n must be an integer'],
    ['null', '', '.n is required'],
    ['5', '--min 6', '.n must be >= 6'],
    ['-7', '--min -6', '.n must be >= -6'],
    ['5', '--max 4', '.n must be <= 4'],
    ['99999999999999999999', '--max 100', '.n must be <= 100'],
    ['5', '--min 9 --max 1', '.n: --min 9 is greater than --max 1'],
    ['5', '--min x', '.n: --min must be an integer'],
    ['null', '--default 1 --min 2', '.n must be >= 2'],
  ])('of %s %s fails: %s', async (value, options, message) => {
    const call = await callTool(`mcp_args_int .n ${options}`, { args: `{"n":${value}}` });
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual({ code: INVALID, message, data: null });
  });
});

test('[bash-sdk:args:unknown-option] an option nobody knows is a mistake in the tool', async () => {
  for (const body of ['mcp_args_get .a --defualt x', 'mcp_args_int .a --step 2']) {
    const call = await callTool(`value=$(${body}) || exit 0`, { args: { a: 1 } });
    expect(JSON.parse(call.errorFile)).toMatchObject({ code: -32603 });
  }
});

test('[bash-sdk:args:like-jq] mcp_args_get answers like jq', async () => {
  const { answered, wrong } = await compareWithJq(25);
  expect(answered).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
