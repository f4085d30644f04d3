// Building, checking, compacting and shortening JSON.
import { describe, expect, test } from 'vitest';
import { callTool, quoted } from './call-tool.ts';

const NASTY = [
  '',
  'plain',
  ' spaces ',
  'two\nlines\n',
  'tab\tand\rreturn\b\f',
  'quote " and \\ backslash',
  "apostrophe ' and $HOME `id` $(id)",
  '-n',
  '--',
  '%s %d \\n',
  '& &amp; \\&',
  '{"json": true}',
  'žluťoučký 日本 🎉',
  '\u0001\u001f\u007f',
  '/slash/',
  '*',
];

describe('[bash-sdk:json:escape] mcp_json_escape', () => {
  test.each(NASTY)('of %j', async (value) => {
    const call = await callTool(`mcp_json_escape ${quoted(value)}`);
    expect(call).toMatchObject({ exit: 0, stderr: '' });
    expect(JSON.parse(call.stdout)).toBe(value);
    expect(call.stdout).not.toContain('\n');
  });
});

test('[bash-sdk:json:obj] mcp_json_obj makes an object of strings, in order', async () => {
  const words = NASTY.flatMap((value, index) => [`key ${index}"`, value]);
  const call = await callTool(`mcp_json_obj ${words.map(quoted).join(' ')}`);
  const expected = Object.fromEntries(NASTY.map((value, index) => [`key ${index}"`, value]));
  expect(call.stdout).toBe(JSON.stringify(expected));
});

test('[bash-sdk:json:obj] mcp_json_obj without arguments is {}', async () => {
  expect((await callTool('mcp_json_obj')).stdout).toBe('{}');
});

test('[bash-sdk:json:obj-odd] a key without a value is fatal, also inside a substitution', async () => {
  const call = await callTool('mcp_emit_json "$(mcp_json_obj a 1 b)"\necho "still here"');
  expect(JSON.parse(call.errorFile)).toMatchObject({ code: -32603 });
  expect(call.stderr).toContain('mcp_json_obj');
  expect(await callTool('mcp_json_obj a; echo never')).toMatchObject({ exit: 1, stdout: '' });
});

test('[bash-sdk:json:arr] mcp_json_arr makes an array of strings', async () => {
  const call = await callTool(`mcp_json_arr ${NASTY.map(quoted).join(' ')}; mcp_json_arr`);
  expect(call.stdout).toBe(`${JSON.stringify(NASTY)}[]`);
});

describe('[bash-sdk:emit:text] mcp_emit_text', () => {
  test.each(NASTY)('prints %j and nothing else', async (value) => {
    const call = await callTool(`mcp_emit_text ${quoted(value)}`);
    expect(call).toMatchObject({ exit: 0, stdout: value });
  });
});

describe('[bash-sdk:emit:json] mcp_emit_json', () => {
  test.each([
    ['{ "a" : 1 }', '{"a":1}'],
    ['[1,\n 2]\n', '[1,2]'],
    ['{"a":" kept  inside "}', '{"a":" kept  inside "}'],
    ['{"a":1}', '{"a":1}'],
    [' "text" ', '"text"'],
    ['{ "n": 12345678901234567890 }', '{"n":12345678901234567890}'],
    ['not json at all', 'not json at all'],
    ['{ "a": }', '{ "a": }'],
    ['{} {}', '{} {}'],
    ['', ''],
  ])('of %j prints %j', async (json, stdout) => {
    const call = await callTool(`mcp_emit_json ${quoted(json)}`);
    expect(call).toMatchObject({ exit: 0, stdout, stderr: '' });
  });

  test('compacts a big text too', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({ index, text: 'some text' }));
    const body = 'mcp_emit_json "$(mcp_args_raw)"';
    const call = await callTool(body, { args: JSON.stringify(rows, undefined, 1) });
    expect(call.stdout).toBe(JSON.stringify(rows));
  });
});

describe('[bash-sdk:json:valid] mcp_is_valid_json', () => {
  test.each([
    ['{}', true],
    ['[1,{"a":[]}]', true],
    ['"text"', true],
    ['-0.5e+10', true],
    ['null', true],
    [' true ', true],
    ['"\\u00e9"', true],
    ['', false],
    [' ', false],
    ['{} {}', false],
    ['{"a":1,}', false],
    ['[1,]', false],
    ['{"a" 1}', false],
    ['{1:2}', false],
    ['"open', false],
    ['tru', false],
    ['{]', false],
    ["{'a':1}", false],
  ])('of %j is %s', async (json, isValid) => {
    const call = await callTool(`if mcp_is_valid_json ${quoted(json)}; then echo yes; fi`);
    expect(call).toMatchObject({ exit: 0, stdout: isValid ? 'yes\n' : '' });
  });

  test('is always true in minimal mode', async () => {
    const env = { MCPBASH_MODE: 'minimal' };
    expect((await callTool('mcp_is_valid_json "{" && echo yes', { env })).stdout).toBe('yes\n');
  });
});

test.each(['C', 'C.UTF-8'])('[bash-sdk:json:bytes] mcp_byte_length in %s', async (locale) => {
  const body =
    "mcp_byte_length ''; mcp_byte_length abc; mcp_byte_length 'é日🎉'; echo ${LC_ALL-unset}";
  const call = await callTool(body, { env: { LANG: locale } });
  expect(call.stdout).toBe('0\n3\n9\nunset\n');
});

async function truncate(json: unknown, options: string): Promise<Record<string, unknown>> {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const call = await callTool(`mcp_json_truncate "$(mcp_args_raw)" ${options}`, { args: text });
  expect(call).toMatchObject({ exit: 0, stderr: '' });
  return JSON.parse(call.stdout) as Record<string, unknown>;
}

describe('[bash-sdk:json:truncate] mcp_json_truncate', () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: index, text: 'é'.repeat(10) }));

  test('leaves what fits as it is', async () => {
    expect(await truncate([1, 2], '100')).toEqual({ result: [1, 2], truncated: false });
    expect(await truncate({ a: 1 }, '')).toEqual({ result: { a: 1 }, truncated: false });
  });

  test.each([
    { where: 'an array', options: '', wrap: (list: unknown) => list },
    { where: '.results', options: '', wrap: (results: unknown) => ({ total: 3, results }) },
    { where: 'a path', options: '--array-path .a.b', wrap: (b: unknown) => ({ a: { b } }) },
  ])('keeps as much of $where as fits', async ({ options, wrap }) => {
    const answer = await truncate(wrap(rows), `1000 ${options}`);
    const kept = Number(answer['kept']);
    expect(answer).toMatchObject({ truncated: true, total: 100, _warning: expect.any(String) });
    expect(answer['result']).toEqual(wrap(rows.slice(0, kept)));
    const bytes = (count: number) => Buffer.byteLength(JSON.stringify(wrap(rows.slice(0, count))));
    expect(bytes(kept)).toBeLessThanOrEqual(1000);
    expect(bytes(kept + 1)).toBeGreaterThan(1000);
  });

  test.each([
    ['{', '', 'invalid_json'],
    ['{} {}', '', 'invalid_json'],
    ['{"a":1}', '--array-path a', 'invalid_path_syntax'],
    ['{"a":1}', "--array-path '.a[0]'", 'invalid_path_syntax'],
    ['{"a":"xxxxxxxxxxxx"}', '5 --array-path .b', 'path_not_found'],
    ['{"a":"xxxxxxxxxxxx"}', '5 --array-path .a', 'invalid_array_path'],
    ['{"a":"xxxxxxxxxxxx"}', '5', 'output_too_large'],
    ['{"results":[1],"x":"xxxxxxxxxxxxxx"}', '5', 'output_too_large'],
    ['"xxxxxxxxxxxxxxxxxxxxxxxx"', '5', 'output_too_large'],
  ])('of %s with %s is %s', async (json, options, type) => {
    const answer = await truncate(json, options);
    expect(answer).toEqual({
      result: null,
      truncated: false,
      error: { type, message: expect.any(String) },
    });
  });
});
