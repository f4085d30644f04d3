// Unknown and missing arguments are refused before the tool is bothered.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { checkArguments } from './check-arguments.ts';

const OPEN: JsonObject = { properties: { name: {}, style: {} }, required: ['name'] };
const CLOSED: JsonObject = { ...OPEN, additionalProperties: false };

test('what fits passes', () => {
  expect(() => checkArguments({ name: 'Ann', style: 'x' }, CLOSED)).not.toThrow();
  expect(() => checkArguments({ anything: 1 }, {})).not.toThrow();
});

test('a missing argument is named', () => {
  expect(() => checkArguments({ style: 'x' }, OPEN)).toThrow('Missing required argument: name');
});

test('a closed schema refuses every other name', () => {
  expect(() => checkArguments({ name: 'Ann', nonsense: 1 }, CLOSED)).toThrow(
    expect.objectContaining({
      message: 'Unknown argument: nonsense',
      hint: 'It takes: name, style',
    }),
  );
  expect(() => checkArguments({ x: 1 }, { properties: {}, additionalProperties: false })).toThrow(
    expect.objectContaining({ hint: 'The tool takes no arguments' }),
  );
});

test('a schema that is silent refuses a typo and sends the rest', () => {
  expect(() => checkArguments({ nam: 'Ann' }, OPEN)).toThrow(
    expect.objectContaining({ message: 'Unknown argument: nam', hint: 'Did you mean `name`?' }),
  );
  expect(() => checkArguments({ name: 'Ann', nonsense: 1 }, OPEN)).not.toThrow();
});

test('an open schema sends even what looks like a typo', () => {
  const open = { ...OPEN, additionalProperties: true };
  expect(() => checkArguments({ name: 'Ann', styl: 1 }, open)).not.toThrow();
});
