// What comes back from a script: its output, its exit code, its log lines.
import { describe, expect, it } from 'vitest';
import { shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { stageWith } from './stage.ts';

describe('output', () => {
  verifies(
    [
      'scripts:output:stdout-is-response',
      'scripts:exit:0-success',
      'mcpd:keep:stdout-trailing-whitespace-trimmed',
    ],
    'is one text without the white space at its end',
    async () => {
      const stage = await stageWith({ tool: shellTool('printf "  two\\n lines \\n\\t\\n"') });
      expect(await stage.call('tool')).toEqual({
        content: [{ type: 'text', text: '  two\n lines' }],
        isError: false,
      });
    },
  );

  it('may be empty', async () => {
    const stage = await stageWith({ tool: shellTool(':') });
    expect(await stage.call('tool')).toEqual({
      content: [{ type: 'text', text: '' }],
      isError: false,
    });
  });

  it('in another encoding stays readable, and that is said', async () => {
    const stage = await stageWith({ tool: shellTool('printf "gr\\374n"') });
    expect(await stage.call('tool')).toEqual({
      content: [{ type: 'text', text: 'gr\uFFFDn' }],
      isError: false,
      _meta: { stdoutIsUtf8: false },
    });
  });

  it('that is no text at all comes whole, as a blob', async () => {
    const stage = await stageWith({ 'a/tool': shellTool('printf "\\377\\000\\001\\n"') });
    const { content } = await stage.call('a/tool');
    expect(content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'mcpd://a/tool/stdout',
          mimeType: 'application/octet-stream',
          blob: Buffer.from([255, 0, 1, 10]).toString('base64'),
        },
      },
    ]);
  });
});

describe('exit codes', () => {
  const meanings = {
    'scripts:exit:1-internal-error': [1, 'internal error'],
    'scripts:exit:2-bad-request': [2, 'bad request'],
    'scripts:exit:3-forbidden': [3, 'forbidden'],
    'scripts:exit:4-not-found': [4, 'not found'],
    'scripts:exit:5-and-above-error': [77, 'error'],
  } as const;
  const everywhere = [
    'scripts:output:exit-code',
    'scripts:exit:non-zero-is-error',
    'scripts:exit:returned-to-client',
    'mcpd:keep:is-error-on-non-zero-exit',
    'mcpd:better:exit-code-in-meta',
    'mcpd:better:stderr-tail-in-meta',
    'mcpd:accept:exit-codes-map-to-meanings',
    'mcpd:accept:exit-codes-visible-to-client',
  ];
  for (const [id, [exitCode, meaning]] of Object.entries(meanings)) {
    verifies([id, ...everywhere], `${exitCode} means ${meaning}`, async () => {
      const body = `echo sorry; echo "ERROR why" >&2; exit ${exitCode}`;
      const stage = await stageWith({ tool: shellTool(body) });
      expect(await stage.call('tool')).toEqual({
        content: [{ type: 'text', text: 'sorry' }],
        isError: true,
        _meta: { exitCode, meaning, stderr: 'ERROR why' },
      });
    });
  }

  verifies(
    'mcpd:better:exit-and-stderr-in-text-when-stdout-empty',
    'stand in the text when there is no other, with stderr',
    async () => {
      const stage = await stageWith({
        silent: shellTool('exit 3'),
        talking: shellTool('echo "no such user" >&2; exit 4'),
      });
      expect(await stage.text('silent')).toBe('Exit code 3 (forbidden)');
      expect(await stage.text('talking')).toBe('no such user\nExit code 4 (not found)');
    },
  );

  it('of a killed script name the signal', async () => {
    const stage = await stageWith({ tool: shellTool('kill -9 $$') });
    expect(await stage.call('tool')).toEqual({
      content: [{ type: 'text', text: 'Exit code 137 (killed by SIGKILL)' }],
      isError: true,
      _meta: { exitCode: 137, meaning: 'killed by SIGKILL', stderr: '' },
    });
  });

  it('come with the end of a long stderr, from a whole line on', async () => {
    const body = 'seq 10000 | sed "s/^/line /" >&2; exit 1';
    const stage = await stageWith({ tool: shellTool(body) });
    const { _meta } = await stage.call('tool');
    const stderr = _meta?.['stderr'];
    expect(stderr).toMatch(/^…line \d+\n/u);
    expect(stderr).toMatch(/line 10000$/u);
    expect(JSON.stringify(stderr).length).toBeLessThan(5_000);
  });
});

const printing = (lines: readonly string[]) =>
  shellTool(`cat >&2 <<'LINES'\n${lines.join('\n')}\nLINES`);

const logged = async (lines: readonly string[]) => {
  const stage = await stageWith({ 'my/tool': printing(lines) });
  await stage.call('my/tool');
  expect(stage.logs.every(({ logger }) => logger === 'my/tool')).toBe(true);
  return stage.logs.map(({ level, data }) => [level, data]);
};

describe('log lines', () => {
  const example = [
    'INFO This is an info message',
    'ERROR Something went wrong',
    'DEBUG Debug information',
    'WARNING This is a warning',
    'TRACE Detailed trace information',
  ];
  verifies(
    [
      'scripts:output:stderr-is-logging',
      'scripts:logging:parsed-and-forwarded',
      'scripts:logging:complete-example',
      'scripts:logging:info',
      'scripts:logging:error',
      'scripts:logging:debug',
      'scripts:logging:warning',
      'scripts:logging:trace',
    ],
    'of the specification go out with their levels',
    async () => {
      expect(await logged(example)).toEqual([
        ['info', 'This is an info message'],
        ['error', 'Something went wrong'],
        ['debug', 'Debug information'],
        ['warning', 'This is a warning'],
        ['debug', 'Detailed trace information'],
      ]);
    },
  );

  verifies('mcpd:accept:warn-prefix', 'may say WARN', async () => {
    expect(await logged(['WARN short'])).toEqual([['warning', 'short']]);
  });

  verifies(
    ['scripts:logging:no-prefix-is-regular', 'mcpd:better:log-prefixes-matched-as-words'],
    'without a level as a word of its own are sent as they are',
    async () => {
      const lines = ['INFORMATION b', 'ERRORS e', ' INFO indented', 'info lower', 'plain', ''];
      expect(await logged([...lines, 'INFO: colon', 'ERROR', 'DEBUG\ttab'])).toEqual([
        ['info', 'INFORMATION b'],
        ['info', 'ERRORS e'],
        ['info', ' INFO indented'],
        ['info', 'info lower'],
        ['info', 'plain'],
        ['info', 'colon'],
        ['error', ''],
        ['debug', 'tab'],
      ]);
    },
  );

  verifies('mcpd:better:log-messages-while-running', 'go out while the script runs', async () => {
    const body = 'echo "INFO waiting" >&2; while [ ! -e "$gate" ]; do sleep 0.01; done; echo done';
    const gate = { required: true, value_type: 'string' };
    const stage = await stageWith({ tool: shellTool(body, { gate }) });
    const { writeFile } = await import('node:fs/promises');
    const result = stage.text('tool', { gate: `${stage.root}/.gate` });
    await waitUntil(() => stage.logs.length === 1);
    await writeFile(`${stage.root}/.gate`, '');
    expect(await result).toBe('done');
  });

  it('without an end are sent all the same', async () => {
    const stage = await stageWith({ tool: shellTool('printf "WARNING last" >&2') });
    await stage.call('tool');
    expect(stage.logs).toMatchObject([{ level: 'warning', data: 'last' }]);
  });
});
