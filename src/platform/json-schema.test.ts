// Proves that schemas of every draft are checked by their own rules, and that people can act on the words.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { compileSchema } from './json-schema.ts';

async function check(schema: JsonObject, value: JsonValue): Promise<string | undefined> {
  return (await compileSchema(schema))(value);
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('each draft by its own rules', () => {
  it('2020-12 is meant where none is named', async () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }], items: false };
    expect(await check(schema, ['a'])).toBeUndefined();
    expect(await check(schema, ['a', 'b'])).toBeDefined();
    expect(await check({ ...schema, $schema: DRAFT_2020 }, ['a', 'b'])).toBeDefined();
  });

  it.each([DRAFT_07, DRAFT_2019])(
    '%s has tuples in items, and does not know prefixItems',
    async ($schema) => {
      const tuple = { $schema, type: 'array', items: [{ type: 'string' }], additionalItems: false };
      expect(await check(tuple, ['a'])).toBeUndefined();
      expect(await check(tuple, [7])).toBeDefined();
      expect(await check(tuple, ['a', 'b'])).toBeDefined();
      expect(await check({ $schema, prefixItems: [{ type: 'string' }] }, [7])).toBeUndefined();
    },
  );

  it('2019-09 counts what contains matches, draft-07 does not', async () => {
    const schema = { contains: { type: 'string' }, minContains: 2 };
    expect(await check({ ...schema, $schema: DRAFT_2019 }, ['a'])).toBeDefined();
    expect(await check({ ...schema, $schema: DRAFT_07 }, ['a'])).toBeUndefined();
  });

  it.each([
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema',
    `${DRAFT_2020}#`,
    'http://json-schema.org/draft/2020-12/schema',
  ])('%s is known, however it is spelled', async ($schema) => {
    expect(await check({ $schema, type: 'object' }, 'text')).toBeDefined();
  });

  it.each(['https://example.com/my-dialect', 'http://json-schema.org/draft-04/schema#', 7, null])(
    '%j is not known, and refuses nothing',
    async ($schema) => {
      expect(await check({ $schema, type: 'object' }, 'text')).toBeUndefined();
    },
  );

  it('$defs, anchors, conditions and composition work', async () => {
    const schema = {
      $schema: DRAFT_2020,
      type: 'object',
      $defs: { street: { $anchor: 'street', type: 'string' } },
      properties: {
        to: { $ref: '#street' },
        kind: { enum: ['a', 'b'] },
        size: { type: 'integer' },
      },
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword is called so
      then: { required: ['to'] },
      else: { required: ['size'] },
    };
    expect(await check(schema, { kind: 'a', to: 'x' })).toBeUndefined();
    expect(await check(schema, { kind: 'a', to: 7 })).toContain('Argument to must be string');
    expect(await check(schema, { kind: 'b' })).toContain('Missing required argument: size');
  });
});

describe('what is no good schema', () => {
  it.each<[string, JsonObject]>([
    ['a type that is none', { type: 'text' }],
    ['properties that are none', { properties: 7 }],
    ['a pattern that is none', { pattern: '(' }],
    ['a reference to nothing', { $ref: '#/$defs/gone' }],
  ])('%s: every value is refused, and the reason is the schema', async (_, schema) => {
    expect(await check(schema, {})).toMatch(/^its schema is not valid: ./u);
  });

  it('does not spoil the next one', async () => {
    await check({ type: 'text' }, {});
    expect(await check({ type: 'object' }, {})).toBeUndefined();
  });

  it('a reference into the network is never followed', async () => {
    let asked = 0;
    const server = createServer((_, res) => {
      asked += 1;
      res.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const $ref = `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema.json`;
    expect(await check({ $ref }, {})).toContain('its schema is not valid');
    expect(asked).toBe(0);
  });

  it('unknown keywords and formats are no mistakes', async () => {
    const schema = {
      type: 'object',
      'x-mcp-header': 'Region',
      properties: { a: { type: 'string', format: 'zip-code', widget: 'text' } },
    };
    expect(await check(schema, { a: 'x' })).toBeUndefined();
  });

  it('two schemas may have one $id, and one may be compiled twice', async () => {
    const $id = 'https://example.com/same';
    expect(await check({ $id, type: 'string' }, 'a')).toBeUndefined();
    expect(await check({ $id, type: 'object' }, {})).toBeUndefined();
    expect(await check({ $id, type: 'object' }, 'a')).toBeDefined();
    const schema = { $id, type: 'number' };
    expect(await check(schema, 1)).toBeUndefined();
    expect(await check(schema, 'a')).toBeDefined();
  });
});

describe('words', () => {
  const schema = {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri' },
      count: { type: 'integer', minimum: 1 },
      mode: { enum: ['fast', 'slow'] },
      place: {
        type: 'object',
        properties: { city: { type: 'string' }, zip: { type: 'string', minLength: 3 } },
        required: ['city'],
        additionalProperties: false,
      },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['url'],
    additionalProperties: false,
  };

  it.each<[JsonObject, string]>([
    [{}, 'Missing required argument: url'],
    [{ url: 'https://x', urll: 1 }, 'Unknown argument: urll'],
    [{ url: 7 }, 'Argument url must be string'],
    [{ url: 'not a url' }, 'Argument url must match format "uri"'],
    [{ url: 'https://x', count: '5' }, 'Argument count must be integer'],
    [{ url: 'https://x', count: 0 }, 'Argument count must be >= 1'],
    [{ url: 'https://x', mode: 'medium' }, 'Argument mode must be one of: fast, slow'],
    [{ url: 'https://x', place: {} }, 'Missing required argument: place.city'],
    [{ url: 'https://x', place: { city: 'a', x: 1 } }, 'Unknown argument: place.x'],
    [{ url: 'https://x', tags: ['a', 7] }, 'Argument tags.1 must be string'],
  ])('%j: %s', async (value, words) => {
    expect(await check(schema, value)).toBe(words);
  });

  it('tell the first three, and how many more', async () => {
    const many = { a: 1, b: 2, c: 3, d: 4 };
    expect(await check(schema, many)).toBe(
      'Missing required argument: url; Unknown argument: a; Unknown argument: b; and 2 more',
    );
  });

  it('tell each thing once', async () => {
    const twice = { allOf: [{ required: ['a'] }, { required: ['a'] }] };
    expect(await check(twice, {})).toBe('Missing required argument: a');
  });

  it('speak of the whole where the whole is wrong', async () => {
    expect(await check({ type: 'object' }, [])).toBe('Arguments must be object');
  });
});

it('checks of one schema do not disturb each other', async () => {
  const one = await compileSchema({ type: 'object', required: ['a'] });
  const two = await compileSchema({ type: 'object', required: ['b'] });
  expect(one({ b: 1 })).toBe('Missing required argument: a');
  expect(two({ b: 1 })).toBeUndefined();
  expect(one({ a: 1 })).toBeUndefined();
  expect(two({})).toBe('Missing required argument: b');
});

describe('a schema that refers to itself', () => {
  it('checks every level', async () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, child: { $ref: '#' } },
    };
    const verdict = await compileSchema(tree);
    expect(verdict({ name: 'a', child: { name: 'b' } })).toBeUndefined();
    expect(verdict({ child: { child: { name: 5 } } })).toContain('child.child.name');
  });

  it('may be compiled again, also with the same $id', async () => {
    const schema = { $id: 'https://example.com/a', type: 'object', required: ['x'] };
    await compileSchema(schema);
    const verdict = await compileSchema({ ...schema });
    expect(verdict({})).toContain('x');
  });
});
