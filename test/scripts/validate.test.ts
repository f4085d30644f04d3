// Everything that can be said about a directory of scripts, with the way to mend it.
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPlugboardError } from '../../src/core/errors.ts';
import { validateScripts } from '../../src/sources/scripts/validate-scripts.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

async function findingsIn(root: string) {
  const findings = await validateScripts(root);
  // A finding without a way out helps nobody.
  expect(findings.filter(({ mend }) => mend === '')).toEqual([]);
  return findings.map(({ script, severity, message }) => `${severity} ${script}: ${message}`);
}

const findingsOf = async (files: Readonly<Record<string, string>>) =>
  findingsIn(await folderWith(files));
const ofOption = (option: object) => findingsOf({ tool: shellTool('echo', { x: option }) });

/** A script that prints these two texts. */
const script = (about: string, options: string) =>
  `#!/bin/sh\necho '${about}'\necho '${options}' >&2\n`;

describe('validate', () => {
  it('has nothing to say about scripts by the specification', async () => {
    const option = { description: 'd', required: true, value_type: 'string' };
    const optional = { description: 'd', required: false, value_type: 'float', default_value: 1.5 };
    expect(
      await findingsOf({
        plain: shellTool('echo', { option, optional }),
        'with/state': shellTool('echo 1', {}, { state: true }),
      }),
    ).toEqual([]);
    const samples = new URL('../fixtures/scripts-samples/basic', import.meta.url).pathname;
    expect(await findingsIn(samples)).toEqual([]);
  });

  it('tells every problem of every script', async () => {
    const findings = await findingsOf({
      'a-broken': '#!/bin/sh\nexit 7\n',
      'b-options': shellTool('echo', {
        one: { value_type: 'number' },
        two: { value_type: 'string', default_value: 2 },
      }),
      'c-good': shellTool('echo'),
      'd-text': '#!/bin/sh\necho usage: d-text\n',
    });
    expect(findings).toEqual([
      'error a-broken: --help ended with exit code 7 (error)',
      'error b-options: option "one" has the unknown value_type "number"',
      expect.stringContaining('note b-options: option "one" is optional without a default_value'),
      'error b-options: option "two" has the default_value 2, but it must be a string',
      expect.stringContaining('error d-text: stdout of --help is not JSON'),
      expect.stringContaining('note d-text: stderr of --help is empty'),
    ]);
  });

  it('tells what is wrong with --state', async () => {
    const findings = await findingsOf({
      fails: shellTool('echo no >&2; exit 1', {}, { state: true }),
      text: shellTool('echo some text', {}, { state: true }),
    });
    expect(findings).toEqual([
      'error fails: fails --state: exit code 1 (internal error): no',
      'note text: --state prints text that is not JSON; clients get it as plain text',
    ]);
  });

  it('tells what was found and cannot be used', async () => {
    const root = await folderWith({
      'a/b/c/d/e/deep': shellTool('echo'),
      document: 'text',
      good: shellTool('echo'),
      windows: '#!/bin/sh\r\necho\r\n',
    });
    await symlink('/nowhere', join(root, 'nowhere'));
    await symlink('.', join(root, 'self'));
    expect((await findingsIn(root)).toSorted()).toEqual([
      expect.stringContaining('error nowhere: Cannot use nowhere: the link leads nowhere'),
      expect.stringContaining('line end of Windows'),
      'note document: is not executable and is ignored',
      'warning a/b/c/d/e: lies deeper than 5 levels; nothing in it is listed',
      'warning self: is a link to a directory above it and is not entered',
    ]);
  });

  verifies(
    'mcpd:better:dangerous-names-validate-warning',
    'warns of names that steer programs',
    async () => {
      const x = { required: true, value_type: 'string' };
      expect(await findingsOf({ tool: shellTool('echo', { PATH: x, path: x }) })).toEqual([
        'warning tool: option "PATH" has the name of a variable that steers programs; its value is on stdin only',
      ]);
    },
  );

  verifies('mcpd:options:validate-marks-extras', 'marks what only we accept', async () => {
    const described = '{"description": "d"}';
    const notes: Record<string, string> = {
      '[]': 'stdout of --help is JSON but not an object; the script is listed by its file name',
      '{}': 'description is missing; clients see the file name instead',
    };
    for (const [about, note] of Object.entries(notes)) {
      expect(await findingsOf({ tool: script(about, '{}') })).toEqual([`note tool: ${note}`]);
    }
    expect(await findingsOf({ tool: script(described, '') })).toEqual([
      'note tool: stderr of --help is empty; the script has no options',
    ]);
    const optionNotes: [object, string][] = [
      [{ required: true }, 'has no value_type; any value is accepted'],
      [{ value_type: 'any' }, 'is optional without a default_value; it is absent when not given'],
      [
        { value_type: 'float', default_value: 1 },
        'is a float with a default_value without a fraction',
      ],
      [{ required: true, value_type: 'string', size: { min: 0.5 } }, 'has a size with a fraction'],
    ];
    for (const [option, note] of optionNotes) {
      expect(await ofOption(option)).toEqual([`note tool: option "x" ${note}`]);
    }
    expect(
      await findingsOf({
        tool: script(described, '{"x": {"value_type": "float", "default_value": 1.0}}'),
      }),
    ).toEqual([]);
  });

  it.each([
    [{ type: 'string', required: true, value_type: 'any' }, 'has an unknown field "type"'],
    [
      { required: true, value_type: 'any', description: 5 },
      'has a description that is not a string',
    ],
    [
      { required: true, value_type: 'boolean', size: { min: 1 } },
      'has a size, which means nothing',
    ],
    [{ required: true, value_type: 'integer', size: { min: 5, max: 1 } }, 'that no value can meet'],
    [
      { value_type: 'string', default_value: 'abc', size: { max: 2 } },
      'must be at most 2 characters',
    ],
  ])('warns of %j', async (option, message) => {
    expect(await ofOption(option)).toEqual([expect.stringMatching(`^warning .*${message}`)]);
  });

  it('warns of metadata of the wrong type', async () => {
    const about = { title: 1, version: 2, state: 'true' };
    expect(await findingsOf({ tool: shellTool('echo', {}, about) })).toEqual([
      'warning tool: title is not a string and is ignored',
      'warning tool: version is not a string and is ignored',
      'warning tool: state is neither true nor false and counts as false',
    ]);
  });

  it('refuses a directory that is not there', async () => {
    const error = await validateScripts('/no/such/directory').catch(toPlugboardError);
    expect(error).toMatchObject({ code: 'not_found' });
  });

  it('tells of files that may not be run', async () => {
    const root = await folderWith({ tool: shellTool('echo') });
    await chmod(join(root, 'tool'), 0o644);
    expect(await findingsIn(root)).toEqual(['note tool: is not executable and is ignored']);
  });
});
