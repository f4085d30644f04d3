// Command tools: their argument lists, their results, and that nothing of them outlives its time.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { MCI_LIMITS } from '../../src/sources/mci/limits.ts';
import { MciClient } from '../../src/sources/mci/mci-client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { clientOfTool, refusalOf, schemaFolder, textOf } from './support/project.ts';
import { proves } from './support/proves.ts';

/** A program that prints its arguments, one a line. */
const ARGS = '#!/bin/sh\nfor arg; do printf "%s\\n" "<$arg>"; done\n';

async function argsOf(
  execution: object,
  props: JsonObject = {},
  tool: object = {},
): Promise<unknown> {
  const client = await clientOfTool(
    { type: 'cli', command: './args', ...execution },
    { tool, files: { args: ARGS } },
  );
  return String(await textOf(client, props)).replaceAll('\n', '');
}

async function failureOf(
  execution: object,
  props: JsonObject = {},
  tool: object = {},
): Promise<string> {
  const client = await clientOfTool(
    { type: 'cli', command: './args', ...execution },
    { tool, files: { args: ARGS } },
  );
  return (await client.execute('t', props)).error ?? '';
}

const refused = async (execution: object) =>
  (await refusalOf({ tools: [{ name: 't', execution: { type: 'cli', ...execution } }] })).message;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const flagged = async (flag: object) => refused({ command: 'x', flags: { '-f': flag } });

describe('arguments', () => {
  proves(
    ['mci:cli:type-required', 'mci:cli:command-required'],
    'a command must be there',
    async () => {
      expect(await refused({})).toContain("execution 'command' is required");
      expect(await refused({ command: '' })).toContain('not empty');
    },
  );
  proves('mci:cli:args-positional', 'args come in order, no shell reads them', async () => {
    const args = ['-r', 'a b', '$HOME', '; rm -rf /', '*', 5, true];
    expect(await argsOf({ args })).toBe('<-r><a b><$HOME><; rm -rf /><*><5><true>');
  });
  proves('mci:complete-example:search-logs-templated-args', 'args are templates', async () => {
    expect(await argsOf({ args: ['-r', '{{props.pattern}}'] }, { pattern: '$(id) "x"' })).toBe(
      '<-r><$(id) "x">',
    );
  });
  test('a native list is several arguments, an absent optional is none', async () => {
    const tool = { inputSchema: { type: 'object', properties: { o: {} } } };
    const args = ['{!!props.l!!}', '{!!props.o!!}', '{{props.o}}', '{!!props.n!!}'];
    expect(await argsOf({ args }, { l: ['a', 'b c', 1], n: -3 }, tool)).toBe('<a><b c><1><><-3>');
  });
  proves(
    [
      'mci:cli:flags-from-properties',
      'mci:cli:flag-boolean-when-truthy',
      'mci:cli:example-basic-grep',
    ],
    'the example: flags follow the arguments when their property is truthy',
    async () => {
      const execution = {
        args: ['-r', '-n'],
        flags: { '-i': { from: 'props.ignore_case', type: 'boolean' } },
        timeout_ms: 8000,
      };
      expect(await argsOf(execution, { ignore_case: true })).toBe('<-r><-n><-i>');
      for (const value of [false, 0, '', null, []]) {
        expect(await argsOf(execution, { ignore_case: value })).toBe('<-r><-n>');
      }
      expect(await argsOf(execution)).toBe('<-r><-n>');
    },
  );
  proves(
    ['mci:cli:flag-value', 'mci:cli:example-value-flags', 'mci-decision:flags:long-flag-equals'],
    'the example: a long flag carries its value',
    async () => {
      const execution = {
        args: ['input.png'],
        flags: {
          '--resize': { from: 'props.size', type: 'value' },
          '--quality': { from: 'props.quality', type: 'value' },
          '--file': { from: 'props.files', type: 'value' },
        },
      };
      const props = { size: '10x10', quality: 0, files: ['a', '-b'] };
      expect(await argsOf(execution, props)).toBe(
        '<input.png><--resize=10x10><--quality=0><--file=a><--file=-b>',
      );
      expect(await argsOf(execution, { size: null })).toBe('<input.png>');
    },
  );
  proves(
    'mci-decision:flags:short-flag-two-arguments',
    'a short flag and its value are two',
    async () => {
      const flags = { '-f': { from: 'props.f', type: 'value' } };
      expect(await argsOf({ flags }, { f: 'x y' })).toBe('<-f><x y>');
    },
  );
  proves('mci-decision:flags:style-selectable', 'the author can choose', async () => {
    const flags = {
      '-f': { from: 'props.f', type: 'value', style: 'equals' },
      '--long': { from: 'f', type: 'value', style: 'space' },
    };
    expect(await argsOf({ flags }, { f: 'x' })).toBe('<-f=x><--long><x>');
  });
  proves(
    ['mci:cli:flag-from-required', 'mci:cli:flag-type-required'],
    'flags are checked',
    async () => {
      expect(await flagged({ type: 'value' })).toContain("flags.-f 'from' is required");
      expect(await flagged({ from: 'props.x' })).toContain("flags.-f 'type' is required");
      expect(await flagged({ from: 'props.x', type: 'list' })).toContain(
        'must be one of: boolean, value',
      );
    },
  );
});

describe('values that look like options', () => {
  const args = ['{{props.a}}'];
  proves(
    'mci-decision:option-like:refused',
    'are refused at the start of an argument',
    async () => {
      const says = "'-rf' begins with '-' and could be taken for an option of the command";
      expect(await failureOf({ args }, { a: '-rf' })).toContain(says);
      expect(await failureOf({ args: ['{!!props.a!!}'] }, { a: ['x', '-rf'] })).toContain(says);
      expect(await failureOf({ args: ['{{props.e}}{{props.a}}'] }, { e: '', a: '-rf' })).toContain(
        says,
      );
      expect(
        await failureOf({ args: ['@foreach(x in props.l){{x}}@endforeach'] }, { l: ['-rf'] }),
      ).toContain(says);
      const flags = { '-f': { from: 'props.a', type: 'value' } };
      expect(await failureOf({ flags }, { a: '-rf' })).toContain(says);
      expect(await argsOf({ args: ['file-{{props.a}}', '--x={{props.a}}'] }, { a: '-rf' })).toBe(
        '<file--rf><--x=-rf>',
      );
    },
  );
  proves(
    'mci-decision:option-like:allowed-by-tool',
    'pass where the author permits it',
    async () => {
      expect(await argsOf({ args }, { a: '-rf' }, { allowOptionLikeValues: true })).toBe('<-rf>');
      expect(await argsOf({ args, allowOptionLikeValues: true }, { a: '-rf' })).toBe('<-rf>');
    },
  );
  proves('mci-decision:option-like:numbers-pass', 'numbers pass', async () => {
    expect(await argsOf({ args: ['{{props.a}}', '{!!props.a!!}'] }, { a: -5 })).toBe('<-5><-5>');
  });
  test('a NUL character is refused', async () => {
    expect(await failureOf({ args }, { a: 'x\0y' })).toContain('cannot hold a NUL character');
  });
});

const shell = (script: string) => ({ type: 'cli', command: 'sh', args: ['-c', script] });

describe('results', () => {
  proves(
    [
      'mci:result:example-cli-success',
      'mci:result:cli-exit-code',
      'mci:result:cli-stdout-bytes',
      'mci:result:cli-stderr-bytes',
      'mci:result:cli-stdout-only-on-error',
    ],
    'the successful example',
    async () => {
      const client = await clientOfTool({ type: 'cli', command: 'echo', args: ['Hello, World!'] });
      expect(await client.execute('t')).toEqual({
        isError: false,
        content: [{ type: 'text', text: 'Hello, World!\n' }],
        metadata: { exit_code: 0, stdout_bytes: 14, stderr_bytes: 0, stderr: '' },
      });
    },
  );
  proves(
    [
      'mci:result:example-cli-error',
      'mci:result:cli-stderr',
      'mci-decision:result:stderr-trimmed-at-end',
      'mci-decision:result:bytes-raw',
    ],
    'the failing example',
    async () => {
      const client = await clientOfTool(shell('echo "permission denied" >&2; exit 1'));
      expect(await client.execute('t')).toEqual({
        isError: true,
        error: 'Command exited with code 1: permission denied',
        metadata: {
          exit_code: 1,
          stdout_bytes: 0,
          stderr_bytes: 18,
          stderr: 'permission denied',
          stdout: '',
        },
      });
      const both = await clientOfTool(shell('echo é; exit 3'));
      expect(await both.execute('t')).toEqual({
        isError: true,
        error: 'Command exited with code 3',
        content: [{ type: 'text', text: 'é\n' }],
        metadata: { exit_code: 3, stdout_bytes: 3, stderr_bytes: 0, stderr: '', stdout: 'é\n' },
      });
    },
  );
  test('an end by a signal, a command that is not there, output over the cap, binary output', async () => {
    const killed = await clientOfTool(shell('kill -9 $$'));
    expect((await killed.execute('t')).metadata).toMatchObject({ exit_code: -9 });
    const missing = await clientOfTool({ type: 'cli', command: 'no-such-command-here' });
    expect((await missing.execute('t')).error).toContain(
      "Command 'no-such-command-here' not found",
    );
    const endless = await clientOfTool({ type: 'cli', command: 'yes' });
    expect((await endless.execute('t')).error).toContain('Output exceeds 10485760 bytes');
    const binary = await clientOfTool(shell("printf '\\000\\377'"));
    expect((await binary.execute('t')).content).toMatchObject([
      { type: 'resource', resource: { uri: 'mci://t/stdout', blob: 'AP8=' } },
    ]);
  });
  test('much stderr is counted whole and kept in part', async () => {
    const client = await clientOfTool(
      shell('head -c 300000 /dev/zero | tr "\\0" x >&2; echo END >&2; exit 2'),
    );
    const { metadata } = await client.execute('t');
    expect(metadata?.['stderr_bytes']).toBe(300_004);
    expect(metadata?.['stderr']).toMatch(/^x{60000,65536}END$/u);
  });
  proves('mci-decision:child:stdin-empty', 'a command that reads gets nothing', async () => {
    expect(await textOf(await clientOfTool({ type: 'cli', command: 'cat' }))).toBe('');
  });
  test('the environment given for templates is not that of the child', async () => {
    const client = await clientOfTool(
      { type: 'cli', command: 'env' },
      { env: { ONLY_FOR_TEMPLATES: '1' } },
    );
    const env = String(await textOf(client));
    expect(env).toContain('PATH=');
    expect(env).not.toContain('ONLY_FOR_TEMPLATES');
  });
});

describe('directories', () => {
  proves(
    'mci-decision:child:default-cwd-schema-directory',
    'the directory of the schema by default',
    async () => {
      const path = await schemaFolder({
        tools: [{ name: 't', execution: { type: 'cli', command: 'pwd' } }],
      });
      await using client = await MciClient.open(path, { env: {} });
      expect(await textOf(client)).toBe(`${dirname(path)}\n`);
    },
  );
  proves(
    ['mci:cli:cwd-templating', 'mci:complete-example:search-logs-templated-cwd'],
    'or what the template says',
    async () => {
      const execution = { type: 'cli', command: 'pwd', cwd: '{{props.directory}}' };
      const path = await schemaFolder({ tools: [{ name: 't', execution }] });
      await mkdir(join(dirname(path), 'logs'));
      await using client = await MciClient.open(path, { env: {} });
      expect(await textOf(client, { directory: './logs' })).toBe(
        `${join(dirname(path), 'logs')}\n`,
      );
      expect((await client.execute('t', { directory: 'nowhere' })).error).toBe(
        'Directory not found: nowhere',
      );
      expect((await client.execute('t', { directory: 'main.mci.json' })).error).toContain(
        'Directory not found',
      );
    },
  );
});

describe('time', () => {
  proves(
    ['mci:cli:timeout-default', 'mci:cli:timeout-not-negative'],
    'is a whole number',
    async () => {
      expect(await refused({ command: 'x', timeout_ms: -1 })).toContain(
        'timeout_ms must be a whole number',
      );
      expect(await refused({ command: 'x', timeout_ms: 0.5 })).toContain(
        'timeout_ms must be a whole number',
      );
      expect(MCI_LIMITS.timeoutMs.value).toBe(30_000);
    },
  );
  proves(
    ['mci-decision:timeout:process-group-dies', 'mci-decision:timeout:exact'],
    'ends the command and everything it started',
    async () => {
      const script = 'sleep 60 & echo $! > pids; echo $$ >> pids; wait';
      const execution = { type: 'cli', command: 'sh', args: ['-c', script], timeout_ms: 300 };
      const path = await schemaFolder({ tools: [{ name: 't', execution }] });
      await using client = await MciClient.open(path, { env: {} });
      const started = performance.now();
      const { error } = await client.execute('t');
      expect(error).toBe('Timeout after 0.3s calling t');
      expect(performance.now() - started).toBeLessThan(3_000);
      const pids = (await readFile(join(dirname(path), 'pids'), 'utf8'))
        .trim()
        .split('\n')
        .map(Number);
      expect(pids).toHaveLength(2);
      await waitUntil(() => pids.every((pid) => !isAlive(pid)));
    },
  );
  proves('mci-decision:timeout:zero-means-none', '0 sets no limit', async () => {
    const client = await clientOfTool({
      type: 'cli',
      command: 'sleep',
      args: ['0.1'],
      timeout_ms: 0,
    });
    expect((await client.execute('t')).isError).toBe(false);
  });
  test('a client that is closed ends its commands', async () => {
    const path = await schemaFolder({
      tools: [
        {
          name: 't',
          execution: { type: 'cli', command: 'sh', args: ['-c', 'echo $$ > pid; sleep 60'] },
        },
      ],
    });
    const client = await MciClient.open(path, { env: {} });
    const running = client.execute('t').catch((error: unknown) => error);
    const pidFile = join(dirname(path), 'pid');
    const pid = () => readFile(pidFile, 'utf8').then(Number, () => 0);
    await waitUntil(async () => (await pid()) > 0);
    await client[Symbol.asyncDispose]();
    expect(await running).toMatchObject({ code: 'cancelled' });
    expect(isAlive(await pid())).toBe(false);
  });
});
