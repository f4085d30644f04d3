// Whether a tool may be called: the allowlist, or the project's own policy.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { verifies } from '../support/verifies.ts';
import { bashProject, callOnce, failOnce, openStage, textOf } from './stage.ts';

const POLICY = `
mcp_tools_policy_check() {
  case $1 in
    probe) if [[ $2 == *'"name":"probe"'* ]]; then return 0; fi ;;
    silent) ;;
    *) mcp_tools_error -32050 "not for you" '{"why":"policy"}' ;;
  esac
  return 1
}
`;

verifies('mcp-bash:policy:default', 'every tool of the project may be called', async () => {
  expect(textOf(await callOnce('echo fine'))).toBe('fine\n');
});

verifies('mcp-bash:policy:allowlist', 'a list limits', async () => {
  const error = await failOnce('echo no', { env: { MCPBASH_TOOL_ALLOWLIST: 'a, b' } });
  expect(error.message).toBe("Tool 'probe' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST)");
  expect(error.wire).toBe(-32602);
  for (const list of ['a probe', '*', 'all']) {
    expect(textOf(await callOnce('echo yes', { env: { MCPBASH_TOOL_ALLOWLIST: list } }))).toBe(
      'yes\n',
    );
  }
});

verifies('mcp-bash:policy:deny', 'nothing may be called where that is the default', async () => {
  const error = await failOnce('echo no', { env: { MCPBASH_TOOL_ALLOW_DEFAULT: 'deny' } });
  expect(error.message).toMatch(/^Tool 'probe' blocked by policy\. Set MCPBASH_TOOL_ALLOWLIST/u);
});

verifies('mcp-bash:policy:deny', 'a word nobody knows allows nothing', async () => {
  for (const word of ['DENY', 'none']) {
    const env = { MCPBASH_TOOL_ALLOW_DEFAULT: word };
    expect((await failOnce('echo no', { env })).wire).toBe(-32602);
    const files = {
      'server.d/policy.sh': 'mcp_tools_policy_check() { mcp_tools_policy_check_default "$@"; }',
    };
    expect((await failOnce('echo no', { env, files })).message).toContain('blocked by policy. Set');
  }
});

verifies('mcp-bash:policy:script', 'policy.sh decides, also against the list', async () => {
  const tools = { probe: 'echo fine', other: 'echo no', silent: 'echo no' };
  const root = await bashProject(tools, { 'server.d/policy.sh': POLICY });
  const source = await openStage(root, { MCPBASH_TOOL_ALLOWLIST: 'other' });
  const call = (name: string) => source.tools.call(name, {}, localContext());
  expect(textOf(await call('probe'))).toBe('fine\n');
  await expect(call('other')).rejects.toMatchObject({
    message: 'not for you',
    wire: -32050,
    verbatim: { data: { why: 'policy' } },
  });
  await expect(call('silent')).rejects.toMatchObject({
    message: "Tool 'silent' blocked by policy",
    wire: -32602,
  });
});

verifies('mcp-bash:policy:script', 'a policy that breaks allows nothing', async () => {
  const error = await failOnce('echo no', { files: { 'server.d/policy.sh': 'exit 3' } });
  expect(error).toMatchObject({ wire: -32603 });
});

verifies('mcp-bash:policy:untrusted', 'a policy others may write refuses everything', async () => {
  const root = await bashProject({ other: 'echo fine' }, { 'server.d/policy.sh': POLICY });
  await chmod(join(root, 'server.d/policy.sh'), 0o666);
  for (const env of [{}, { MCPBASH_TOOL_ALLOWLIST: '*' }]) {
    const source = await openStage(root, env);
    await expect(source.tools.call('other', {}, localContext())).rejects.toMatchObject({
      message: expect.stringMatching(/blocked by policy: .*can be written by others.*chmod go-w/u),
      wire: -32602,
    });
  }
});

verifies('mcp-bash:policy:hooks-off', 'hooks that are off decide nothing', async () => {
  const env = { MCPBASH_ALLOW_PROJECT_HOOKS: 'false' };
  const files = { 'server.d/policy.sh': 'mcp_tools_policy_check() { return 1; }' };
  expect(textOf(await callOnce('echo fine', { env, files }))).toBe('fine\n');
});
