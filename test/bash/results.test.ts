// What a tool prints, how it ends and what it leaves in its files become the result of its call.
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, callOnce, failOnce, openStage, textOf } from './stage.ts';

describe('a tool that ends well', () => {
  verifies('mcp-bash:result:text', 'text is text', async () => {
    expect(await callOnce('mcp_emit_text "two words"; echo noise >&2')).toEqual({
      content: [{ type: 'text', text: 'two words' }],
      isError: false,
      _meta: { exitCode: 0, stderr: 'noise' },
    });
  });

  verifies('mcp-bash:result:json', 'an object is structured content too', async () => {
    expect(await callOnce(`mcp_emit_json '{"a": [1, 2]}'`)).toEqual({
      content: [{ type: 'text', text: '{"a":[1,2]}' }],
      isError: false,
      _meta: { exitCode: 0 },
      structuredContent: { a: [1, 2] },
    });
  });

  verifies('mcp-bash:result:non-object', 'other JSON is text', async () => {
    for (const json of ['42', '[null]', '{"a":1}\n{"b":2}']) {
      const result = await callOnce(`printf %s '${json}'`);
      expect(result.structuredContent).toBeUndefined();
      expect(textOf(result)).toBe(json);
    }
  });

  verifies('mcp-bash:result:whole', 'a whole result is passed on with all it holds', async () => {
    const whole = {
      content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
      isError: false,
      _meta: { mine: 1, 'ui/resourceUri': 'ui://a/b' },
      later: true,
    };
    expect(await callOnce(`printf %s '${JSON.stringify(whole)}'`)).toEqual({
      ...whole,
      _meta: { mine: 1, ui: { resourceUri: 'ui://a/b' }, exitCode: 0 },
    });
  });

  verifies('mcp-bash:result:error-result', 'an error result stays one', async () => {
    const result = await callOnce('mcp_error not_found "no such thing" --hint "look again"');
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'no such thing' }],
      structuredContent: { success: false, error: { type: 'not_found' } },
      _meta: { exitCode: 0 },
    });
    expect(await callOnce('mcp_error wrong "said before"; exit 3')).toMatchObject({
      isError: true,
      content: [{ text: 'said before' }],
      _meta: { exitCode: 3 },
    });
  });

  verifies('mcp-bash:result:utf8', 'bytes that are no text become marks', async () => {
    expect(textOf(await callOnce(String.raw`printf 'a\377b'`))).toBe('a\uFFFDb');
  });

  verifies('mcp-bash:result:no-stderr', 'stderr is left out where it is not wanted', async () => {
    const env = { MCPBASH_TOOL_STDERR_CAPTURE: 'false' };
    expect((await callOnce('echo x >&2', { env }))._meta).toEqual({ exitCode: 0 });
    const short = { MCPBASH_TOOL_STDERR_TAIL_LIMIT: '4' };
    expect((await callOnce('echo 123456 >&2', { env: short }))._meta?.['stderr']).toBe('456');
  });

  verifies('mcp-bash:result:background', 'what it left running is ended', async () => {
    const mark = newMark();
    expect(textOf(await callOnce(`sh -c 'while :; do sleep 1; done' ${mark} & echo out`))).toBe(
      'out\n',
    );
    await waitUntil(async () => (await countMarked(mark)) === 0);
  });
});

describe('a tool that fails', () => {
  verifies('mcp-bash:result:exit', 'has its output as an error result', async () => {
    expect(await callOnce('echo partly; echo why >&2; exit 7')).toEqual({
      content: [{ type: 'text', text: 'partly\n' }],
      isError: true,
      _meta: { exitCode: 7, stderr: 'why' },
    });
  });

  verifies('mcp-bash:result:stderr', 'has its stderr where it printed nothing', async () => {
    expect(textOf(await callOnce('echo why >&2; exit 7'))).toBe('why');
    expect(textOf(await callOnce('exit 7'))).toBe('Exit code 7');
    expect(await callOnce('kill -KILL $$')).toMatchObject({
      isError: true,
      _meta: { exitCode: 137 },
    });
  });

  verifies('mcp-bash:result:fail', 'may say the error itself', async () => {
    const error = await failOnce(`mcp_fail -32099 "not today" '{"until":"monday"}'`);
    expect(error).toMatchObject({
      message: 'not today',
      wire: -32099,
      verbatim: { data: { until: 'monday' } },
    });
    expect(await failOnce('mcp_fail_invalid_args "no name"')).toMatchObject({
      message: 'no name',
      wire: -32602,
      verbatim: {},
    });
    const zero = `echo '{"code":-5,"message":"m","data":null}' > "$MCP_TOOL_ERROR_FILE"; exit 0`;
    expect(await failOnce(zero)).toMatchObject({ message: 'm', wire: -5, verbatim: {} });
  });

  verifies('mcp-bash:result:fail-raw', 'may say it in any words', async () => {
    const error = await failOnce('echo "what a mess" > "$MCP_TOOL_ERROR_FILE"; exit 1');
    expect(error).toMatchObject({
      message: 'Tool failed',
      wire: -32603,
      verbatim: { data: 'what a mess\n' },
    });
  });

  verifies('mcp-bash:cancel:signal', 'by a signal that is not ours was taken back', async () => {
    expect(await failOnce('kill -TERM $$; sleep 5')).toMatchObject({ wire: -32001 });
  });
});

describe('limits', () => {
  verifies(
    'mcp-bash:result:oversize',
    'too much output is an error, and no part of it',
    async () => {
      const env = { MCPBASH_MAX_TOOL_OUTPUT_SIZE: '1000' };
      const error = await failOnce('head -c 1001 /dev/zero', { env });
      expect(error).toMatchObject({ code: 'too_large', wire: -32603 });
      const fits = await callOnce('head -c 1000 /dev/zero | tr "\\0" x', { env });
      expect(textOf(fits)).toHaveLength(1000);
    },
  );

  verifies('mcp-bash:result:stderr-limit', 'too much on stderr too', async () => {
    const env = { MCPBASH_MAX_TOOL_STDERR_SIZE: '1000' };
    const error = await failOnce('head -c 1001 /dev/zero >&2; sleep 5', { env });
    expect(error).toMatchObject({ code: 'too_large', wire: -32603 });
  });

  verifies('mcp-bash:protocol:concurrency', 'so many run at once, the others wait', async () => {
    const body = 'echo $$ >>started; until [ -e go ]; do sleep 0.02; done';
    const root = await bashProject({ probe: body, go: 'touch go' });
    const source = await openStage(root, { MCPBASH_MAX_CONCURRENT_REQUESTS: '2' });
    const other = await openStage(root);
    const calls = [1, 2, 3].map(() => source.tools.call('probe', {}, localContext()));
    const started = async () => {
      const text = await readFile(`${root}/started`, 'utf8').catch(() => '');
      return text.split('\n').length - 1;
    };
    await waitUntil(async () => (await started()) === 2);
    expect(await started()).toBe(2);
    await other.tools.call('go', {}, localContext());
    await Promise.all(calls);
    expect(await started()).toBe(3);
  });
});

describe('output schemas', () => {
  const outputSchema = {
    type: 'object',
    required: ['list'],
    properties: { list: { type: 'array', items: { type: 'integer', minimum: 3 } } },
  };
  const meta = { outputSchema };

  verifies('mcp-bash:result:schema', 'are checked to the last keyword', async () => {
    const good = await callOnce(`echo '{"list":[3,4]}'`, { meta });
    expect(good.structuredContent).toEqual({ list: [3, 4] });
    for (const json of ['{"list":[2]}', '{}', '[1]']) {
      const error = await failOnce(`echo '${json}'`, { meta });
      expect(error).toMatchObject({ wire: -32603 });
      expect(error.message).toContain('broke its output schema');
    }
  });

  verifies(
    'mcp-bash:result:schema',
    'look at the structured content of a whole result',
    async () => {
      const body = `printf '{"content":[],"isError":false,"structuredContent":{"list":[1]}}'`;
      expect(await failOnce(body, { meta })).toMatchObject({ wire: -32603 });
    },
  );

  verifies('mcp-bash:result:schema-json', 'want JSON', async () => {
    expect((await failOnce('echo words', { meta })).message).toBe(
      'Tool output is not valid JSON for declared outputSchema',
    );
    expect((await failOnce(':', { meta })).message).toBe(
      'Tool output is empty for declared outputSchema',
    );
  });

  verifies('mcp-bash:result:schema-error', 'are no matter of failures', async () => {
    expect(await callOnce('echo words; exit 1', { meta })).toMatchObject({ isError: true });
    expect(await callOnce('mcp_error a "b"', { meta })).toMatchObject({ isError: true });
  });
});

describe('debugging', () => {
  verifies('mcp-bash:debug:errors', 'errors of schemas tell about the run', async () => {
    const env = { MCPBASH_DEBUG_ERRORS: 'true' };
    const meta = { outputSchema: { type: 'object', required: ['a'] } };
    const error = await failOnce("echo why >&2; echo '{}'", { meta, env });
    expect(error.data).toEqual({
      tool: 'probe',
      exitCode: 0,
      traceAvailable: false,
      stderrTail: 'why',
    });
    expect((await failOnce("echo '{}'", { meta })).data).toBeUndefined();
  });

  verifies('mcp-bash:debug:trace', 'a traced tool leaves its steps in a file', async () => {
    const env = {
      MCPBASH_TRACE_TOOLS: 'true',
      MCPBASH_PRESERVE_STATE: 'true',
      MCPBASH_TRACE_MAX_BYTES: '2000',
    };
    const body = 'greeting=hello; for i in {1..100}; do :; done; echo "$MCPBASH_TRACE_FILE"';
    const result = await callOnce(body, { env });
    const trace = await readFile(textOf(result).trim(), 'utf8');
    expect(trace).toContain('tool.sh:');
    expect(trace).toHaveLength(2000);
    expect(result._meta).toEqual({ exitCode: 0 });
  });

  verifies(
    'mcp-bash:debug:trace-line',
    'a traced tool that fails tells its last step',
    async () => {
      const env = { MCPBASH_TRACE_TOOLS: 'true', MCPBASH_TRACE_MAX_BYTES: '100' };
      const result = await callOnce('word=where\nfalse "$word"\necho never', { env });
      expect(result).toMatchObject({ isError: true });
      expect(result._meta).toEqual({ exitCode: 1, traceLine: '++ tool.sh:5: false where' });
      const untraced = await callOnce('false');
      expect(untraced._meta).toEqual({ exitCode: 1 });
    },
  );

  verifies('mcp-bash:debug:trace', 'a tool in another language runs as ever', async () => {
    const root = await bashProject(
      {},
      { 'tools/other/tool.js': '#!/usr/bin/env node\nconsole.log(1 + 1)\n' },
    );
    await chmod(join(root, 'tools/other/tool.js'), 0o755);
    const source = await openStage(root, { MCPBASH_TRACE_TOOLS: 'true' });
    expect(textOf(await source.tools.call('other', {}, localContext({})))).toBe('2\n');
  });

  verifies('mcp-bash:debug:trace-line', 'and so do errors', async () => {
    const env = { MCPBASH_TRACE_TOOLS: 'true', MCPBASH_DEBUG_ERRORS: 'true' };
    const meta = { outputSchema: { type: 'object', required: ['a'] } };
    const facts = { tool: 'probe', exitCode: 0, traceAvailable: true };
    const broken = await failOnce("echo '{}'", { meta, env });
    expect(broken.data).toEqual({ ...facts, traceLine: "++ tool.sh:4: echo '{}'" });
    const noJson = await failOnce('echo words', { meta, env });
    expect(noJson.data).toEqual({ ...facts, traceLine: '++ tool.sh:4: echo words' });
    const late = await failOnce('sleep 30', { env, meta: { timeoutSecs: 0.5 } });
    expect(late.data).toMatchObject({ type: 'timeout', traceLine: '++ tool.sh:4: sleep 30' });
  });
});

describe('embedded resources', () => {
  verifies('mcp-bash:result:embedded', 'follow the text', async () => {
    const body = `printf 'data/a.md\\t\\tdoc://a\\n%s/data/b.bin\\n' "$PWD" >"$MCP_TOOL_RESOURCES_FILE"; echo see`;
    const files = { 'data/a.md': '# A\n', 'data/b.bin': '\0\u0001' };
    const { content } = await callOnce(body, { files });
    expect(content).toMatchObject([
      { type: 'text', text: 'see\n' },
      {
        type: 'resource',
        resource: { uri: 'doc://a', mimeType: 'text/markdown', text: '# A' },
      },
      { type: 'resource', resource: { blob: 'AAE=' } },
    ]);
  });

  verifies('mcp-bash:result:embedded', 'of any size, through the function of the SDK', async () => {
    const body = `mcp_result_text_with_resource '{"n":1}' --path big.txt --mime text/x-big`;
    const { content } = await callOnce(body, { files: { 'big.txt': 'x'.repeat(300_000) } });
    const { resource } = content[1] as unknown as { resource: { text: string; mimeType: string } };
    expect([resource.text.length, resource.mimeType]).toEqual([300_000, 'text/x-big']);
  });

  verifies('mcp-bash:result:embedded-roots', 'lie inside the roots, or are left out', async () => {
    const logs: unknown[] = [];
    const body = `printf '["/etc/passwd","link","gone","data/ok"]' >"$MCP_TOOL_RESOURCES_FILE"
      ln -s /etc/passwd link; echo see`;
    const { content } = await callOnce(body, {
      files: { 'data/ok': 'fine' },
      onLog: (level, data) => logs.push([level, data]),
    });
    expect(content).toHaveLength(2);
    expect(content[1]).toMatchObject({ resource: { text: 'fine' } });
    expect(logs).toHaveLength(3);
  });
});
