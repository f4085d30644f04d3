// Errors that become JSON-RPC errors.
import { describe, expect, test } from 'vitest';
import { callTool, quoted } from './call-tool.ts';

describe('[bash-sdk:fail:fail] mcp_fail', () => {
  test('writes the error file, says it on both streams and exits 1', async () => {
    const message = 'It broke:\n"badly" \\ – ouch';
    const body = `mcp_fail -32050 ${quoted(message)} '{ "path": "/x" }'\necho never`;
    const call = await callTool(body);
    const error = { code: -32050, message, data: { path: '/x' } };
    expect(call).toMatchObject({ exit: 1, stderr: `${message}\n` });
    expect(JSON.parse(call.stdout)).toEqual(error);
    expect(call.errorFile).toBe(call.stdout);
  });

  test.each([
    ['oops', -32603],
    ['', -32603],
    ['007', -32603],
    ['1.5', -32603],
    ['0', 0],
    ['-32001', -32001],
  ])('with the code %j uses %d', async (code, expected) => {
    const call = await callTool(`mcp_fail ${quoted(code)} message`);
    expect(JSON.parse(call.errorFile)).toEqual({ code: expected, message: 'message', data: null });
  });

  test.each([
    ['', null],
    ['{"a":', null],
    ['[1, 2]', [1, 2]],
    ['"text"', 'text'],
    ['0', 0],
  ])('with the data %j sends %j', async (data, expected) => {
    const call = await callTool(`mcp_fail -32000 m ${quoted(data)}`);
    expect(JSON.parse(call.errorFile)).toEqual({ code: -32000, message: 'm', data: expected });
  });

  test('[bash-sdk:fail:subshell] reaches the host from a substitution that hides it', async () => {
    const call = await callTool('f() { local x=$(mcp_fail -32000 hidden); }\nf\necho done');
    expect(call).toMatchObject({ exit: 0, stdout: 'done\n' });
    expect(JSON.parse(call.errorFile)).toMatchObject({ message: 'hidden' });
  });

  test('works without a host', async () => {
    const call = await callTool('mcp_fail -32000 alone', { env: { MCP_TOOL_ERROR_FILE: '' } });
    expect(call).toMatchObject({ exit: 1, stderr: 'alone\n', errorFile: '' });
    expect(JSON.parse(call.stdout)).toMatchObject({ message: 'alone' });
  });

  test('still exits 1 where its file cannot be written', async () => {
    const env = { MCP_TOOL_ERROR_FILE: '/nonexistent/error' };
    expect(await callTool('mcp_fail -32000 x', { env })).toMatchObject({ exit: 1, stderr: 'x\n' });
  });
});

describe('[bash-sdk:fail:invalid-args] mcp_fail_invalid_args', () => {
  test.each([
    ['', { code: -32602, message: 'Invalid params', data: null }],
    ["'No such city'", { code: -32602, message: 'No such city', data: null }],
    [`'-1 is bad' '{"n":-1}'`, { code: -32602, message: '-1 is bad', data: { n: -1 } }],
  ])('%s', async (words, error) => {
    const call = await callTool(`mcp_fail_invalid_args ${words}`);
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual(error);
  });
});
