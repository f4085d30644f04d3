// Proves that any JSON is sorted into what it is, and that what goes out is JSON again.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import {
  errorText,
  notificationText,
  requestText,
  resultTail,
  resultText,
  toMessage,
} from './jsonrpc.ts';

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>;
const id = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.maxSafeInteger());

describe('toMessage', () => {
  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(['request', 'notification', 'response', 'invalid']).toContain(toMessage(value).kind);
      }),
    );
  });

  it('never throws on what looks like a message', () => {
    const member = fc.option(json, { nil: undefined });
    const almost = fc.record(
      { jsonrpc: fc.constantFrom('2.0', '1.0', null), id: member, method: member, params: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(almost, member, member, (head, result, error) => {
        const value = { ...head, result, error } as JsonObject;
        const message = toMessage(value);
        expect(head.jsonrpc === '2.0' || message.kind === 'invalid').toBe(true);
        const given = value['id'];
        const keepsId = message.kind === 'request' || typeof given === 'string';
        expect(!keepsId || message.kind === 'notification' || message.id === given).toBe(true);
      }),
    );
  });

  it.each<[string, JsonValue, object]>([
    [
      'a request',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { kind: 'request', id: 1, method: 'ping', params: {} },
    ],
    [
      'an id of 0',
      { jsonrpc: '2.0', id: 0, method: 'ping', params: { a: 1 } },
      { kind: 'request', id: 0, params: { a: 1 } },
    ],
    ['an empty id', { jsonrpc: '2.0', id: '', method: 'ping' }, { kind: 'request', id: '' }],
    [
      'a notification',
      { jsonrpc: '2.0', method: 'n', params: {} },
      { kind: 'notification', method: 'n', params: {} },
    ],
    [
      'a response',
      { jsonrpc: '2.0', id: 'q', result: { a: 1 } },
      { kind: 'response', id: 'q', result: { a: 1 } },
    ],
    [
      'an error',
      { jsonrpc: '2.0', id: 'q', error: { code: -1, message: 'no' } },
      { kind: 'response', id: 'q', error: { code: -1, message: 'no' } },
    ],
    [
      'an error of odd shape',
      { jsonrpc: '2.0', id: 'q', error: { message: {} } },
      { kind: 'response', id: 'q', error: { code: -32603, message: '' } },
    ],
    [
      'an answer that says nothing',
      { jsonrpc: '2.0', id: 'q', result: null },
      { kind: 'response', id: 'q', error: { code: -32600 } },
    ],
    [
      'an error about a message without an id',
      { jsonrpc: '2.0', error: { code: -32700, message: 'cannot read' } },
      { kind: 'invalid', id: undefined, isAnswer: true },
    ],
  ])('reads %s', (_, value, expected) => {
    expect(toMessage(value)).toMatchObject(expected);
  });

  it.each<[string, JsonValue, string | number | undefined]>([
    ['no object', 'ping', undefined],
    ['null', null, undefined],
    ['an array', [], undefined],
    ['no version', { id: 1, method: 'ping' }, 1],
    ['an old version', { jsonrpc: '1.0', id: 1, method: 'ping' }, 1],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
    ['a fraction as id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, undefined],
    [
      'an id that lost its last digits',
      JSON.parse('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}') as JsonValue,
      undefined,
    ],
    ['an object as id', { jsonrpc: '2.0', id: {}, method: 'ping' }, undefined],
    ['a method that is no string', { jsonrpc: '2.0', id: 'a', method: 7 }, 'a'],
    ['params in a list', { jsonrpc: '2.0', id: 'a', method: 'ping', params: [1] }, 'a'],
    ['params that are null', { jsonrpc: '2.0', id: 'a', method: 'ping', params: null }, 'a'],
    ['neither method nor result', { jsonrpc: '2.0', id: 'a' }, 'a'],
  ])('refuses %s', (_, value, expected) => {
    expect(toMessage(value)).toMatchObject({ kind: 'invalid', id: expected });
  });
});

describe('what goes out', () => {
  it('carries every id back as it came', () => {
    fc.assert(
      fc.property(id, (given) => {
        const text = resultText(given, '{"a":1}');
        expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: given, result: { a: 1 } });
        const prepared = `{"jsonrpc":"2.0","result":{"a":1}${resultTail(given)}`;
        expect(JSON.parse(prepared)).toEqual(JSON.parse(text));
        const failed: unknown = JSON.parse(errorText({ of: given }, { code: 1, message: 'm' }));
        expect(failed).toMatchObject({ id: given });
      }),
    );
  });

  it('has no raw line break, whatever is said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (said) => {
        const texts = [
          notificationText('n', { said }),
          requestText('r', 'm', { said }),
          errorText('null', { code: 1, message: said }),
        ];
        for (const text of texts) expect(text).not.toMatch(/[\n\r]/u);
      }),
    );
  });

  it('says null or nothing where an id could not be read', () => {
    expect(errorText('null', { code: 1, message: 'm' })).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}',
    );
    expect(errorText('omitted', { code: 1, message: 'm' })).toBe(
      '{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}',
    );
  });
});
