// mcix: the command itself, a new project, and toolsets added to it.
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/core/version.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { jsonIn, mcix, says, schema, textIn } from './stage.ts';

const yamlWith = (name: string) =>
  `schemaVersion: "1.0"\ntools:\n  - ${JSON.stringify(says(name))}\n`;

const toolsets = async (cwd: string, file = 'mci.json') =>
  ((await jsonIn(cwd, file)) as { toolsets: unknown }).toolsets;

describe('the command', () => {
  test('[mcix:command:keeps-verbs] has the verbs of the original', async () => {
    const { exit, stdout } = await mcix(await tempFolder(), ['--help']);
    const verbs = [...stdout.matchAll(/^ {2}([a-z]+) /gmu)].map(([, verb]) => verb);
    expect(exit).toBe(0);
    expect(verbs).toEqual(['install', 'list', 'validate', 'add', 'run', 'envs']);
  });

  test('[mcix:command:version] prints the version', async () => {
    const ran = await mcix(await tempFolder(), ['--version']);
    expect(ran).toEqual({ exit: 0, stdout: `mcix ${VERSION}\n`, stderr: '' });
  });

  test.each([
    [['list', '--nonsense']],
    [['list', '--format', 'xml']],
    [['list', '--filter', 'tags']],
    [['add']],
    [['validate', '-e', 'NOVALUE']],
    [['bogus']],
    [['bogus.word']],
  ])('[mcix:command:usage-error-exit-2] %j exits 2', async (args) => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: [] }) });
    const { exit, stdout, stderr } = await mcix(cwd, args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).not.toContain('plugboard');
    expect(stderr).toMatch(/hint: .*mcix|expected/u);
  });

  test('[mcix:command:discovery-order] finds mci.json, then mci.yaml, then mci.yml, only here', async () => {
    const files = {
      'mci.json': schema({ tools: [says('from_json')] }),
      'mci.yaml': yamlWith('from_yaml'),
      'mci.yml': yamlWith('from_yml'),
    };
    for (const [at, name] of ['from_json', 'from_yaml', 'from_yml'].entries()) {
      const cwd = await folderWith(Object.fromEntries(Object.entries(files).slice(at)));
      expect((await mcix(cwd, ['list'])).stdout).toContain(name);
    }
    const cwd = await folderWith({ ...files, 'below/x': '' });
    const { exit, stderr } = await mcix(join(cwd, 'below'), ['list']);
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: expect.stringContaining("File 'mci.json' not found."),
    });
  });

  test.each([['-f'], ['--file']])('[mcix:command:file-flag] %s names another', async (flag) => {
    const cwd = await folderWith({
      'mci.json': schema({ tools: [says('default')] }),
      'other.json': schema({ tools: [says('other')] }),
    });
    const { stdout } = await mcix(cwd, ['list', flag, 'other.json']);
    expect(stdout).toContain('other');
    expect(stdout).not.toContain('default');
    expect(await mcix(cwd, ['list', flag, 'gone.json'])).toMatchObject({ exit: 1 });
  });
});

describe('install', () => {
  test('[mcix:install:writes-mci-json] writes a schema that works', async () => {
    const cwd = await tempFolder();
    expect(await mcix(cwd, ['install'])).toMatchObject({ exit: 0, stderr: '' });
    expect(await jsonIn(cwd, 'mci.json')).toMatchObject({
      schemaVersion: '1.0',
      tools: [{ name: 'echo_test', execution: { type: 'text' } }],
      toolsets: [],
      mcp_servers: {},
    });
    expect(await mcix(cwd, ['validate'])).toMatchObject({ exit: 0, stdout: 'no problems found\n' });
    expect((await mcix(cwd, ['list'])).stdout).toContain('echo_test');
  });

  test('[mcix:install:yaml-flag] --yaml writes YAML', async () => {
    const cwd = await tempFolder();
    await mcix(cwd, ['install', '--yaml']);
    expect((await readdir(cwd)).toSorted()).toEqual(['mci', 'mci.yaml']);
    expect((await readdir(join(cwd, 'mci'))).toSorted()).toEqual([
      '.gitignore',
      'example_toolset.mci.yaml',
    ]);
    expect(await textIn(cwd, 'mci.yaml')).toMatch(/^schemaVersion: "1.0"$/mu);
    await mcix(cwd, ['add', 'example_toolset']);
    expect(await mcix(cwd, ['validate'])).toMatchObject({ exit: 0, stdout: 'no problems found\n' });
  });

  test('[mcix:install:library-directory] [mcix:install:example-toolset] fills the library', async () => {
    const cwd = await tempFolder();
    await mcix(cwd, ['install']);
    expect((await readdir(join(cwd, 'mci'))).toSorted()).toEqual([
      '.gitignore',
      'example_toolset.mci.json',
    ]);
    expect((await mcix(cwd, ['list'])).stdout).not.toContain('greet');
    await mcix(cwd, ['add', 'example_toolset']);
    expect((await mcix(cwd, ['list'])).stdout).toMatch(/^greet +example_toolset /mu);
    expect(await mcix(cwd, ['validate'])).toMatchObject({ exit: 0, stdout: 'no problems found\n' });
  });

  test('[mcix:install:gitignore] keeps caches out of git, appended where it is missing', async () => {
    const fresh = await tempFolder();
    await mcix(fresh, ['install']);
    expect(await textIn(fresh, 'mci/.gitignore')).toBe('mcp/\n');
    const used = await folderWith({ 'mci/.gitignore': 'secrets' });
    await mcix(used, ['install']);
    await mcix(used, ['install']);
    expect(await textIn(used, 'mci/.gitignore')).toBe('secrets\nmcp/\n');
  });

  test('[mcix:install:existing-files-skipped] leaves files as they are, with a warning', async () => {
    const mine = schema({ tools: [] });
    const cwd = await folderWith({ 'mci.json': mine });
    const { exit, stdout, stderr } = await mcix(cwd, ['install']);
    expect(exit).toBe(0);
    expect(stderr).toBe('warning: mci.json exists and was left as it is\n');
    expect(stdout).toContain('created mci/example_toolset.mci.json');
    expect(await textIn(cwd, 'mci.json')).toBe(mine);
  });
});

describe('add', () => {
  test('[mcix:add:string-form] adds a name, once', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: [], toolsets: ['a'] }) });
    expect(await mcix(cwd, ['add', 'b'])).toMatchObject({ exit: 0 });
    await mcix(cwd, ['add', 'b']);
    expect(await toolsets(cwd)).toEqual(['a', 'b']);
  });

  test.each([['-f'], ['--filter']])(
    '[mcix:add:filter-makes-object-form] [mcix:add:filter-flag] %s is a filter',
    async (flag) => {
      const cwd = await folderWith({ 'mci.json': schema({ tools: [] }) });
      expect(await mcix(cwd, ['add', 'b', flag, 'without-tags: x, y'])).toMatchObject({ exit: 0 });
      expect(await toolsets(cwd)).toEqual([
        { name: 'b', filter: 'withoutTags', filterValue: 'x,y' },
      ]);
      expect(await mcix(cwd, ['add', 'b', flag, 'toolsets:x'])).toMatchObject({ exit: 2 });
    },
  );

  test.each([['-p'], ['--path']])('[mcix:add:path-flag] %s names the schema', async (flag) => {
    const files = { 'mci.json': schema({ tools: [] }), 'other.json': schema({ tools: [] }) };
    const cwd = await folderWith(files);
    await mcix(cwd, ['add', 'b', flag, 'other.json']);
    expect(await toolsets(cwd, 'other.json')).toEqual(['b']);
    expect(await textIn(cwd, 'mci.json')).toBe(files['mci.json']);
  });

  test('[mcix:add:re-add-replaces-filter] adding again without a filter drops it', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: [], toolsets: ['a', 'z'] }) });
    await mcix(cwd, ['add', 'a', '-f', 'only:x']);
    await mcix(cwd, ['add', 'a', '-f', 'tags:y']);
    expect(await toolsets(cwd)).toEqual([{ name: 'a', filter: 'tags', filterValue: 'y' }, 'z']);
    expect((await mcix(cwd, ['add', 'a'])).stdout).toContain("updated toolset 'a'");
    expect(await toolsets(cwd)).toEqual(['a', 'z']);
  });

  test('[mcix:add:json-indent-2] writes JSON with two blanks, and keeps the rights', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ metadata: { name: 'é' }, tools: [] }) });
    const file = join(cwd, 'mci.json');
    await chmod(file, 0o640);
    await mcix(cwd, ['add', 'b']);
    const data = { schemaVersion: '1.0', metadata: { name: 'é' }, tools: [], toolsets: ['b'] };
    expect(await textIn(cwd, 'mci.json')).toBe(`${JSON.stringify(data, undefined, 2)}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  test.each(['../x', '/etc/x', ' '])('refuses %j, which no load would take', async (name) => {
    const before = schema({ tools: [] });
    const cwd = await folderWith({ 'mci.json': before });
    const { exit, stderr } = await mcix(cwd, ['add', name]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^Toolset .*(?:leaves the library|not empty)/u);
    expect(await textIn(cwd, 'mci.json')).toBe(before);
  });

  test('keeps the comments of YAML and of JSON', async () => {
    const yaml = '# mine\nschemaVersion: "1.0" # version\ntools: []\n';
    const cwd = await folderWith({ 'a.yaml': yaml, 'b.json': `// mine\n${schema({ tools: [] })}` });
    await mcix(cwd, ['add', 'x', '-p', 'a.yaml']);
    expect(await textIn(cwd, 'a.yaml')).toBe(`${yaml}toolsets:\n  - x\n`);
    await mcix(cwd, ['add', 'x', '-p', 'b.json']);
    expect(await textIn(cwd, 'b.json')).toMatch(/^\/\/ mine\n\{[^]*"toolsets"/u);
  });
});
