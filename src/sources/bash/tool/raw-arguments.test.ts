// The client's own spelling of arguments survives; whatever JSON they are, they mean the same.
import { assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import { localContext } from '../../../core/local-context.ts';
import { argumentsText } from './raw-arguments.ts';

function textOf(line: string): string {
  const { params } = JSON.parse(line) as { params: JsonObject };
  const ctx = localContext({ request: { id: 1, params, text: line } });
  return argumentsText(params['arguments'] as JsonObject, ctx);
}

test('digits and the order of keys stay as they are', () => {
  const args = '{ "b" : 12345678901234567890 , "2": 1.0,"1":[ 1e400 , "a \\" } b" ] }';
  const line = `{"jsonrpc":"2.0","params":{"name":"x","arguments":${args}},"id":1}`;
  expect(textOf(line)).toBe('{"b":12345678901234567890,"2":1.0,"1":[1e400,"a \\" } b"]}');
});

test('of two the last counts, as in parsing', () => {
  expect(textOf('{"params":{"arguments":{"a":1},"arguments":{"a":2.50}}}')).toBe('{"a":2.50}');
});

test('arguments that were changed on their way are written anew', () => {
  const ctx = localContext({ request: { id: 1, params: { arguments: { a: 1 } }, text: '{}' } });
  expect(argumentsText({ a: 2 }, ctx)).toBe('{"a":2}');
});

test('any arguments mean the same, however they are spaced', () => {
  assert(
    property(
      dictionary(string(), jsonValue()),
      dictionary(string(), jsonValue()),
      constantFrom(undefined, 1, '\t'),
      (args, beside, space) => {
        const params = { ...beside, arguments: args };
        const line = JSON.stringify({ ...beside, jsonrpc: '2.0', params, id: 7 }, undefined, space);
        const parsed = JSON.parse(textOf(line)) as JsonValue;
        expect(parsed).toEqual(JSON.parse(JSON.stringify(args)));
      },
    ),
  );
});
