// mcix validate and plugboard validate: every problem of a schema at once, with its place.
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { httpFixture } from '../mci/support/http-fixture.ts';
import { runPlugboard } from '../support/run-plugboard.ts';
import { folderWith } from '../support/temp-folder.ts';
import { mcix, says, schema } from './stage.ts';

const FAULTY = `schemaVersion: "1.0"
strange: 1
tools:
  - name: one
    inputSchema:
      type: object
      properties:
        used: { type: string }
        unused: { type: string }
    execution:
      type: text
      text: "{{props.used}} {{props.missing}} {{nonsense}} {{env.PLUGBOARD_UNSET}}"
  - name: two
    execution: { type: http }
  - name: one
    execution: { type: text, text: "@if(props.x" }
  - name: one
    execution: { type: cli, command: plugboard-no-such-program }
  - name: bad_schema
    inputSchema: { type: nonsense }
    execution: { type: text, text: x }
  - name: no_file
    execution: { type: file, path: ./gone.md }
toolsets: [lib, gone]
`;

const LIBRARY = `schemaVersion: "1.0"
tools:
  - name: one
    execution: { type: text, text: x }
libraryDir: x
`;

describe('plugboard validate', () => {
  test('says everything at once, with positions', async () => {
    const cwd = await folderWith({ 'tools.mci.yaml': FAULTY, 'mci/lib.mci.yaml': LIBRARY });
    const { exit, stdout, stderr } = await runPlugboard(['validate', 'tools.mci.yaml'], { cwd });
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    const shown = stdout.replaceAll(cwd, 'CWD').split('\n');
    expect(shown).toMatchInlineSnapshot(`
      [
        "warning tools.mci.yaml:2:10: strange is not a field the specification knows",
        "warning tools.mci.yaml:9:17: tools[0].inputSchema.properties.unused is never used by the execution",
        "warning tools.mci.yaml:12:13: tools[0].execution.text reads 'props.missing', which no property provides",
        "warning tools.mci.yaml:12:13: tools[0].execution.text reads 'nonsense', which is neither props., input., env. nor a loop variable",
        "warning tools.mci.yaml:12:13: tools[0].execution.text reads env.PLUGBOARD_UNSET, which is not set",
        "error tools.mci.yaml:14:16: tools[1].execution 'url' is required",
        "error tools.mci.yaml:15:11: tools[2].name 'one' is defined twice, first in CWD/tools.mci.yaml",
        "error tools.mci.yaml:16:36: tools[2].execution.text Expected ) after the condition of @if (line 1, column 12)",
        "error tools.mci.yaml:17:11: tools[3].name 'one' is defined twice, first in CWD/tools.mci.yaml",
        "warning tools.mci.yaml:18:38: tools[3].execution.command command not found in PATH: plugboard-no-such-program",
        "error tools.mci.yaml:20:18: tools[4].inputSchema is not a JSON Schema: type must be JSONType or JSONType[]: nonsense",
        "warning tools.mci.yaml:23:36: tools[5].execution.path no such file: ./gone.md",
        "error tools.mci.yaml:24:17: toolsets[1] toolset 'gone' not found in CWD/mci",
        "error mci/lib.mci.yaml:3:11: tools[0].name 'one' is defined twice, first in CWD/tools.mci.yaml",
        "error mci/lib.mci.yaml:5:13: libraryDir is not allowed in a toolset file; 'libraryDir' belongs to the main schema",
        "",
        "8 errors, 7 warnings",
        "",
      ]
    `);
  });

  test('--json gives the same as data', async () => {
    const cwd = await folderWith({ 'tools.mci.yaml': FAULTY });
    const { exit, stdout } = await runPlugboard(['validate', './tools.mci.yaml', '--json'], {
      cwd,
    });
    const report = JSON.parse(stdout) as { valid: boolean; findings: object[] };
    expect({ exit, valid: report.valid }).toEqual({ exit: 1, valid: false });
    expect(report.findings).toContainEqual({
      severity: 'warning',
      file: `${cwd}/tools.mci.yaml`,
      line: 9,
      column: 17,
      field: 'tools[0].inputSchema.properties.unused',
      message: 'is never used by the execution',
    });
  });

  test('a file that cannot be parsed is one error with its place', async () => {
    const cwd = await folderWith({ 'a.mci.json': '{\n  "schemaVersion": nope\n}' });
    const { exit, stdout } = await runPlugboard(['validate', 'a.mci.json'], { cwd });
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^error a\.mci\.json:.*Invalid JSON: .* at line 2 column 20$/mu);
  });

  test('what may be read or used by something unseen is not doubted', async () => {
    const properties = { a: { type: 'string' } };
    const input = (more: object = {}) => ({ inputSchema: { type: 'object', properties, ...more } });
    const tools = [
      says('whole', '{{props}}', input()),
      says('open', '{{props.a}} {{props.b}}', input({ additionalProperties: true })),
      says('fallback', "{{env.PLUGBOARD_UNSET | 'x'}} {{input.a}}", input()),
      says('loop', '@foreach(x in props.a){{x.b}}@endforeach', input()),
      { name: 'passed_on', ...input(), execution: { type: 'mcp', serverName: 's', toolName: 't' } },
      { name: 'any_file', ...input(), execution: { type: 'file', path: '{{props.a}}' } },
    ];
    const cwd = await folderWith({ 'a.json': schema({ tools }) });
    expect(await runPlugboard(['validate', 'a.json'], { cwd })).toMatchObject({
      exit: 0,
      stdout: 'no problems found\n',
    });
  });
});

describe('mcix validate', () => {
  test.each([['-e'], ['--env']])(
    '[mcix:validate:env-flag-repeats] %s sets variables',
    async (flag) => {
      const tools = [says('t', '{{env.PB_ONE}} {{env.PB_TWO}}')];
      const cwd = await folderWith({ 'mci.json': schema({ tools, libraryDir: '{{env.PB_LIB}}' }) });
      const without = await mcix(cwd, ['validate']);
      expect(without).toMatchObject({ exit: 1 });
      expect(without.stdout).toContain('PB_LIB');
      const all = [flag, 'PB_ONE=1', flag, 'PB_TWO=a=b', flag, 'PB_LIB=./lib'];
      expect(await mcix(cwd, ['validate', ...all])).toMatchObject({
        exit: 0,
        stdout: 'no problems found\n',
      });
      const { exit, stdout } = await mcix(cwd, ['validate', ...all.slice(2)]);
      expect(exit).toBe(0);
      expect(stdout).toMatch(/reads env\.PB_ONE, which is not set/u);
    },
  );

  test('[mcix:validate:no-network-no-writes] connects to nothing and writes nothing', async () => {
    const { url, asked } = await httpFixture();
    const started = '#!/bin/sh\ntouch started\n';
    const cwd = await folderWith({
      server: started,
      'mci.json': schema({
        tools: [{ name: 'get', execution: { type: 'http', url } }],
        mcp_servers: { web: { type: 'http', url }, local: { command: './server' } },
      }),
    });
    expect(await mcix(cwd, ['validate'])).toMatchObject({ exit: 0, stdout: 'no problems found\n' });
    expect(asked).toEqual([]);
    expect((await readdir(cwd)).toSorted()).toEqual(['mci.json', 'server']);
  });

  test('[mcix:validate:command-not-found-warning] warns of a command that is not there', async () => {
    const servers = { files: { command: 'plugboard-no-such-program' }, shell: { command: 'sh' } };
    const cwd = await folderWith({ 'mci.json': schema({ mcp_servers: servers }) });
    const { exit, stdout } = await mcix(cwd, ['validate']);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      'MCP server command not found in PATH: plugboard-no-such-program (server: files)',
    );
    expect(stdout).toMatch(/\n0 errors, 1 warning\n$/u);
  });

  test('[mcix:validate:exit-code] exits 1 only for errors', async () => {
    const warned = await folderWith({ 'mci.json': schema({ tools: [], strange: 1 }) });
    expect(await mcix(warned, ['validate'])).toMatchObject({ exit: 0 });
    const wrong = await folderWith({ 'mci.json': schema({ tools: [{ name: 'x' }] }) });
    const { exit, stdout } = await mcix(wrong, ['validate']);
    expect(exit).toBe(1);
    expect(stdout).toContain("tools[0] 'execution' is required");
  });
});

test('a thousand findings are placed without reading the file a thousand times', async () => {
  const tools = Array.from({ length: 1_000 }, (_, at) => says(`t${at}`, 'x', { surprise: at }));
  const cwd = await folderWith({
    'mci.json': JSON.stringify({ schemaVersion: '1.0', tools }, undefined, 2),
  });
  const { stdout } = await mcix(cwd, ['validate']);
  expect(stdout).toContain('tools[999].surprise is not a field the specification knows');
  expect(stdout.match(/^warning /gmu)).toHaveLength(1_000);
});

test('of two members of one name, the one that counts is pointed at', async () => {
  const text = '{\n"schemaVersion": "1.0",\n"tools": 1,\n"tools": 2\n}';
  const cwd = await folderWith({ 'mci.json': text });
  expect((await mcix(cwd, ['validate'])).stdout).toContain('mci.json:4:10: tools must be an array');
});

test('a variable of a .env file is set, for both commands', async () => {
  const cwd = await folderWith({
    'mci.json': schema({ tools: [says('t', '{{env.PB_A}} {{env.PB_B}}')] }),
    '.env': 'PB_A=1',
  });
  for (const { stdout } of [
    await mcix(cwd, ['validate']),
    await runPlugboard(['validate', 'mci.json'], { cwd }),
  ]) {
    expect(stdout).toContain('env.PB_B');
    expect(stdout).not.toContain('env.PB_A');
  }
});
