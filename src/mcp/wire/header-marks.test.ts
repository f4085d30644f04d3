// Proves which marks make a tool unusable, and that ordinary schemas never do.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { headerMarkProblem } from './header-marks.ts';

const withProperties = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const marked = (mark: JsonObject['']): JsonObject => ({ type: 'string', 'x-mcp-header': mark });

describe('headerMarkProblem', () => {
  it.each<[string, JsonObject]>([
    ['no marks', withProperties({ a: { type: 'number' } })],
    ['a string', withProperties({ a: marked('Region') })],
    ['an integer', withProperties({ a: { type: 'integer', 'x-mcp-header': 'Count' } })],
    ['a boolean', withProperties({ a: { type: 'boolean', 'x-mcp-header': 'Dry' } })],
    ['a nested parameter', withProperties({ a: withProperties({ b: marked('Deep') }) })],
    ['a parameter of that name', withProperties({ 'x-mcp-header': { type: 'number' } })],
    ['a default that looks like one', { type: 'object', default: { 'x-mcp-header': '' } }],
    ['a definition of that name', { type: 'object', $defs: { 'x-mcp-header': {} } }],
  ])('is content with %s', (_, schema) => {
    expect(headerMarkProblem(schema)).toBeUndefined();
  });

  it.each<[string, JsonObject, RegExp]>([
    ['an empty name', withProperties({ a: marked('') }), /no name of a header/],
    ['a blank', withProperties({ a: marked('My Region') }), /no name of a header/],
    ['a colon', withProperties({ a: marked('Region:Primary') }), /no name of a header/],
    ['a letter beyond ASCII', withProperties({ a: marked('Région') }), /no name of a header/],
    ['a tab', withProperties({ a: marked('Region\t1') }), /no name of a header/],
    ['a number for a name', withProperties({ a: marked(1) }), /no name of a header/],
    [
      'the same name in another case',
      withProperties({ a: marked('MyField'), b: marked('myfield') }),
      /two parameters/,
    ],
    [
      'a number',
      withProperties({ a: { type: 'number', 'x-mcp-header': 'Score' } }),
      /no string, integer or boolean/,
    ],
    [
      'an object',
      withProperties({ a: { type: 'object', 'x-mcp-header': 'Data' } }),
      /no string, integer or boolean/,
    ],
    ['no type', withProperties({ a: { 'x-mcp-header': 'Any' } }), /no string, integer or boolean/],
    ['the schema itself', { ...withProperties({}), ...marked('Root') }, /not on a parameter/],
    [
      'items of a list',
      withProperties({ a: { type: 'array', items: marked('Item') } }),
      /not on a parameter/,
    ],
    ['a choice', { oneOf: [withProperties({ a: marked('Choice') })] }, /not on a parameter/],
    ['a definition', { $defs: { x: marked('Def') } }, /not on a parameter/],
  ])('refuses %s', (_, schema, problem) => {
    expect(headerMarkProblem(schema)).toMatch(problem);
  });
});
