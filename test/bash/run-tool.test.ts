// `mcp-bash run-tool`: one tool, without a server, as the people who write tools use it.
import { cp } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { runPlugboard, type Ran, type RunOptions } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';
import { bashProject } from './stage.ts';

async function runTool(
  root: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran & { json: Record<string, unknown> }> {
  const ran = await runPlugboard(['run-tool', ...args], {
    program: 'mcp-bash',
    cwd: root,
    ...options,
  });
  const isJson = ran.stdout.startsWith('{');
  return { ...ran, json: isJson ? (JSON.parse(ran.stdout) as Record<string, unknown>) : {} };
}

describe('run-tool', () => {
  verifies('mcp-bash:run-tool:result', 'prints the result, also of a failure', async () => {
    const root = await bashProject({
      hello: 'mcp_emit_text "Hello $(mcp_args_get .name)"',
      broken: 'echo why >&2; exit 4',
    });
    const { json, exit } = await runTool(root, ['hello', '--args', '{"name":"Ann"}']);
    expect(exit).toBe(0);
    expect(json).toMatchObject({ content: [{ text: 'Hello Ann' }], isError: false });
    const failed = await runTool(root, ['broken']);
    expect(failed.exit).toBe(0);
    expect(failed.json).toMatchObject({ isError: true, _meta: { exitCode: 4 } });
  });

  verifies('mcp-bash:run-tool:error', 'prints an error of the protocol', async () => {
    const root = await bashProject({ refuses: `mcp_fail_invalid_args "no name" '{"a":1}'` });
    const { json, exit } = await runTool(root, ['refuses']);
    expect(exit).toBe(1);
    expect(json).toEqual({ _mcpToolError: true, code: -32602, message: 'no name', data: { a: 1 } });
    const missing = await runTool(root, ['none']);
    expect([missing.exit, missing.json['code']]).toEqual([1, -32602]);
    const unread = await runTool(root, ['refuses', '--args', '[1]']);
    expect([unread.exit, unread.stderr]).toEqual([
      1,
      'Cannot parse --args: expected a JSON object\n',
    ]);
  });

  verifies('mcp-bash:run-tool:dry-run', 'says what it would do', async () => {
    const root = await bashProject({ hello: { body: 'touch ran', meta: { timeoutSecs: 9 } } });
    const { stdout, exit } = await runTool(root, ['hello', '--args', '{"a":1}', '--dry-run']);
    expect(exit).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'Tool: hello',
      'Args: 7 bytes',
      'Roots: 1',
      'Timeout: 9s',
    ]);
    expect(stdout).toMatch(/^Status: Ready/mu);
  });

  verifies('mcp-bash:run-tool:roots', 'takes roots', async () => {
    const root = await bashProject({ roots: 'mcp_roots_list' }, { 'a/x': '', 'b/x': '' });
    const { json } = await runTool(root, ['roots', '--roots', `a,${root}/b,gone`]);
    expect(json).toMatchObject({ content: [{ text: `${root}/a\n${root}/b\n` }] });
  });

  verifies('mcp-bash:run-tool:timeout', 'takes a time', async () => {
    const root = await bashProject({ slow: 'while :; do sleep 0.05; done' });
    const { json, exit } = await runTool(root, ['slow', '--timeout', '1']);
    expect(exit).toBe(1);
    expect(json).toMatchObject({ code: -32603, data: { type: 'timeout', timeoutSecs: 1 } });
  });

  verifies('mcp-bash:run-tool:verbose', 'shows what the tool says meanwhile', async () => {
    const root = await bashProject({ talks: 'echo aside >&2; mcp_log_info l noted; echo out' });
    const { stderr } = await runTool(root, ['talks', '--verbose']);
    expect(stderr).toContain('aside\n');
    expect(stderr).toContain('info "noted"\n');
    expect((await runTool(root, ['talks'])).stderr).toBe('');
  });

  verifies('mcp-bash:run-tool:minimal', 'runs it in minimal mode', async () => {
    const root = await bashProject({ mode: 'printf %s "$MCPBASH_MODE"' });
    const { json } = await runTool(root, ['mode', '--minimal']);
    expect(json).toMatchObject({ content: [{ text: 'minimal' }] });
  });

  verifies('mcp-bash:run-tool:print-env', 'prints the environment', async () => {
    const root = await bashProject({ hello: 'touch ran' });
    const { stdout, stderr, exit } = await runTool(root, ['hello', '--print-env']);
    expect(exit).toBe(0);
    expect(stderr).toBe('MCPBASH_TOOL_ENV_MODE is minimal (default)\n');
    expect(stdout).toContain('\nMCP_TOOL_NAME=hello\n');
    expect(stdout).not.toContain('VITEST');
  });

  verifies('mcp-bash:run-tool:no-refresh', 'takes the registry as it is written', async () => {
    const root = await bashProject({ first: 'echo 1' });
    await runTool(root, ['first']);
    const more = await bashProject({ second: 'echo 2' });
    await cp(`${more}/tools/second`, `${root}/tools/second`, { recursive: true });
    expect((await runTool(root, ['first', '--no-refresh'])).exit).toBe(0);
    expect((await runTool(root, ['second', '--no-refresh'])).exit).toBe(1);
    expect((await runTool(root, ['second'])).exit).toBe(0);
  });

  verifies('mcp-bash:env:numbers', 'hands over numbers as they were typed', async () => {
    const root = await bashProject({ probe: 'printf %s "$MCP_TOOL_ARGS_JSON"' });
    const typed = '{"big": 12345678901234567890, "2": 1.0, "1": 1e3}';
    const { json } = await runTool(root, ['probe', '--args', typed]);
    expect(json['content']).toEqual([
      { type: 'text', text: '{"big":12345678901234567890,"2":1.0,"1":1e3}' },
    ]);
  });

  verifies('mcp-bash:run-tool:allow', 'may allow what the list does not', async () => {
    const root = await bashProject({ hello: 'echo hi', other: 'echo other' });
    const env = { MCPBASH_TOOL_ALLOWLIST: 'none' };
    const blocked = await runTool(root, ['hello'], { env });
    expect(blocked.exit).toBe(1);
    expect(blocked.json['message']).toContain('blocked by policy');
    expect(blocked.stderr).toContain('mcp-bash run-tool hello --allow-self');
    const files = { 'server.d/policy.sh': '# The rule of the SDK.\n' };
    const asked = await runTool(await bashProject({ hello: 'echo hi' }, files), ['hello'], { env });
    expect(asked.stderr).toContain('mcp-bash run-tool hello --allow-self');
    const closed = { 'server.d/policy.sh': 'mcp_tools_policy_check() { return 1; }\n' };
    const shut = await runTool(await bashProject({ hello: 'echo hi' }, closed), ['hello'], { env });
    expect([shut.exit, shut.stderr]).toEqual([1, '']);
    for (const flags of [['--allow-self'], ['--allow', 'hello'], ['--allow-all']]) {
      expect((await runTool(root, ['hello', ...flags], { env })).exit).toBe(0);
    }
    expect((await runTool(root, ['hello', '--allow', 'other'], { env })).exit).toBe(1);
    expect((await runTool(root, ['hello', '--allow', 'other'])).exit).toBe(0);
  });

  verifies('mcp-bash:run-tool:server-env', 'may take what shell files set', async () => {
    const files = { 'server.d/env.sh': 'FROM_SERVER="a b"\n', 'more.sh': 'export FROM_FILE=c\n' };
    const body = 'printf "%s|%s" "${FROM_SERVER-}" "${FROM_FILE-}"';
    const root = await bashProject({ probe: body }, files);
    const textOf = async (...flags: string[]) => {
      const { json } = await runTool(root, ['probe', ...flags]);
      return (json['content'] as { text: string }[])[0]?.text;
    };
    expect(await textOf()).toBe('|');
    expect(await textOf('--with-server-env')).toBe('a b|');
    const env = { MCPBASH_RUN_TOOL_SOURCE_SERVER_ENV: '1' };
    const always = await runPlugboard(['run-tool', 'probe'], {
      program: 'mcp-bash',
      cwd: root,
      env,
    });
    expect(JSON.parse(always.stdout)).toMatchObject({ content: [{ text: 'a b|' }] });
    expect(await textOf('--with-server-env', '--source', 'more.sh')).toBe('a b|c');
  });

  verifies('mcp-bash:run-tool:server-env', 'a file that was named must be there', async () => {
    const root = await bashProject({ probe: 'echo ran' });
    const bare = await runTool(root, ['probe', '--with-server-env']);
    expect(bare.json).toMatchObject({ content: [{ text: 'ran\n' }], isError: false });
    const argv = ['run-tool', 'probe', '--source', 'gone.sh'];
    const ran = await runPlugboard(argv, { program: 'mcp-bash', cwd: root });
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toBe(`File '${root}/gone.sh' not found.\n`);
  });
});
