// What scripts say of themselves with --help, and what becomes of it.
import { describe, expect, it } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { stageWith } from './stage.ts';

/** A script that prints these two texts for --help, and ends with this code. */
function helpScript(stdout: string, stderr: string, exitCode = 0): string {
  return `#!/bin/sh
cat <<'ABOUT'
${stdout}
ABOUT
cat >&2 <<'OPTIONS'
${stderr}
OPTIONS
exit ${exitCode}
`;
}

async function schemaOf(options: object) {
  const stage = await stageWith({ tool: shellTool('echo ok', options) });
  return (await stage.tool('tool')).inputSchema;
}

async function propertyOf(option: object) {
  const { properties } = (await schemaOf({ x: option })) as { properties: { x: object } };
  return properties.x;
}

async function problemOf(text: string) {
  const stage = await stageWith({ bad: text, good: shellTool('echo ok') });
  // One broken script never hides the others.
  expect(await stage.names()).toEqual(['good']);
  const { bad } = await stage.problems();
  if (!bad) throw new Error('no problem was reported');
  expect(bad.hint).toBeTruthy();
  return bad;
}

describe('metadata', () => {
  verifies(
    [
      'scripts:intro:executables-are-tools',
      'scripts:help:runs-script-help',
      'scripts:help:stdout-json-metadata',
      'scripts:help:stderr-json-options',
      'scripts:help:description',
      'scripts:help:complete-example-add-numbers',
    ],
    'the complete example of the specification becomes a tool',
    async () => {
      const about = '{"description": "Adds two numbers", "state": false}';
      const options =
        '{"a": {"description": "First number", "required": true, "value_type": "integer"}, "b": {"description": "Second number", "required": true, "value_type": "integer"}}';
      const stage = await stageWith({ add: helpScript(about, options) });
      expect(await stage.list()).toEqual({
        items: [
          {
            name: 'add',
            description: 'Adds two numbers',
            inputSchema: {
              type: 'object',
              properties: {
                a: { type: 'integer', description: 'First number' },
                b: { type: 'integer', description: 'Second number' },
              },
              required: ['a', 'b'],
              additionalProperties: false,
            },
          },
        ],
        problems: [],
      });
    },
  );

  verifies(
    [
      'scripts:help:title-optional',
      'scripts:help:version-optional',
      'mcpd:better:title-exposed',
      'mcpd:better:version-exposed',
      'mcpd:better:annotations-exposed',
    ],
    'title and version are shown where they are given',
    async () => {
      const about = { title: 'My Title', version: '1.0.0' };
      const stage = await stageWith({
        plain: shellTool('echo'),
        rich: shellTool('echo', {}, about),
      });
      expect(await stage.tool('rich')).toMatchObject({
        title: 'My Title',
        annotations: { title: 'My Title' },
        _meta: { version: '1.0.0' },
      });
      expect(Object.keys(await stage.tool('plain'))).not.toContain('title');
    },
  );

  verifies('scripts:help:state-flag', 'only a true state makes a resource', async () => {
    const stage = await stageWith({
      no: shellTool('echo', {}, { state: false }),
      text: shellTool('echo', {}, { state: 'true' }),
      yes: shellTool('echo', {}, { state: true }),
    });
    await stage.list();
    const listing = await stage.source.resources?.list(localContext());
    expect(listing?.items.map(({ name }) => name)).toEqual(['yes']);
  });

  verifies('scripts:help:must-exit-0', 'a script that fails its --help is a problem', async () => {
    const error = await problemOf(helpScript('{"description": "x"}', 'not today', 3));
    expect(error.message).toBe('--help ended with exit code 3 (forbidden): not today');
  });

  verifies('scripts:help:stderr-empty-object', 'an empty object means no options', async () => {
    const stage = await stageWith({ tool: helpScript('{"description": "x"}', '{}') });
    expect((await stage.tool('tool')).inputSchema).toEqual({
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  verifies('mcpd:keep:help-empty-stderr-no-options', 'an empty stderr too', async () => {
    const stage = await stageWith({ tool: helpScript('{"description": "x"}', ' ') });
    expect((await stage.tool('tool')).inputSchema).toMatchObject({ properties: {}, required: [] });
  });

  verifies('mcpd:keep:help-any-json-on-stdout', 'any JSON on stdout will do', async () => {
    const stage = await stageWith({
      'a/list': helpScript('[]', '{}'),
      empty: helpScript('{"description": ""}', '{}'),
      number: helpScript('{"description": 5, "title": 6, "unknown": 7}', '{}'),
      text: helpScript('"hi"', '{}'),
    });
    const tools = (await stage.list()).items.map(({ name, description }) => [name, description]);
    expect(tools).toEqual([
      ['a/list', 'list'],
      ['empty', 'Command: empty'],
      ['number', 'number'],
      ['text', 'text'],
    ]);
  });

  it.each([
    ['text before the JSON', helpScript('hello {"description": "x"}', '{}'), 'not JSON'],
    ['nothing on stdout', helpScript('', '{}'), 'it is empty'],
    ['a warning on stderr', helpScript('{}', 'warning: old\n{}'), 'not one JSON object'],
    ['a list on stderr', helpScript('{}', '[]'), 'not an object'],
    ['an option that is no object', helpScript('{}', '{"a": 1}'), 'option "a" is not an object'],
    ['no first line', 'echo hi\n', 'does not name an interpreter'],
    ['a line end of Windows', '#!/bin/sh\r\necho hi\r\n', 'line end of Windows'],
    ['an interpreter that is missing', '#!/no/such/interpreter\n', 'ENOENT'],
  ])('%s is a problem with a hint', async (_, text, message) => {
    const { chmod } = await import('node:fs/promises');
    const stage = await stageWith({ bad: text, good: shellTool('echo ok') }, { watch: false });
    await chmod(`${stage.root}/bad`, 0o755);
    await stage.call('added-a-moment-ago').catch(() => {});
    expect(await stage.names()).toEqual(['good']);
    const { bad } = await stage.problems();
    expect(bad?.message).toContain(message);
    expect(bad?.hint).toBeTruthy();
  });
});

describe('options', () => {
  verifies(
    [
      'scripts:options:structure',
      'scripts:options:description',
      'scripts:options:required',
      'scripts:options:value-type',
      'scripts:options:default-value',
      'scripts:options:size',
      'scripts:size:optional',
      'mcpd:options:additional-properties-false',
    ],
    'every field of an option has its place in the schema',
    async () => {
      const described = { description: 'What it does', value_type: 'string' };
      const schema = await schemaOf({
        optional: { ...described, required: false, default_value: 'abc', size: { min: 1, max: 9 } },
        required: { ...described, required: true },
      });
      expect(schema).toEqual({
        type: 'object',
        properties: {
          optional: {
            type: 'string',
            minLength: 1,
            maxLength: 9,
            description: 'What it does',
            default: 'abc',
          },
          required: { type: 'string', description: 'What it does' },
        },
        required: ['required'],
        additionalProperties: false,
      });
    },
  );

  const types = {
    'scripts:value-type:string': ['string', { type: 'string' }],
    'scripts:value-type:integer': ['integer', { type: 'integer' }],
    'scripts:value-type:float': ['float', { type: 'number' }],
    'scripts:value-type:boolean': ['boolean', { type: 'boolean' }],
    'scripts:value-type:any': ['any', {}],
    'scripts:value-type:enum': [{ enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
  } as const;
  for (const [id, [type, schema]] of Object.entries(types)) {
    verifies(id, `${JSON.stringify(type)} becomes ${JSON.stringify(schema)}`, async () => {
      expect(await propertyOf({ required: true, value_type: type })).toEqual(schema);
    });
  }

  const sizes = {
    'scripts:size:string-character-length': ['string', { minLength: 2, maxLength: 5 }],
    'scripts:size:integer-numeric-value': ['integer', { minimum: 2, maximum: 5 }],
    'scripts:size:float-numeric-value': ['float', { minimum: 2, maximum: 5 }],
  } as const;
  for (const [id, [type, bounds]] of Object.entries(sizes)) {
    verifies(id, `size of ${type} becomes ${Object.keys(bounds).join(' and ')}`, async () => {
      const option = { required: true, value_type: type, size: { min: 2, max: 5 } };
      expect(await propertyOf(option)).toMatchObject(bounds);
      const half = { required: true, value_type: type, size: { max: 5, min: null } };
      expect(Object.keys(await propertyOf(half))).not.toContain(Object.keys(bounds)[0]);
    });
  }

  verifies('mcpd:accept:fractional-size-limits', 'fractions bound too', async () => {
    const size = { min: 1.5, max: 3.5 };
    expect(await propertyOf({ required: true, value_type: 'string', size })).toMatchObject({
      minLength: 2,
      maxLength: 3,
    });
    expect(await propertyOf({ required: true, value_type: 'float', size })).toMatchObject({
      minimum: 1.5,
      maximum: 3.5,
    });
  });

  it('lets a length of a string never become negative', async () => {
    const size = { min: -3, max: -1 };
    expect(await propertyOf({ required: true, value_type: 'string', size })).toMatchObject({
      minLength: 0,
      maxLength: 0,
    });
  });

  it.each([
    ['an unknown type', { value_type: 'number' }, 'unknown value_type "number"'],
    ['an empty enum', { value_type: { enum: [] } }, 'not a list of strings'],
    ['an enum of numbers', { value_type: { enum: [1] } }, 'not a list of strings'],
    ['a size of words', { value_type: 'string', size: { min: 'a' } }, 'has a size that is not'],
    ['a required of words', { required: 'yes' }, 'neither true nor false'],
  ])('%s is a problem', async (_, option, message) => {
    expect((await problemOf(shellTool('echo', { x: option }))).message).toContain(message);
  });

  it('reports every wrong option of a script at once', async () => {
    const options = { a: { value_type: 'text' }, b: { value_type: 'int' } };
    const { message } = await problemOf(shellTool('echo', options));
    expect(message).toContain('option "a"');
    expect(message).toContain('option "b"');
  });

  it('keeps names that are special in JavaScript', async () => {
    const named =
      '{"__proto__": {"required": true, "value_type": "string"}, "constructor": {"required": true, "value_type": "string"}}';
    const body = `if [ "$1" = "--help" ]; then echo '{}'; echo '${named}' >&2; exit 0; fi; cat`;
    const stage = await stageWith({ tool: `#!/bin/sh\n${body}\n` });
    const { inputSchema } = await stage.tool('tool');
    expect(Object.keys(inputSchema['properties'] as object)).toEqual(['__proto__', 'constructor']);
    const args = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, string>;
    expect(await stage.text('tool', args)).toBe('{"__proto__":"a","constructor":"b"}');
    expect((await stage.failure('tool')).message).toContain('Missing required argument: __proto__');
  });
});

describe('defaults', () => {
  verifies(
    [
      'scripts:default:ignored-when-required',
      'mcpd:options:required-default-not-in-schema',
      'mcpd:options:required-default-not-used',
    ],
    'the default of a required option is neither shown nor used',
    async () => {
      const x = { required: true, value_type: 'string', default_value: 'ignored' };
      const stage = await stageWith({ tool: shellTool('echo "$x"', { x }) });
      expect((await stage.tool('tool')).inputSchema).toMatchObject({
        properties: { x: { type: 'string' } },
      });
      expect(JSON.stringify(await stage.tool('tool'))).not.toContain('ignored');
      expect((await stage.failure('tool')).code).toBe('invalid_arguments');
    },
  );

  verifies(
    [
      'scripts:default:needed-when-optional',
      'mcpd:accept:optional-without-default',
      'mcpd:accept:optional-absent-when-not-given',
    ],
    'an optional option without a default is absent when not given',
    async () => {
      const x = { required: false, value_type: 'string' };
      const y = { required: false, value_type: 'string', default_value: 'why' };
      const stage = await stageWith({ tool: shellTool('cat; echo " ${x-unset} $y"', { x, y }) });
      expect(await stage.text('tool')).toBe('{"y":"why"} unset why');
      expect(await stage.text('tool', { x: '' })).toBe('{"x":"","y":"why"}  why');
    },
  );

  const wrong = ['scripts:default:type-must-match', 'mcpd:options:wrong-type-default-is-a-problem'];
  verifies(wrong, 'a default of another type is a problem', async () => {
    for (const [type, value] of [
      ['string', 5],
      ['integer', 1.5],
      ['float', '1'],
      ['boolean', 'true'],
    ]) {
      const x = { value_type: type, default_value: value };
      const { message } = await problemOf(shellTool('echo', { x }));
      expect(message).toContain(`option "x" has the default_value ${JSON.stringify(value)}`);
    }
  });

  verifies(
    ['scripts:default:one-of-the-enum', 'mcpd:options:default-outside-enum-is-a-problem'],
    'a default outside the enum is a problem',
    async () => {
      const x = { value_type: { enum: ['a', 'b'] }, default_value: 'c' };
      const { message } = await problemOf(shellTool('echo', { x }));
      expect(message).toContain('must be one of "a", "b"');
    },
  );

  verifies('mcpd:accept:float-default-written-1', 'a float default may be written 1', async () => {
    expect(await propertyOf({ value_type: 'float', default_value: 1 })).toEqual({
      type: 'number',
      default: 1,
    });
  });
});
