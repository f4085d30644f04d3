// mcix list and envs: what a schema offers and what it reads, on stdout.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/platform/read-document.ts';
import { folderWith } from '../support/temp-folder.ts';
import { mcix, says, schema } from './stage.ts';

const PROJECT = {
  'mci.json': schema({
    tools: [
      says('alpha', 'x', { description: 'First\nof all', tags: ['read', 'web'] }),
      says('beta', 'x', { tags: ['write'] }),
      says('hidden', 'x', { disabled: true }),
    ],
    toolsets: ['extra'],
  }),
  'mci/extra.mci.json': schema({
    tools: [
      {
        name: 'gamma',
        description: 'From the library',
        inputSchema: { type: 'object', properties: { a: {}, b: {} }, required: ['a'] },
        execution: { type: 'cli', command: 'ls' },
      },
    ],
  }),
};

interface Listed {
  readonly tools: { readonly name: string }[];
  readonly [key: string]: unknown;
}

const listed = async (cwd: string, ...args: string[]) =>
  JSON.parse((await mcix(cwd, ['list', '--format', 'json', ...args])).stdout) as Listed;

describe('list', () => {
  test('[mcix:list:table] is a table of names, sources and descriptions', async () => {
    expect(await mcix(await folderWith(PROJECT), ['list'])).toEqual({
      exit: 0,
      stdout:
        'Name   Source  Description\n' +
        '-----  ------  ----------------\n' +
        'alpha  main    First of all\n' +
        'beta   main\n' +
        'gamma  extra   From the library\n' +
        '\n3 tools\n',
      stderr: '',
    });
  });

  test.each([
    ['only:alpha, gamma', ['alpha', 'gamma']],
    ['except:alpha', ['beta', 'gamma']],
    ['tags:web,write', ['alpha', 'beta']],
    ['without-tags:write', ['alpha', 'gamma']],
    ['withoutTags:write', ['alpha', 'gamma']],
    ['toolsets:extra', ['gamma']],
  ])('[mcix:list:filter-flag] [mcix:list:filter-toolsets] --filter %s', async (filter, names) => {
    const { tools } = await listed(await folderWith(PROJECT), '--filter', filter);
    expect(tools.map(({ name }) => name)).toEqual(names);
  });

  test('[mcix:list:format-json-to-stdout] [mcix:list:document-fields] --format json', async () => {
    const cwd = await folderWith(PROJECT);
    const before = await readdir(cwd);
    expect(await listed(cwd, '--filter', 'without-tags:write')).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      mci_file: join(cwd, 'mci.json'),
      filters_applied: ['without-tags:write'],
      total: 2,
      tools: [
        { name: 'alpha', source: 'main', description: 'First\nof all' },
        { name: 'gamma', source: 'extra', description: 'From the library' },
      ],
    });
    expect(await readdir(cwd)).toEqual(before);
  });

  test('[mcix:list:format-yaml-to-stdout] --format yaml', async () => {
    const { stdout } = await mcix(await folderWith(PROJECT), ['list', '--format', 'yaml']);
    const data = await parseDocument({ file: 'x.yaml', text: stdout });
    expect(data).toMatchObject({
      filters_applied: [],
      total: 3,
      tools: [{ name: 'alpha' }, {}, {}],
    });
  });

  test.each([['-v'], ['--verbose']])('[mcix:list:verbose] %s shows more', async (flag) => {
    const cwd = await folderWith(PROJECT);
    const { tools } = await listed(cwd, flag);
    expect(tools[0]).toMatchObject({ tags: ['read', 'web'], execution_type: 'text' });
    expect(tools[2]).toMatchObject({
      tags: [],
      execution_type: 'cli',
      inputSchema: { type: 'object', properties: { a: {}, b: {} }, required: ['a'] },
    });
    const { stdout } = await mcix(cwd, ['list', flag]);
    expect(stdout).toMatch(/^gamma +extra +cli +a, b\? +From the library$/mu);
  });

  test('a server that cannot be reached is said, and the rest is shown', async () => {
    const servers = { broken: { command: 'plugboard-no-such-program' } };
    const cwd = await folderWith({
      'mci.json': schema({ tools: [says('a')], mcp_servers: servers }),
    });
    const { exit, stdout, stderr } = await mcix(cwd, ['list']);
    expect(exit).toBe(0);
    expect(stdout).toContain('1 tool\n');
    expect(stderr).toMatch(/^! broken: /u);
  });
});

describe('envs', () => {
  const files = {
    'mci.json': schema({
      libraryDir: '{{env.LIBRARY | "./mci"}}',
      tools: [
        says('exact', '{{env.EXACT}}'),
        says('loose', '{{ env.SPACES }} {{props.x | env.FALLBACK | "no"}}'),
        says('native', '{!!env.NATIVE!!}'),
        says('conditions', '@if(env.CONDITION == "x")a@elseif(env.OTHER)b@endif'),
        {
          name: 'flags',
          execution: {
            type: 'cli',
            command: 'x',
            flags: { '-a': { from: 'env.FLAG', type: 'value' } },
          },
        },
        { name: 'report', execution: { type: 'file', path: './report.md' } },
      ],
      toolsets: ['folder', { name: 'single' }],
      mcp_servers: {
        remote: { type: 'http', url: 'http://x', headers: { A: 'B {{env.HEADER}}' } },
      },
    }),
    'report.md': '@foreach(x in props.y){{env.TEMPLATE_FILE}}@endforeach',
    'mci/folder/a.mci.json': schema({ tools: [says('deep', '{{env.IN_FOLDER}}')] }),
    'mci/single.mci.yaml':
      'schemaVersion: "1.0"\ntools:\n  - {name: s, execution: {type: text, text: "{{env.EXACT}}"}}\n',
  };
  const NAMES =
    'CONDITION EXACT FALLBACK FLAG HEADER IN_FOLDER LIBRARY NATIVE OTHER SPACES TEMPLATE_FILE';

  test('[mcix:envs:table] [mcix:envs:scans-placeholders] is a table, without values', async () => {
    const tools = [says('one', '{{env.KEY}} {{env.HOST}}'), says('two', '{{env.KEY}}')];
    const cwd = await folderWith({ 'mci.json': schema({ tools }) });
    const { stdout } = await mcix(cwd, ['envs'], { env: { KEY: 'hush' } });
    expect(stdout).toBe(
      'Variable  Set  Used by\n--------  ---  --------\nHOST      no   one\nKEY       yes  one, two\n',
    );
    expect((await mcix(cwd, ['envs', '--format', 'table'], { env: { KEY: 'x' } })).stdout).toBe(
      stdout,
    );
  });

  test('[mcix:envs:every-form] finds every form, in toolset directories too', async () => {
    const { stdout } = await mcix(await folderWith(files), ['envs', '--format', 'env']);
    expect([...stdout.matchAll(/^(\w+)=$/gmu)].map(([, name]) => name).join(' ')).toBe(NAMES);
  });

  test('[mcix:envs:env-format-to-stdout] --format env can be filled in, and writes no file', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: [says('one', '{{env.KEY}}')] }) });
    expect(await mcix(cwd, ['envs', '--format', 'env'])).toEqual({
      exit: 0,
      stdout: '# one\nKEY=\n',
      stderr: '',
    });
    expect(await readdir(cwd)).toEqual(['mci.json']);
  });
});
