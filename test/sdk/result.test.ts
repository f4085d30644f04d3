// Whole results: success, error, embedded resources, pages, and what kind a file is.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, jsonLines, quoted, type ToolCallOptions } from './call-tool.ts';

interface Result {
  readonly content: { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError: boolean;
}

async function resultOf(body: string, options: ToolCallOptions = {}): Promise<Result> {
  const call = await callTool(body, options);
  expect(call).toMatchObject({ exit: 0, stderr: '', errorFile: '' });
  return JSON.parse(call.stdout) as Result;
}

describe('[bash-sdk:result:success] mcp_result_success', () => {
  test.each([
    ['{ "a": [1, 2] }', { a: [1, 2] }],
    ['[]', []],
    ['"text"', 'text'],
    ['null', null],
    ['false', false],
    ['"\\u00e9 \\ud83c\\udf89"', 'é 🎉'],
  ])('of %s', async (json, result) => {
    const envelope = { success: true, result };
    const answer = await resultOf(`mcp_result_success ${quoted(json)}`);
    expect(answer).toMatchObject({ structuredContent: envelope, isError: false });
    expect(answer.content).toEqual([{ type: 'text', text: expect.not.stringContaining(' "') }]);
    expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(envelope);
  });

  test('of a big value', async () => {
    const value = Array.from({ length: 3000 }, (_, id) => ({ id, text: 'some "text"' }));
    const body = 'mcp_result_success "$(mcp_args_raw)" 1000000';
    const result = await resultOf(body, { args: value });
    expect(result.structuredContent).toEqual({ success: true, result: value });
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual({ success: true, result: value });
  });

  test.each([
    ['[1,2,3,4,5,6,7,8]', 'Success: array with 8 items'],
    ['{"a":1,"b":2,"c":3}', 'Success: object with 3 keys'],
    [JSON.stringify('é'.repeat(150)), `Success: ${'é'.repeat(100)}`],
  ])('[bash-sdk:result:summary] over the limit the text of %s is a summary', async (json, text) => {
    const result = await resultOf(`mcp_result_success ${quoted(json)} 20`);
    expect(result.content).toEqual([{ type: 'text', text }]);
    expect(result.structuredContent).toEqual({ success: true, result: JSON.parse(json) });
  });

  test('takes the limit from the environment, then 102400 bytes', async () => {
    const env = { MCPBASH_MAX_TEXT_BYTES: '10' };
    const limited = await resultOf("mcp_result_success '[1,2]'", { env });
    expect(limited.content[0]?.text).toBe('Success: array with 2 items');
    const args = ['x'.repeat(102_400)];
    const big = await resultOf('mcp_result_success "$(mcp_args_raw)"', { args });
    expect(big.content[0]?.text).toBe('Success: array with 1 items');
  });

  test.each(['', '{', '{} {}', 'plain words'])(
    '[bash-sdk:result:not-json] of %j is an error result',
    async (json) => {
      const result = await resultOf(`mcp_result_success ${quoted(json)}`);
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { success: false, error: { type: 'internal_error', raw: json } },
      });
    },
  );
});

describe('[bash-sdk:result:error] mcp_result_error', () => {
  test.each([
    [
      '{"type":"not_found","message":"No \\"x\\"","id":7}',
      'No "x"',
      {
        type: 'not_found',
        message: 'No "x"',
        id: 7,
      },
    ],
    ['{"message":"m"}', 'm', { type: 'internal_error', message: 'm' }],
    ['{"type":"t"}', 'Unknown error', { type: 't', message: 'Unknown error' }],
    ['{"type":"t","message":null}', 'Unknown error', { type: 't', message: 'Unknown error' }],
    ['"words"', 'words', { type: 'internal_error', message: 'words', raw: 'words' }],
    ['[1]', '[1]', { type: 'internal_error', message: '[1]', raw: [1] }],
    ['it broke', 'it broke', { type: 'internal_error', message: 'it broke', raw: 'it broke' }],
    ['', 'Unknown error', { type: 'internal_error', message: 'Unknown error', raw: '' }],
  ])('of %s', async (json, text, error) => {
    expect(await resultOf(`mcp_result_error ${quoted(json)}`)).toEqual({
      content: [{ type: 'text', text }],
      structuredContent: { success: false, error },
      isError: true,
    });
  });
});

describe('[bash-sdk:result:mcp-error] mcp_error', () => {
  test('is a result, goes on, and leaves a debug line', async () => {
    const call = await callTool('mcp_error not_found \'No such city\'; echo "rc=$?"');
    expect(call).toMatchObject({ exit: 0, errorFile: '' });
    const [line = '', after] = call.stdout.split('\n');
    const error = { type: 'not_found', message: 'No such city' };
    expect(JSON.parse(line)).toMatchObject({ isError: true, structuredContent: { error } });
    expect(after).toBe('rc=0');
    expect(jsonLines(call.log)).toMatchObject([{ params: { level: 'debug', logger: 'example' } }]);
  });

  test('with a hint and data warns', async () => {
    const body = `mcp_error t 'm "q"' --hint 'Try again' --data '{ "n": [1] }'`;
    const call = await callTool(body);
    const error = { type: 't', message: 'm "q"', hint: 'Try again', data: { n: [1] } };
    expect(JSON.parse(call.stdout)).toMatchObject({ structuredContent: { success: false, error } });
    expect(jsonLines(call.log)).toMatchObject([{ params: { level: 'warning' } }]);
  });

  test('keeps data that is no JSON', async () => {
    const result = await resultOf("mcp_error t m --data '{oops'");
    expect(result.structuredContent).toMatchObject({
      error: { data: { _invalid_json: '{oops' } },
    });
  });
});

describe('[bash-sdk:result:resource] mcp_result_text_with_resource', () => {
  test('lists the readable files, then gives the result', async () => {
    const folder = await tempFolder();
    const plain = join(folder, 'a file "x".txt');
    await writeFile(plain, 'text');
    await writeFile(join(folder, 'b.png'), 'png');
    await writeFile(join(folder, 'secret'), '');
    await chmod(join(folder, 'secret'), 0);
    const body = `mcp_result_text_with_resource '{"ok": true}' --path ${quoted(plain)} \
      --path ${folder}/missing --mime text/plain --path ${folder} \
      --path ${folder}/b.png --mime image/png --uri 'res://b'`;
    const call = await callTool(body);
    expect(JSON.parse(call.resourcesFile)).toEqual([
      { path: plain },
      { path: `${folder}/b.png`, mimeType: 'image/png', uri: 'res://b' },
    ]);
    expect(JSON.parse(call.stdout)).toMatchObject({
      structuredContent: { success: true, result: { ok: true } },
    });
  });

  test('overwrites what was listed before', async () => {
    const body = 'echo old >"$MCP_TOOL_RESOURCES_FILE"; mcp_result_text_with_resource 1';
    expect((await callTool(body)).resourcesFile).toBe('[]\n');
  });
});

describe('[bash-sdk:ui:result] the page functions', () => {
  test.each(['0', '1'])('mcp_result_with_ui with support %s', async (supported) => {
    const env = { MCP_UI_SUPPORTED: supported };
    const withData = await resultOf(`mcp_result_with_ui ui://x 'T "q"' '{ "a": 1 }'`, { env });
    expect(withData).toEqual({
      content: [{ type: 'text', text: 'T "q"' }],
      structuredContent: { a: 1 },
      isError: false,
    });
    const bare = await resultOf("mcp_result_with_ui ui://x 'only text'", { env });
    expect(bare).toEqual({ content: [{ type: 'text', text: 'only text' }], isError: false });
    expect(await resultOf("mcp_result_with_ui_data ui://x text '[1]'", { env })).toMatchObject({
      structuredContent: [1],
    });
  });

  test('[bash-sdk:ui:support] mcp_client_supports_ui asks the host', async () => {
    const body = 'if mcp_client_supports_ui; then echo yes; else echo no; fi';
    expect((await callTool(body)).stdout).toBe('no\n');
    expect((await callTool(body, { env: { MCP_UI_SUPPORTED: '1' } })).stdout).toBe('yes\n');
  });

  test('[bash-sdk:ui:meta] mcp_tool_meta_with_ui is the _meta of a tool', async () => {
    const call = await callTool("mcp_tool_meta_with_ui ui://a; mcp_tool_meta_with_ui 'ui://b' app");
    expect(jsonLines(call.stdout)).toEqual([
      { ui: { resourceUri: 'ui://a', visibility: ['model', 'app'] } },
      { ui: { resourceUri: 'ui://b', visibility: ['app'] } },
    ]);
  });

  test('[bash-sdk:ui:later] mcp_ui_form and mcp_ui_table say that they are not there yet', async () => {
    const call = await callTool(
      'mcp_ui_form --title x || mcp_ui_table --columns a || echo "rc=$?"',
    );
    expect(call).toMatchObject({ exit: 0, stdout: 'rc=1\n' });
    expect(call.stderr).toMatch(/mcp_ui_form: .*not available yet[^]*mcp_ui_table: /);
  });

  test('ui-sdk.sh may be sourced by its own name', async () => {
    const call = await callTool('source "$MCP_SDK/ui-sdk.sh"; mcp_result_with_ui u t');
    expect(call.exit).toBe(0);
  });
});

describe('[bash-sdk:resource:mime] mcp_resource_detect_mime', () => {
  test.each([
    ['a.md', 'text/markdown'],
    ['b c.json', 'application/json'],
    ['d.svg', 'image/svg+xml'],
    ['no-such-file', 'text/plain'],
  ])('of %s is %s', async (file, type) => {
    expect((await callTool(`mcp_resource_detect_mime ${quoted(file)}`)).stdout).toBe(`${type}\n`);
  });

  test('looks inside where the name says nothing', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'text'), 'just some words\n');
    await writeFile(join(folder, 'bytes'), Buffer.from([1, 2, 0, 3]));
    const body = `mcp_resource_detect_mime ${folder}/text; mcp_resource_detect_mime ${folder}/bytes`;
    const call = await callTool(body, { programs: ['cat'] });
    expect(call.stdout).toBe('text/plain\napplication/octet-stream\n');
  });
});
