// Progress, logs, debug lines and cancellation.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callTool, jsonLines, quoted } from './call-tool.ts';

const progressLine = (params: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params,
});

describe('[bash-sdk:progress:progress] mcp_progress', () => {
  test('appends one line for each call', async () => {
    const call = await callTool('mcp_progress 10 one\nmcp_progress 20 \'two "words"\n\' 7');
    expect(call).toMatchObject({ exit: 0, stdout: '', stderr: '' });
    expect(jsonLines(call.progress)).toEqual([
      progressLine({ progressToken: 'token', progress: 10, message: 'one' }),
      progressLine({ progressToken: 'token', progress: 20, total: 7, message: 'two "words"\n' }),
    ]);
    expect(call.progress.endsWith('\n')).toBe(true);
  });

  test.each([
    ['0', 0],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
    ['007', 7],
    ['000', 0],
    ['-5', 0],
    ['12.5', 0],
    ['half', 0],
    ['', 0],
  ])('of %j reports %d', async (percent, expected) => {
    const call = await callTool(`mcp_progress ${quoted(percent)} message`);
    expect(jsonLines(call.progress)).toMatchObject([{ params: { progress: expected } }]);
  });

  test.each([
    ['abc', 'abc'],
    ['12', 12],
    ['-3', -3],
    ['1.5', '1.5'],
    ['a "b"', 'a "b"'],
  ])('[bash-sdk:progress:token] writes the token %j as %j', async (token, expected) => {
    const call = await callTool('mcp_progress 1 m', { env: { MCP_PROGRESS_TOKEN: token } });
    expect(jsonLines(call.progress)).toMatchObject([{ params: { progressToken: expected } }]);
  });

  test.each([
    { MCP_PROGRESS_TOKEN: '' },
    { MCP_PROGRESS_STREAM: '' },
    { MCP_PROGRESS_STREAM: '/nonexistent/stream' },
  ])('[bash-sdk:progress:no-op] does nothing with %j', async (env) => {
    const call = await callTool('mcp_progress 1 m; echo on', { env });
    expect(call).toMatchObject({ exit: 0, stdout: 'on\n', stderr: '', progress: '' });
  });

  test('leaves out a total that is no number', async () => {
    const call = await callTool('mcp_progress 1 m many');
    expect(call.progress).not.toContain('total');
  });
});

const logLine = (level: string, data: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level, logger: 'my.logger', data },
});

describe('[bash-sdk:log:levels] mcp_log_debug, info, warn and error', () => {
  test.each([
    ['debug', 'debug'],
    ['info', 'info'],
    ['warn', 'warning'],
    ['error', 'error'],
  ])('mcp_log_%s is the level %s', async (name, level) => {
    const call = await callTool(`mcp_log_${name} my.logger 'a "message"'`);
    expect(call).toMatchObject({ exit: 0, stdout: '', stderr: '' });
    expect(jsonLines(call.log)).toEqual([logLine(level, 'a "message"')]);
  });

  test.each([
    ['{ "a": 1 }', { a: 1 }],
    ['[1]', [1]],
    ['{broken}', '{broken}'],
    ['42', '42'],
    ['true', 'true'],
    ['-n', '-n'],
    ['two\nlines', 'two\nlines'],
  ])('[bash-sdk:log:message-or-json] of %j logs %j', async (message, data) => {
    const call = await callTool(`mcp_log_info my.logger ${quoted(message)}`);
    expect(jsonLines(call.log)).toEqual([logLine('info', data)]);
  });
});

describe('[bash-sdk:log:log] mcp_log', () => {
  test.each(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])(
    'knows the level %s',
    async (level) => {
      const call = await callTool(`mcp_log ${level} my.logger '{"a": [1]}'`);
      expect(call.stderr).toBe('');
      expect(jsonLines(call.log)).toEqual([logLine(level, { a: [1] })]);
    },
  );

  test.each([
    ['42', 42],
    ['"text"', 'text'],
    ['not json', 'not json'],
  ])('of %j logs %j', async (json, data) => {
    const call = await callTool(`mcp_log warn my.logger ${quoted(json)}`);
    expect(jsonLines(call.log)).toEqual([logLine('warning', data)]);
  });

  test('[bash-sdk:log:bad-level] takes a level it does not know for info and says so', async () => {
    const call = await callTool('mcp_log loud my.logger 1');
    expect(jsonLines(call.log)).toEqual([logLine('info', 1)]);
    expect(call.stderr).toContain("unknown level 'loud'");
  });

  test('does nothing without a stream', async () => {
    const env = { MCP_LOG_STREAM: '' };
    const call = await callTool('mcp_log_info l m; mcp_log info l 1; echo on', { env });
    expect(call).toMatchObject({ exit: 0, stdout: 'on\n', stderr: '', log: '' });
  });
});

test('[bash-sdk:log:debug] mcp_debug appends a line with the time', async () => {
  const body = `
    mcp_debug unseen
    MCPBASH_DEBUG_LOG="$HOME/debug" mcp_debug two words '*'
    MCPBASH_DEBUG_LOG="$HOME/debug" mcp_debug again
    cat "$HOME/debug"`;
  const call = await callTool(body);
  expect(call.stdout).toMatch(/^\[\d\d:\d\d:\d\d\] two words \*\n\[\d\d:\d\d:\d\d\] again\n$/);
});

test('[bash-sdk:cancel:is-cancelled] mcp_is_cancelled asks whether the marker exists', async () => {
  const body = `
    mcp_is_cancelled || echo "no $?"
    MCP_CANCEL_FILE='' mcp_is_cancelled || echo "none $?"
    : >"$MCP_CANCEL_FILE"
    mcp_is_cancelled && echo yes`;
  expect((await callTool(body)).stdout).toBe('no 1\nnone 1\nyes\n');
});

test('[bash-sdk:cancel:is-cancelled] a loop ends when the host writes the marker', async () => {
  const body = 'echo ready >&2\nuntil mcp_is_cancelled; do sleep 0.02; done\nmcp_emit_text stopped';
  const call = await callTool(body, {
    during: (folder) => writeFile(join(folder, 'cancelled'), ''),
  });
  expect(call).toMatchObject({ exit: 0, stdout: 'stopped' });
});
