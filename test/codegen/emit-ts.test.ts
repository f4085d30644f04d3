// `emit-ts` through the command: what it prints compiles, is formatted, and talks to a live server.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emitTs } from '../../src/codegen/typescript/emit-ts.ts';
import type { Catalog, Provenance } from '../../src/codegen/catalog.ts';
import { ROOT } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';
import { printed, runProgram, stage, TORTURE, TORTURE_COMMAND, tortureCatalog } from './stage.ts';

const OXFMT = join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
const STYLE = JSON.stringify({ printWidth: 100, singleQuote: true, trailingComma: 'all' });

const PROVENANCE: Provenance = {
  format: 1,
  kind: 'types-ts',
  version: '1.0.0',
  server: 'torture',
  source: 'node',
  origin: { kind: 'configured', server: 'torture' },
  options: {},
  tools: [],
};

const USE_TYPES = `
import type { AddInput, AddOutput, DeepOutputOutput, EnumsInput, MapsInput } from './torture.ts';
import type { OddPropertiesInput, RecursiveRefInput, TortureTools, TuplesInput } from './torture.ts';
import type { UnionsInput, WideInput } from './torture.ts';

export const add: AddInput = { a: 1, b: 2 };
// @ts-expect-error b is required
export const less: AddInput = { a: 1 };
// @ts-expect-error a is a number
export const wrong: AddInput = { a: '1', b: 2 };
export const sum: AddOutput['sum'] = 3;
export const color: EnumsInput = { color: 'green blue', level: 2, mixed: { x: 1 }, fixed: 'only' };
// @ts-expect-error no such color
export const noColor: EnumsInput = { color: 'black' };
export const union: UnionsInput = { either: 1, nullable: null, shape: { kind: 'circle', radius: 1 } };
// @ts-expect-error a square has a side
export const noShape: UnionsInput = { either: 1, nullable: '', shape: { kind: 'square', radius: 1 } };
export const point: TuplesInput = { point: [1, 2], rest: ['a', 1, 2] };
// @ts-expect-error two numbers
export const noPoint: TuplesInput = { point: [1] };
export const maps: MapsInput = { numbers: { a: 1 }, open: { known: 'k', other: 3 } };
export const tree: RecursiveRefInput = { tree: { value: 'v', children: [{ value: 'w' }] } };
export const item: DeepOutputOutput['items'][number]['id'] = 'x';
export const wide: WideInput = { property_1: 'a', property_300: ['b'] };
// Every object has a constructor and toString: where they mean something else they must be said.
const inherited = { constructor: 'c', toString: true };
export const odd: OddPropertiesInput = { ['__proto__']: 'own', '2fa': '1', ' ': '', ...inherited };
export type Slash = TortureTools['a/b']['input'];
export type Proto = TortureTools['__proto__']['input'];
`;

verifies(
  ['codegen:emit-ts:stdout', 'codegen:emit-ts:types', 'codegen:torture', 'codegen:header'],
  'types of the torture catalog compile, and are as narrow as the schemas',
  async () => {
    const { plugboard, write, compile } = await stage({ torture: TORTURE });
    const text = printed(await plugboard(['emit-ts', 'torture']));
    expect(text).toMatch(/^\/\/ Made by plugboard \S+ from torture \(/u);
    expect(text).not.toContain('import');
    await write('torture.ts', text);
    await write('use.ts', USE_TYPES);
    expect(await compile(['torture.ts', 'use.ts'])).toBe('');
  },
);

const USE_CLIENT = `
import { openTortureClient } from './torture.ts';

await using client = await openTortureClient();
const { sum } = (await client.add({ a: 1, b: 2 })).json();
const exact: number = sum;
const structured = (await client.deepOutput()).structured();
const first: string | undefined = structured?.items[0]?.id;
const texts = [
  await client._2fa({ value: 'two' }),
  await client.aB(),
  await client.proto({ value: 'p' }),
  await client.new(),
  await client.then2(),
  await client.constructor2(),
  await client.getItem3({ id: 'x' }),
].map((result) => JSON.parse(result.text()).name);
// @ts-expect-error b is required
const failed = await client.fails().then((result) => result.isError || client.add({ a: 1 }));
process.stdout.write(JSON.stringify({ exact, first, texts, failed }));
`;

verifies(
  ['codegen:emit-ts:client', 'codegen:emit-ts:modes', 'codegen:ad-hoc'],
  'a typed client of a server described by flags compiles and calls it',
  async () => {
    const { plugboard, write, compile, run } = await stage();
    const words = ['--stdio', TORTURE_COMMAND, '--name', 'torture', '--mode', 'client'];
    const emitted = await plugboard(['emit-ts', ...words, '--output', 'torture.ts']);
    expect(emitted).toMatchObject({ exit: 0, stdout: '' });
    expect(emitted.stderr).toBe('Wrote a TypeScript client to torture.ts\n');
    await write('use.ts', USE_CLIENT);
    expect(await compile(['use.ts'])).toBe('');
    expect(JSON.parse(printed(await run('out/use.js')))).toEqual({
      exact: 3,
      first: 'i1',
      texts: ['2fa', 'a/b', '__proto__', 'new', 'then', 'constructor', 'get-item'],
      failed: true,
    });
  },
);

test('[codegen:emit-ts:docs] descriptions, formats and defaults are comments', async () => {
  const { plugboard } = await stage({ torture: TORTURE });
  const text = printed(await plugboard(['emit-ts', 'torture', '--include-tools', 'add,formats']));
  expect(text).toContain('/**\n * Adds two numbers.\n * Gives the sum.\n */\nexport interface Add');
  expect(text).toContain('   * When.\n   * Format: date-time\n');
  expect(text).toContain('/** @defaultValue 0.5 */');
  expect(text).not.toContain('EnumsInput');
});

test.each(['types', 'client'] as const)(
  '[codegen:formatted] [codegen:deterministic] a formatter finds nothing to do: %s',
  async (mode) => {
    const { folder, write, read } = await stage();
    const catalog = await tortureCatalog();
    const text = emitTs(catalog, { name: 'torture', provenance: PROVENANCE, mode });
    expect(emitTs(catalog, { name: 'torture', provenance: PROVENANCE, mode })).toBe(text);
    await write('.oxfmtrc.json', STYLE);
    await write('torture.ts', text);
    printed(await runProgram(process.execPath, [OXFMT, 'torture.ts'], { cwd: folder }));
    expect(await read('torture.ts')).toBe(text);
  },
);

const catalogOf = (count: number): Catalog => ({
  server: 'many',
  connection: { kind: 'http', url: 'https://example.com/mcp', headers: {} },
  tools: Array.from({ length: count }, (_, at) => ({
    name: `tool_${at % 7}`,
    description: 'Does something.',
    inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { enum: [1, 2] } } },
  })),
});

const cpuMs = (count: number) => {
  const catalog = catalogOf(count);
  const before = process.cpuUsage();
  emitTs(catalog, { name: 'many', provenance: PROVENANCE, mode: 'client' });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

test('[codegen:linear] ten times the tools take ten times as long', () => {
  cpuMs(1_000);
  const few = Math.min(...Array.from({ length: 9 }, () => cpuMs(100)));
  const many = Math.min(...Array.from({ length: 5 }, () => cpuMs(1_000)));
  expect(many / few).toBeLessThan(15);
});

test('says what is wrong with its words', async () => {
  const { plugboard } = await stage({ torture: TORTURE });
  const mode = await plugboard(['emit-ts', 'torture', '--mode', 'none']);
  expect(mode.stderr).toBe("Cannot parse --mode: expected types or client, got 'none'\n");
  const tool = await plugboard(['emit-ts', 'torture', '--exclude-tools', 'nope', '--json']);
  expect(JSON.parse(tool.stdout)).toMatchObject({
    error: { code: 'not_found', server: 'torture', tool: 'nope' },
  });
  expect(tool.exit).toBe(1);
});
