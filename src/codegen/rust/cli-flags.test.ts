// Proves which flag each property of a tool becomes.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { flagsOf, type CliFlag } from './cli-flags.ts';

function flagOf(schema: JsonValue, more: JsonObject = {}): CliFlag | undefined {
  const inputSchema = { type: 'object', properties: { it: schema }, ...more };
  return flagsOf({ name: 't', inputSchema })[0];
}

describe('[codegen-rust:cli-flags] the kind of a flag', () => {
  it.each<[string, JsonValue, string]>([
    ['a string', { type: 'string' }, 'Text'],
    ['a string or null', { type: ['string', 'null'] }, 'Text'],
    ['an integer', { type: 'integer' }, 'Integer'],
    ['a number', { type: 'number' }, 'Number'],
    ['a boolean', { type: 'boolean' }, 'Boolean'],
    ['an object', { properties: {} }, 'Json'],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, 'Text...'],
    ['a list of numbers', { items: { type: 'number' } }, 'Number...'],
    ['a list of objects', { type: 'array', items: { type: 'object' } }, 'Json'],
    ['a list of anything', { type: 'array' }, 'Json'],
    ['a reference', { $ref: '#/$defs/Id' }, 'Integer'],
    ['one of two types', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'Any'],
    ['one of two objects', { oneOf: [{ type: 'object' }, { type: 'object' }] }, 'Json'],
    ['something or null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'Integer'],
    ['numbers to choose from', { enum: [1, 2] }, 'Integer'],
    ['a mixed choice', { enum: ['auto', 1] }, 'Any'],
    ['anything', true, 'Any'],
  ])('%s', (_, schema, expected) => {
    const flag = flagOf(schema, { $defs: { Id: { type: 'integer' } } });
    expect(`${flag?.kind}${flag?.isList ? '...' : ''}`).toBe(expected);
    expect(flag?.choices).toEqual([]);
  });

  it('knows the texts to choose from', () => {
    const listed = { enum: ['a', 'b', null] };
    expect(flagOf(listed)).toMatchObject({ kind: 'Text', choices: ['a', 'b'] });
    const titled = { oneOf: [{ const: 'x', title: 'X' }, { const: 'y' }] };
    expect(flagOf(titled)).toMatchObject({ kind: 'Text', choices: ['x', 'y'] });
    const several = { type: 'array', items: listed };
    expect(flagOf(several)).toMatchObject({ kind: 'Text', isList: true, choices: ['a', 'b'] });
  });
});

function names(...properties: readonly string[]): readonly string[] {
  const rows = Object.fromEntries(properties.map((name) => [name, { type: 'string' }]));
  return flagsOf({ name: 't', inputSchema: { properties: rows } }).map(({ long }) => long);
}

describe('the name of a flag', () => {
  it('[codegen-rust:collisions] leaves room for the own flags and is never given twice', () => {
    expect(names('json', 'maxResults', 'max_results', 'help', '日本語', '🎉')).toEqual(
      'arg-json max-results max-results-2 arg-help 日本語 unnamed'.split(' '),
    );
  });
});

it('a switch can be switched off, unless another flag is named so', () => {
  const boolean = { type: 'boolean' };
  const properties = {
    color: boolean,
    'no-color': boolean,
    dry: boolean,
    text: { type: 'string' },
  };
  const flags = flagsOf({ name: 't', inputSchema: { properties } });
  expect(flags.map(({ off }) => off)).toEqual([undefined, 'no-no-color', 'no-dry', undefined]);
});

describe('the help of a flag', () => {
  it('says what the schema says, on one line', () => {
    const schema = {
      type: 'integer',
      description: 'How\nmany.\u001B[31m',
      default: 3,
      enum: [1, 3],
    };
    expect(flagOf(schema, { required: ['it'] })?.help).toBe(
      'How many. [31m [required] [one of: 1, 3] [default: 3]',
    );
  });
});

it('takes the properties of allOf and of alternatives, whose own are not required', () => {
  const inputSchema: JsonObject = {
    allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }],
    anyOf: [{ properties: { b: { type: 'string' } }, required: ['b'] }],
  };
  const flags = flagsOf({ name: 't', inputSchema });
  expect(flags.map(({ long, isRequired }) => [long, isRequired])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});
