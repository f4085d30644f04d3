// Where placeholders are replaced, and the words of the specification when one has no value.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeMachine, servers } from './fake-machine.ts';

const FILE = 'project/config/mcplug.json';

async function machineWith(entry: object) {
  return fakeMachine({ [FILE]: servers({ x: entry, other: { command: 'fine' } }) });
}

const FIELDS: readonly (readonly [
  id: string,
  entry: (text: string) => object,
  expected: object,
])[] = [
  ['mcplug:env:in-env', (text) => ({ command: 'c', env: { K: text } }), { env: { K: 'value' } }],
  [
    'mcplug:env:in-headers',
    (text) => ({ baseUrl: 'https://a.test', headers: { K: text } }),
    { headers: { K: 'value' } },
  ],
  [
    'mcplug:env:in-base-url',
    (text) => ({ baseUrl: `https://a.test/${text}` }),
    { url: 'https://a.test/value' },
  ],
  ['mcplug:env:in-command', (text) => ({ command: text }), { command: 'value' }],
  [
    'mcplug:env:in-args',
    (text) => ({ command: 'c', args: ['--k', text] }),
    { args: ['--k', 'value'] },
  ],
];

const SPELLINGS: readonly (readonly [id: string, text: string])[] = [
  ['mcplug:env:braces', '${V}'],
  ['mcplug:env:dollar-env', '$env:V'],
  ['mcplug:env:braces-env', '${env:V}'],
];

const CASES = FIELDS.flatMap(([field, entry, expected]) =>
  SPELLINGS.map(([spelling, text]) => [field, spelling, text, entry, expected] as const),
);

describe('fields', () => {
  test.each(CASES)('[%s] [%s] %s', async (...row) => {
    const [, , text, entry, expected] = row;
    const machine = await machineWith(entry(text));
    const { transport } = await machine.resolve('x', { env: { V: 'value' } });
    expect(transport).toMatchObject(expected);
  });

  test.each(CASES)('[%s] [mcplug:env:unset-message] [%s] %s unset', async (...row) => {
    const [, , text, entry] = row;
    const machine = await machineWith(entry(text));
    const error = await machine.refusal('x');
    const file = join(machine.project, 'config/mcplug.json');
    expect(error.message).toBe(`Environment variable 'V' is not set (referenced in ${file})`);
    expect(error.code).toBe('config_error');
    expect(error.hint).toBe('Set V, or write `${V:-fallback}`');
    await expect(machine.resolve('other')).resolves.toBeDefined();
  });

  test.each(FIELDS)('[%s] [mcplug:env:fallback]', async (_id, entry, expected) => {
    const machine = await machineWith(entry('${V:-value}'));
    expect((await machine.resolve('x')).transport).toMatchObject(expected);
    expect((await machine.resolve('x', { env: { V: 'value' } })).transport).toMatchObject(expected);
  });
});

test('[mcplug:env:fallback-empty-stays] an empty value is a value', async () => {
  const machine = await machineWith({ command: 'c', env: { K: '${V:-x}', L: '${V}' } });
  expect((await machine.resolve('x', { env: { V: '' } })).transport).toMatchObject({
    env: { K: '', L: '' },
  });
});

test('the description and the names of headers are left alone', async () => {
  const machine = await machineWith({
    baseUrl: 'https://a.test',
    description: 'costs ${PRICE}',
    headers: { '${N}': 'v' },
  });
  const { description, transport } = await machine.resolve('x');
  expect(description).toBe('costs ${PRICE}');
  expect(transport).toMatchObject({ headers: { '${N}': 'v' } });
});

test('a folder that looks like a placeholder is only a folder', async () => {
  const machine = await fakeMachine({
    'project/${x}/mcplug.json': servers({ x: { command: 'c' } }),
  });
  const { transport } = await machine.resolve('x', { configPath: '${x}/mcplug.json' });
  expect(transport).toMatchObject({ cwd: join(machine.project, '${x}') });
});

test('a placeholder that never ends is an error of its server alone', async () => {
  const machine = await machineWith({ command: 'c', args: ['${OPEN'] });
  const file = join(machine.project, 'config/mcplug.json');
  expect((await machine.refusal('x')).message).toBe(
    `Error in config ${file}: Unclosed variable reference: \${OPEN`,
  );
});

test('a backslash keeps a placeholder as it is', async () => {
  const machine = await machineWith({ command: 'sh', args: ['-c', 'echo \\${HOME} ${V}'] });
  expect((await machine.resolve('x', { env: { V: 'v' } })).transport).toMatchObject({
    args: ['-c', 'echo ${HOME} v'],
  });
});

test('on Windows names of variables have no case', async () => {
  const machine = await machineWith({ command: '${Path}' });
  const options = { env: { PATH: 'p' } } as const;
  expect((await machine.resolve('x', { ...options, platform: 'win32' })).transport).toMatchObject({
    command: 'p',
  });
  expect((await machine.refusal('x', options)).message).toContain("'Path' is not set");
});

test('the environment of loading does not decide, that of using does', async () => {
  const machine = await machineWith({ command: '${V}' });
  const { message } = await machine.refusal('x');
  expect(message).toContain("'V' is not set");
  expect((await machine.resolve('x', { env: { V: 'late' } })).transport).toMatchObject({
    command: 'late',
  });
});
