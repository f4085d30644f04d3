// The SDK under other modes and locales of bash, and which jq it asks.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../support/temp-folder.ts';
import { callTool } from './call-tool.ts';

const CHECK_SDK = fileURLToPath(new URL('../../scripts/check-sdk.mjs', import.meta.url));

const EVERYDAY = `
  name=$(mcp_args_get .name)
  printf '<%s>' "$name" "$(mcp_args_get '.deep.er // "none"')" "$(mcp_args_get .list)"
  printf '<%s>' "$(mcp_args_require .quoted)" "$(mcp_args_int .n --max 9)" "$(mcp_args_bool .no)"
  mcp_json_obj key "$name" 'q"\\' $'tab\\tand\\nline & \\002'
  mcp_emit_json '{ "a" : [ 1 , "b c" ] }'
  mcp_result_success '{"ok": true}'
  mcp_progress 50 "half"
  mcp_log_warn logger "careful"
  mcp_byte_length "$name"
  mcp_path_collapse /a/./b/../c
  mcp_roots_contains /x || echo outside
  (mcp_fail -32000 'bad "thing"' '{"a": 1}') || echo "rc=$?"`;
const ARGS = {
  name: 'žluť 🎉',
  quoted: 'say "hi" \\ [x]',
  deep: { er: 'x\ty\n' },
  list: [1, { a: 'b c' }],
  n: 7,
  no: false,
};

describe('[bash-sdk:portability:modes] everyday calls print the same', () => {
  const VARIANTS: [string, string[], Record<string, string>][] = [
    ['in POSIX mode', ['bash', '--posix'], {}],
    ['with the rules of bash 3.2', ['bash', '-O', 'compat32'], {}],
    ['with the rules of bash 4.2', ['bash', '-O', 'compat42'], {}],
    ['in the C locale', ['bash'], { LANG: 'C' }],
    ['with an unknown locale', ['bash'], { LANG: 'xx_YY.UTF-8' }],
    ['with extended patterns', ['bash', '-O', 'extglob', '-O', 'nullglob'], {}],
    ['with another IFS', ['bash'], { CHANGE: 'ifs' }],
    ['without file name expansion', ['bash', '-f'], {}],
    ['where everything is exported', ['bash', '-a'], {}],
    ['where no file is overwritten', ['bash', '-C'], {}],
  ];

  test.each(VARIANTS)('%s', async (_name, bash, env) => {
    const body = `if [[ \${CHANGE:-} == ifs ]]; then IFS=:; fi\n${EVERYDAY}`;
    const [usual, varied] = await Promise.all([
      callTool(body, { args: ARGS }),
      callTool(body, { args: ARGS, bash, env }),
    ]);
    expect(usual.exit).toBe(0);
    const { exit, stdout, errorFile, progress, log } = usual;
    expect(varied).toMatchObject({ exit, stdout, errorFile, progress, log });
  });

  test('and leave the shell as it was', async () => {
    const body = `
      state() { printf '%s|%q|%s\\n' "$-" "$IFS" "$(shopt -p | cksum)"; }
      before=$(state)
      { ${EVERYDAY}
      } >/dev/null 2>&1
      [[ $(state) == "$before" ]] && echo same`;
    expect((await callTool(body, { args: ARGS })).stdout).toBe('same\n');
  });
});

test('[bash-sdk:strict:errexit] sourcing turns strict mode on', async () => {
  const body =
    'source "$MCP_SDK/tool-sdk.sh"\necho "$-" "$(set -o | grep pipefail)"\nfalse\necho no';
  const call = await callTool(body, { isBare: true });
  expect(call.exit).toBe(1);
  expect(call.stdout).toMatch(/^(?=\S*e)(?=\S*u)\S+ pipefail\s+on\n$/);
});

test('[bash-sdk:strict:replaced] a function that a script has replaced stays replaced', async () => {
  const body =
    'mcp_log_warn() { echo "mine: $*"; }\nmcp_progress 1 x\nmcp_error t m --hint h >/dev/null';
  const call = await callTool(`${body}\nmcp_log_warn logger text`);
  expect(call).toMatchObject({ exit: 0, stdout: 'mine: logger text\n', log: '' });
});

test('[bash-sdk:strict:relative] it may be sourced by a relative path, twice', async () => {
  const body = 'cd "$MCP_SDK"; source tool-sdk.sh; source ./tool-sdk.sh; mcp_log_info a b; echo ok';
  expect((await callTool(body, { isBare: true })).stdout).toBe('ok\n');
});

test('[bash-sdk:json-tool:bundled] without jq and gojq the one that ships with us answers', async () => {
  const call = await callTool("mcp_args_get '.list | length'", { args: ARGS, programs: ['cat'] });
  expect(call).toMatchObject({ exit: 0, stdout: '2\n' });
});

test('[bash-sdk:json-tool:gojq-first] gojq goes before jq', async () => {
  // Stand-ins: which one is asked, not what it answers.
  const folder = await folderWith({
    gojq: '#!/bin/sh\necho gojq\n',
    jq: '#!/bin/sh\necho jq\n',
  });
  const env = { PATH: folder };
  const call = await callTool("mcp_args_get '.list | length'", { args: ARGS, env });
  expect(call.stdout).toBe('gojq\n');
});

test('[bash-sdk:json-tool:host] the choice of the host goes before both', async () => {
  const folder = await folderWith({ mine: '#!/bin/sh\necho mine\n' });
  const env = { MCPBASH_JSON_TOOL_BIN: `${folder}/mine` };
  const call = await callTool("mcp_args_get '.list | length'", { args: ARGS, env });
  expect(call.stdout).toBe('mine\n');
});

test('[bash-sdk:portability:old-bash] check-sdk finds what an old bash does not have', async () => {
  const lines = ['declare -A map', 'echo "${x,,}"', 'mapfile -t rows', 'local -n ref=x'];
  const folder = await folderWith({ 'bad.sh': `# Bad.\n${lines.join('\n')}\n` });
  const { status, stderr } = spawnSync(process.execPath, [CHECK_SDK, folder], { encoding: 'utf8' });
  expect(status).toBe(1);
  for (const line of [2, 3, 4, 5]) expect(stderr).toContain(`bad.sh:${line}: `);
});
