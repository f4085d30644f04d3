// How a script is called: what it reads, what it prints, how it ends.
import { describe, expect, it, vi } from 'vitest';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { stageWith } from './stage.ts';

const TEXT = { required: true, value_type: 'string' };
const ANY = { required: true, value_type: 'any' };

describe('options', () => {
  verifies(
    [
      'scripts:execution:without-help',
      'scripts:execution:stdin-json-object',
      'scripts:execution:either-source',
      'scripts:execution:stdin-precedence',
      'mcpd:keep:options-on-stdin-one-object',
    ],
    'are one compact JSON object on stdin, in the order of --help, with defaults filled in',
    async () => {
      const options = {
        z: TEXT,
        a: { value_type: 'integer', default_value: 7 },
        m: { value_type: 'boolean', default_value: false },
      };
      const stage = await stageWith({ tool: shellTool('echo "$# arguments"; cat', options) });
      expect(await stage.text('tool', { z: 'ü "x"' })).toBe(
        '0 arguments\n{"z":"ü \\"x\\"","a":7,"m":false}',
      );
    },
  );

  verifies(
    [
      'scripts:execution:env-option-name',
      'scripts:execution:env-always-available',
      'mcpd:keep:options-in-env-own-names',
    ],
    'are in the environment under their own names, as strings',
    async () => {
      const values = {
        text: 'a  b\n"c" $(id)',
        whole: 5,
        large: 1e21,
        part: 1.5,
        yes: true,
        no: false,
        none: null,
        'with-dash': 'd',
      };
      const options = Object.fromEntries(Object.keys(values).map((name) => [name, ANY]));
      // Not a shell, because shells drop names they could not use themselves.
      const script = `#!/usr/bin/env node
if (process.argv[2] === '--help') {
  console.log('{}');
  console.error(${JSON.stringify(JSON.stringify(options))});
} else console.log(JSON.stringify(process.env));
`;
      const stage = await stageWith({ tool: script });
      expect(JSON.parse(await stage.text('tool', values))).toMatchObject({
        text: 'a  b\n"c" $(id)',
        whole: '5',
        large: '1000000000000000000000',
        part: '1.5',
        yes: 'true',
        no: 'false',
        none: '',
        'with-dash': 'd',
      });
    },
  );

  verifies(
    ['mcpd:better:any-array-and-object-on-stdin', 'mcpd:better:any-array-and-object-in-env'],
    'of any type may be lists and objects, as JSON in both places',
    async () => {
      const stage = await stageWith({ tool: shellTool('echo "$x"; cat', { x: ANY }) });
      const x = { list: [1, 'two', null], inner: { deep: true } };
      const json = JSON.stringify(x);
      expect(await stage.text('tool', { x })).toBe(`${json}\n{"x":${json}}`);
    },
  );

  verifies('mcpd:better:required-enforced', 'that are required must be given', async () => {
    const options = { flag: { ...ANY, value_type: 'boolean' }, thing: ANY };
    const stage = await stageWith({ tool: shellTool('echo ran', options) });
    const error = await stage.failure('tool');
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toBe('Missing required argument: flag; Missing required argument: thing');
  });

  verifies(
    [
      'mcpd:better:undeclared-arguments-rejected',
      'mcpd:better:undeclared-arguments-never-exported',
    ],
    'that were not declared are refused and reach nothing',
    async () => {
      const stage = await stageWith({ tool: shellTool('echo ran', { x: TEXT }) });
      const attack = { x: 'a', LD_PRELOAD: '/tmp/evil.so', 'BASH_FUNC_echo%%': '() { id; }' };
      const error = await stage.failure('tool', attack);
      expect(error.code).toBe('invalid_arguments');
      expect(error.message).toBe(
        'Unknown argument: LD_PRELOAD; Unknown argument: BASH_FUNC_echo%%',
      );
    },
  );

  verifies('mcpd:better:size-counts-characters', 'have sizes in characters', async () => {
    const x = { ...TEXT, size: { min: 3, max: 4 } };
    const stage = await stageWith({ tool: shellTool('echo "$x"', { x }) });
    expect(await stage.text('tool', { x: 'über' })).toBe('über');
    expect(await stage.text('tool', { x: '👋👋👋👋' })).toBe('👋👋👋👋');
    expect((await stage.failure('tool', { x: '👋👋' })).message).toContain('at least 3 characters');
    expect((await stage.failure('tool', { x: 'abcde' })).message).toContain('at most 4 characters');
  });

  verifies('mcpd:better:integer-accepted-for-float', 'of type float take 1 too', async () => {
    const x = { required: true, value_type: 'float' };
    const stage = await stageWith({ tool: shellTool('echo "$x"', { x }) });
    expect(await stage.text('tool', { x: 1 })).toBe('1');
    expect((await stage.failure('tool', { x: '1' })).message).toBe('Argument x must be a number');
  });

  it('are checked even where no validator stands before the source', async () => {
    const options = {
      n: { required: true, value_type: 'integer', size: { max: 9 } },
      kind: { required: true, value_type: { enum: ['a', 'b'] } },
    };
    const stage = await stageWith({ tool: shellTool('echo $((n))', options) });
    const error = await stage.failure('tool', { n: 'x[$(id)]', kind: 'c' });
    expect(error.message).toBe(
      'Argument n must be a whole number; Argument kind must be one of "a", "b"',
    );
    expect((await stage.failure('tool', { n: 10, kind: 'a' })).message).toContain('at most 9');
  });

  it('must not contain NUL, which no variable can hold', async () => {
    const stage = await stageWith({ tool: shellTool('echo ran', { x: TEXT }) });
    const error = await stage.failure('tool', { x: 'a\0b' });
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toContain('NUL');
  });

  it('that are too long for a variable are on stdin only, and that is said', async () => {
    const stage = await stageWith({ tool: shellTool('echo "${x-unset}"; wc -c', { x: TEXT }) });
    const x = 'ä'.repeat(200_000);
    const [variable, bytes] = (await stage.text('tool', { x })).split('\n');
    expect([variable, Number(bytes)]).toEqual(['unset', 400_008]);
    expect(stage.logs).toEqual([
      {
        level: 'warning',
        data: 'x is too long for a variable; it is on stdin only',
        logger: 'tool',
      },
    ]);
  });

  it('that together are too large for an environment are refused in words', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `x${at}`);
    const options = Object.fromEntries(names.map((name) => [name, TEXT]));
    const stage = await stageWith({ tool: shellTool('echo ran', options) });
    const args = Object.fromEntries(names.map((name) => [name, 'y'.repeat(120_000)]));
    const error = await stage.failure('tool', args);
    expect(error.message).toContain('too large for its environment (E2BIG)');
    expect(error.hint).toContain('Pass less data');
  });
});

/** Where options of these names turn up, when each is EVIL. */
const seen = async (names: readonly string[]) => {
  const options = Object.fromEntries(names.map((name) => [name, TEXT]));
  const stage = await stageWith({ tool: shellTool('cat; echo; env', options) });
  const args = Object.fromEntries(names.map((name) => [name, 'EVIL']));
  const [stdin = '', ...variables] = (await stage.text('tool', args)).split('\n');
  return {
    stdin: JSON.parse(stdin) as object,
    env: variables.filter((line) => /EVIL/.test(line)),
  };
};

describe('names that steer programs', () => {
  const dangerous = {
    'mcpd:better:dangerous-name-path': ['PATH'],
    'mcpd:better:dangerous-name-ld': ['LD_PRELOAD', 'LD_LIBRARY_PATH'],
    'mcpd:better:dangerous-name-dyld': ['DYLD_INSERT_LIBRARIES'],
    'mcpd:better:dangerous-name-bash-env': ['BASH_ENV'],
    'mcpd:better:dangerous-name-bash-func': ['BASH_FUNC_echo%%'],
    'mcpd:better:dangerous-name-env': ['ENV'],
    'mcpd:better:dangerous-name-ifs': ['IFS'],
    'mcpd:better:dangerous-name-node-options': ['NODE_OPTIONS'],
    'mcpd:better:dangerous-name-python': ['PYTHONPATH', 'PYTHONSTARTUP'],
  };
  const others = [
    'HOME',
    'SHELL',
    'TMPDIR',
    'PERL5OPT',
    'RUBYOPT',
    'PS4',
    'MCPD_CONFIG_X',
    'a=b',
    '',
  ];

  for (const [id, names] of Object.entries(dangerous)) {
    verifies(
      [id, 'mcpd:better:dangerous-names-stdin-only'],
      `${names.join(', ')}: stdin only`,
      async () => {
        const { stdin, env } = await seen(names);
        expect(stdin).toEqual(Object.fromEntries(names.map((name) => [name, 'EVIL'])));
        expect(env).toEqual([]);
      },
    );
  }

  verifies('mcpd:options:dangerous-names-closed-list', 'a closed list, no others', async () => {
    expect((await seen(others)).env).toEqual([]);
    const harmless = ['LANG', 'USER', 'MY_PATH', 'PATHS', 'XLD_A', 'ENVIRONMENT', 'query'];
    expect((await seen(harmless)).env.toSorted()).toEqual(
      harmless.map((name) => `${name}=EVIL`).toSorted(),
    );
  });

  verifies('mcpd:options:dangerous-names-case-sensitive', 'path is not PATH', async () => {
    expect((await seen(['path', 'home', 'ifs', 'env'])).env.toSorted()).toEqual([
      'env=EVIL',
      'home=EVIL',
      'ifs=EVIL',
      'path=EVIL',
    ]);
  });
});

describe('the environment', () => {
  const PROMISED = {
    'scripts:env:server-host': ['MCPD_CONFIG_SERVER_HOST', '127.0.0.1'],
    'scripts:env:server-port': ['MCPD_CONFIG_SERVER_PORT', '1995'],
    'scripts:env:server-http-base-path': ['MCPD_CONFIG_SERVER_HTTP_BASE_PATH', '/'],
    'scripts:env:server-username': ['MCPD_CONFIG_SERVER_USERNAME', 'admin'],
    'scripts:env:server-api-token': ['MCPD_CONFIG_SERVER_API_TOKEN', 'token'],
    'scripts:env:commands-root-directory': ['MCPD_CONFIG_COMMANDS_ROOT_DIRECTORY', './scripts'],
    'scripts:env:server-https': ['MCPD_CONFIG_SERVER_HTTPS', 'false'],
    'scripts:env:logging-level-name': ['MCPD_CONFIG_LOGGING_LEVEL_NAME', 'info'],
    'scripts:env:configuration-filename': ['MCPD_CONFIGURATION_FILENAME', '<COMMANDLINE>'],
    'scripts:env:script-config': ['REGION', 'eu'],
  } as const;
  const configEnv = () => Object.fromEntries(Object.values(PROMISED));
  const body = 'env | grep -E "^(MCPD_CONFIG|REGION|secret)" | sort | tr "\\n" "~"; exit 0';
  const promised = Object.values(PROMISED)
    .map(([name, value]) => `${name}=${value}~`)
    .toSorted();

  verifies(
    [
      'scripts:env:automatic',
      ...Object.keys(PROMISED),
      'mcpd:better:config-variables-on-call',
      'mcpd:better:script-config-on-call',
      'mcpd:auth:config-username-passed',
      'mcpd:auth:config-api-token-passed',
    ],
    'holds what the server tells its scripts, on every call',
    async () => {
      const stage = await stageWith({ tool: shellTool(body) }, { configEnv });
      expect(await stage.text('tool')).toBe(promised.join(''));
    },
  );

  verifies(
    [
      'mcpd:auth:config-variables-on-state',
      'mcpd:auth:config-variables-on-help',
      'mcpd:auth:option-variables-only-to-calls',
      'scripts:state:no-option-variables',
    ],
    'holds it for --state and --help too, where options are not passed',
    async () => {
      vi.stubEnv('secret', undefined);
      const script = `#!/bin/sh
seen=$(${body})
case $1 in
  --help)
    printf '{"description": "%s", "state": true}\\n' "$seen"
    echo '{"secret": {"value_type": "string", "default_value": "s"}}' >&2 ;;
  *) echo "$seen" ;;
esac
`;
      const stage = await stageWith({ tool: script }, { configEnv });
      expect((await stage.tool('tool')).description).toBe(promised.join(''));
      expect((await stage.read('mcpd://tool/state')).text).toBe(promised.join(''));
      expect(await stage.text('tool')).toBe(`${promised.join('')}secret=s~`);
    },
  );

  it('is asked for at each start of a script', async () => {
    let port = 0;
    const stage = await stageWith(
      { tool: shellTool('echo "$MCPD_CONFIG_SERVER_PORT"') },
      { configEnv: () => ({ MCPD_CONFIG_SERVER_PORT: String(port) }) },
    );
    await stage.list();
    port = 4711;
    expect(await stage.text('tool')).toBe('4711');
  });

  verifies(
    ['mcpd:better:daemon-secrets-stripped', 'mcpd:auth:http-auth-variables-stripped'],
    'does not hold our own secrets',
    async () => {
      vi.stubEnv('MCPD_HTTP_AUTH_API_TOKEN', 'SECRET');
      vi.stubEnv('MCPD_HTTP_AUTH_PASSWORD_SHA512', 'SECRET');
      vi.stubEnv('MCPD_HTTP_PORT', '2000');
      const stage = await stageWith({ tool: shellTool('env') });
      const env = await stage.text('tool');
      expect(env).not.toContain('SECRET');
      expect(env).toContain('MCPD_HTTP_PORT=2000');
    },
  );

  it('has our own working directory', async () => {
    const stage = await stageWith({ tool: shellTool('pwd -P') });
    expect(await stage.text('tool')).toBe(process.cwd());
  });
});

describe('names', () => {
  verifies(
    ['mcpd:better:root-name-bug-fixed', 'mcpd:better:root-name-both-accepted'],
    'of a directory called like the root are whole, and the short one is accepted',
    async () => {
      const folder = await folderWith({
        'scripts/scripts/inner': shellTool('echo inner'),
        'scripts/scripts/twice': shellTool('echo below'),
        'scripts/twice': shellTool('echo above'),
      });
      await using source = await openScripts(`${folder}/scripts`, { cache: false });
      const { localContext } = await import('../../src/core/local-context.ts');
      const ctx = localContext();
      const text = async (name: string) =>
        (await source.tools.call(name, {}, ctx)).content[0]?.['text'];
      const { items } = await source.tools.list(ctx);
      expect(items.map(({ name }) => name)).toEqual(['scripts/inner', 'scripts/twice', 'twice']);
      expect(source.id).toBe('scripts');
      expect(await text('scripts/inner')).toBe('inner');
      expect(await text('inner')).toBe('inner');
      expect(await text('twice')).toBe('above');
    },
  );

  it('nobody knows are refused with those that are known', async () => {
    const stage = await stageWith({ hello: shellTool('echo hi') });
    const error = await stage.failure('helo');
    expect(error.code).toBe('not_found');
    expect(error.message).toBe("Tool 'helo' not found. Available: hello");
  });
});
