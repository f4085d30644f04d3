// The shims that run a project's own shell files: registration, policy, health checks, environment.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, jsonLines, quoted, type ToolCall, type ToolCallOptions } from './call-tool.ts';

/** Runs a shim on a project file with this text. */
async function hook(
  words: string,
  text: string,
  options: ToolCallOptions = {},
): Promise<ToolCall & { readonly registered: string }> {
  const folder = await tempFolder();
  await writeFile(join(folder, 'project file.sh'), text);
  const registered = join(folder, 'registered');
  await writeFile(registered, '');
  const call = await callTool(words.replace('FILE', quoted(join(folder, 'project file.sh'))), {
    ...options,
    isBare: true,
    env: { MCP_REGISTER_FILE: registered, ...options.env },
  });
  return { ...call, registered: await readFile(registered, 'utf8') };
}

const register = (text: string) => hook('bash "$MCP_SDK/hooks/register.sh" FILE', text);
const health = (text: string) => hook('bash "$MCP_SDK/hooks/health.sh" FILE', text);
const policy = (text: string, env: Record<string, string> = {}) =>
  hook('bash "$MCP_SDK/hooks/policy.sh" FILE "my tool"', text, { env });

describe('[bash-sdk:hooks:register] register.sh', () => {
  test('hands every kind of registration over', async () => {
    const call = await register(`
      mcp_register_tool '{ "name": "a" }'
      mcp_tools_register_manual '{"name":"b"}'
      mcp_register_resource '{"name":"r","uri":"file://./x y"}'
      mcp_resources_register_manual '{"name":"s"}'
      mcp_register_prompt '{"name":"p"}'
      mcp_prompts_register_manual '{"name":"q"}'
      mcp_resources_templates_register_manual '{"name":"t"}'
      mcp_completion_manual_begin
      mcp_completion_register_manual '{"name":"ns.c","path":"completions/c.sh","timeoutSecs":5}'
      mcp_completion_manual_finalize`);
    expect(call).toMatchObject({ exit: 0, stdout: '', stderr: '' });
    expect(jsonLines(call.registered)).toEqual([
      { kind: 'tools', item: { name: 'a' } },
      { kind: 'tools', item: { name: 'b' } },
      { kind: 'resources', item: { name: 'r', uri: 'file://./x y' } },
      { kind: 'resources', item: { name: 's' } },
      { kind: 'prompts', item: { name: 'p' } },
      { kind: 'prompts', item: { name: 'q' } },
      { kind: 'resourceTemplates', item: { name: 't' } },
      { kind: 'completions', reset: true },
      { kind: 'completions', item: { name: 'ns.c', path: 'completions/c.sh', timeoutSecs: 5 } },
    ]);
  });

  test('leaves what the script prints on standard output', async () => {
    const call = await register(`printf '{"tools":[]}'`);
    expect(call).toMatchObject({ exit: 0, stdout: '{"tools":[]}', registered: '' });
  });

  test.each(['mcp_register_tool \'{"name":\'', "mcp_register_tool '[1]'", 'false', 'return 3'])(
    'fails with %s',
    async (text) => {
      expect((await register(`${text}\n`)).exit).not.toBe(0);
    },
  );
});

describe('[bash-sdk:hooks:policy] policy.sh', () => {
  test('allows what the policy allows', async () => {
    const text = 'mcp_tools_policy_check() { [[ $1 == "my tool" && $2 == *readOnly* ]]; }';
    expect((await policy(text, { MCP_TOOL_METADATA_JSON: '{"readOnly":1}' })).exit).toBe(0);
    expect((await policy(text)).exit).toBe(1);
  });

  test('tells the reason of a refusal', async () => {
    const call = await policy(`mcp_tools_policy_check() {
      mcp_tools_error -32001 "No $1 today" '{"retry": true}'; return 1; }`);
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual({
      code: -32001,
      message: 'No my tool today',
      data: { retry: true },
    });
  });

  test('has a reason of its own', async () => {
    const call = await policy('mcp_tools_policy_check() { return 1; }');
    expect(JSON.parse(call.errorFile)).toEqual({
      code: -32602,
      message: "Tool 'my tool' blocked by policy",
      data: null,
    });
  });

  test('reads metadata that was too big for the environment', async () => {
    const file = join(await tempFolder(), 'metadata');
    await writeFile(file, JSON.stringify({ text: 'x'.repeat(200_000) }));
    const text = 'mcp_tools_policy_check() { ((${#2} > 200000)); }';
    expect((await policy(text, { MCP_TOOL_METADATA_FILE: file })).exit).toBe(0);
  });

  test.each([
    [{}, 0, ''],
    [{ MCPBASH_TOOL_ALLOWLIST: 'other, my_tool' }, 1, '(not in MCPBASH_TOOL_ALLOWLIST)'],
    [{ MCPBASH_TOOL_ALLOWLIST: '*' }, 0, ''],
    [{ MCPBASH_TOOL_ALLOWLIST: 'x all' }, 0, ''],
    [{ MCPBASH_TOOL_ALLOW_DEFAULT: 'deny' }, 1, 'Set MCPBASH_TOOL_ALLOWLIST'],
  ])(
    '[bash-sdk:hooks:policy-default] the default with %j ends with %d',
    async (env, exit, text) => {
      const delegating = 'mcp_tools_policy_check() { mcp_tools_policy_check_default "$@"; }';
      for (const script of ['', delegating]) {
        const call = await policy(script, env);
        expect(call.exit).toBe(exit);
        expect(call.errorFile).toContain(text);
      }
    },
  );

  test('a policy that breaks refuses', async () => {
    expect((await policy('nonsense_command')).exit).not.toBe(0);
    expect((await policy('if')).exit).not.toBe(0);
  });
});

describe('[bash-sdk:hooks:health] health-checks.sh', () => {
  test('is well when every check holds', async () => {
    const call = await health('mcp_health_check_command bash\nmcp_health_check_env HOME');
    expect(call).toMatchObject({ exit: 0, stdout: '', stderr: '' });
  });

  test('tells every failure', async () => {
    const call = await health(`
      mcp_health_check_command no-such-program
      mcp_health_check_env NO_SUCH_VARIABLE
      mcp_health_check_command also-missing 'Please install it'
      mcp_health_check_env 'a[$(touch "$HOME/hacked")]'
      mcp_health_check_command bash`);
    expect(call.exit).toBe(1);
    expect(call.stderr.split('\n')).toEqual([
      'Command not found: no-such-program',
      'Environment variable not set: NO_SUCH_VARIABLE',
      'Please install it',
      'Environment variable not set: a[$(touch "$HOME/hacked")]',
      '',
    ]);
  });

  test.each(['exit 4', 'return 1'])('is unwell after %s', async (text) => {
    expect((await health(`${text}\n`)).exit).not.toBe(0);
  });
});

test('[bash-sdk:hooks:environment] a command runs with what env.sh sets', async () => {
  const words = 'bash "$MCP_SDK/hooks/with-env.sh" FILE FILE2 -- printenv MY_VALUE OTHER';
  const second = join(await tempFolder(), 'b.sh');
  await writeFile(second, 'OTHER="$MY_VALUE too"');
  const call = await hook(words.replace('FILE2', second), 'MY_VALUE="set here"');
  expect(call).toMatchObject({ exit: 0, stdout: 'set here\nset here too\n' });
});

test('[bash-sdk:hooks:home] providers find the SDK and progress below $MCPBASH_HOME', async () => {
  const body = `set -euo pipefail
    MCPBASH_HOME="$MCP_SDK/home"
    source "$MCPBASH_HOME/lib/progress.sh"
    mcp_progress_is_configured && mcp_progress_emit_notification 5 fetching 9
    MCP_PROGRESS_TOKEN='' mcp_progress_is_configured || echo none
    source "$MCPBASH_HOME/sdk/tool-sdk.sh"
    mcp_emit_text done`;
  const call = await callTool(body, { isBare: true });
  expect(call).toMatchObject({ exit: 0, stdout: 'none\ndone' });
  expect(jsonLines(call.progress)).toMatchObject([{ params: { progress: 5, total: 9 } }]);
});
