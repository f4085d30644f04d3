// What the SDK starts: nothing for everyday calls, one jq for a hard question.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool } from './call-tool.ts';

// Everything the SDK could possibly start; nothing else is found.
const PROGRAMS = ['jq', 'cat', 'date', 'mktemp', 'mv', 'readlink', 'rm', 'sleep', 'wc'];

describe('[bash-sdk:processes:none] no process is started', () => {
  test.each([
    'mcp_args_raw; mcp_meta_raw',
    'mcp_args_get .name',
    'mcp_args_get \'.missing // "x"\'; mcp_args_get .deep.er; mcp_args_get .list',
    'mcp_args_get .name --default x; mcp_args_get .missing --default x',
    'mcp_args_require .name; mcp_args_bool .flag; mcp_args_int .n --min 1',
    'mcp_emit_text x; mcp_emit_json \'{ "a": [1, {"b": "c d"}] }\'',
    'mcp_json_obj a "1\n2" b \'"\'; mcp_json_arr x y; mcp_json_escape "back\\\\slash"',
    'mcp_is_valid_json \'{"a": 1}\'; mcp_byte_length é',
    'mcp_progress 5 x 10; mcp_log_info l "text"; mcp_log warn l \'{"a":1}\'',
    'MCPBASH_DEBUG_LOG=/dev/null mcp_debug x; mcp_is_cancelled || :',
    'mcp_roots_list; mcp_roots_count; mcp_roots_contains /x || :',
    'mcp_path_normalize /a/../b; mcp_path_collapse x/..; mcp_require_path .name',
    'mcp_result_success \'{"a":1}\'; mcp_result_error \'{"type":"t","message":"m"}\'',
    'mcp_error t m --hint h --data \'{"a":1}\'; mcp_result_with_ui u t \'{"a":1}\'',
    'mcp_config_load --defaults \'{"a":1}\'; mcp_config_get .a',
    'mcp_resource_detect_mime a.md; mcp_elicit x "{}" || :',
    '(mcp_fail -32000 m \'{"a":1}\') || :',
    'MCP_TOOL_ARGS_FILE="$HOME/args" mcp_args_get .name',
  ])('%s', async (body) => {
    const args = {
      name: 'Ann',
      flag: true,
      n: 3,
      deep: { er: 'x\ny' },
      list: [1, '[', '{"'],
    };
    const setUp = `printf %s '{"name":"in a file"}' >"$HOME/args"\n`;
    const call = await callTool(`${setUp}${body}`, { args, programs: PROGRAMS });
    expect(call).toMatchObject({ exit: 0, started: [] });
  });
});

describe('[bash-sdk:processes:one] one jq for', () => {
  test.each([
    ['another filter', "mcp_args_get '.list | length'"],
    ['a value with a \\u escape', 'mcp_args_get .control'],
    ['a big result', 'mcp_result_success "$BIG"'],
    ['a big text to compact', 'mcp_emit_json "$BIG"'],
    ['an error without a type', 'mcp_result_error \'{"message":"m"}\''],
    ['a list to shorten', 'mcp_json_truncate "[1,2,3]" 5'],
    ['two configurations', 'mcp_config_load --defaults \'{"a":1}\' --env SECOND'],
    ['the error of a program', 'mcp_extract_cli_error \'{"error":"x"}\' "" 1'],
  ])('%s', async (_name, body) => {
    const args = { list: [1], control: '\u001b' };
    const BIG = JSON.stringify({ text: 'a b '.repeat(10_000) });
    const env = { BIG, SECOND: '{"b":2}' };
    const call = await callTool(`${body} >/dev/null`, { args, env, programs: PROGRAMS });
    expect(call).toMatchObject({ exit: 0, started: ['jq'] });
  });

  test('arguments too big for the environment', async () => {
    const file = join(await tempFolder(), 'args');
    await writeFile(file, JSON.stringify({ text: 'x'.repeat(100_000), name: 'Ann' }));
    const env = { MCP_TOOL_ARGS_FILE: file };
    const call = await callTool('mcp_args_get .name', { env, programs: PROGRAMS });
    expect(call).toMatchObject({ stdout: 'Ann\n', started: ['jq'] });
  });
});

test('[bash-sdk:processes:many-keys] an object of many keys is a job for jq, not for bash', async () => {
  const args = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`key${index}`, { value: index }]),
  );
  const call = await callTool('mcp_args_get .key499.value', { args, programs: PROGRAMS });
  expect(call).toMatchObject({ stdout: '499\n', started: ['jq'] });
});
