// What the engine says about templates that are wrong, with the place of the mistake.
import { describe, expect, test } from 'vitest';
import { PlugboardError } from '../../src/core/errors.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { compileField, compileValue } from '../../src/sources/mci/template/compile-value.ts';
import {
  LEFT_OUT,
  parseNative,
  resolveNative,
} from '../../src/sources/mci/template/resolve-native.ts';
import { proves } from './support/proves.ts';
import { render } from './support/render.ts';

const INVALID = (field: string) =>
  `Invalid JSON-native placeholder format: '${field}'. Must be exactly {!!path!!} with no surrounding content.`;

describe('mistakes have a line and a column', () => {
  const rows: readonly [template: string, message: string, line: number, column: number][] = [
    ['a\n {{props.x}}', "Failed to resolve placeholder '{{props.x}}'", 2, 2],
    ['{{env}}', "'env' as a whole is refused", 1, 3],
    ['@if(env)x@endif', "'env' as a whole is refused", 1, 5],
    ['{{ }}', 'Expected a path', 1, 4],
    ['{{props.a', 'is not closed with }}', 1, 1],
    ["{{props.a | 'b}}", 'This quote is not closed', 1, 13],
    ['x\n@if(props.a)', '@if is not closed with @endif', 2, 1],
    ['@for(i in range(0, 2))', '@for is not closed with @endfor', 1, 1],
    ['@endif', '@endif without @if', 1, 1],
    ['@for(i in range(0,1))@endif', '@endif where @endfor is due', 1, 22],
    ['@else', '@else outside of an @if', 1, 1],
    ['@if(props.a)@else@else@endif', '@else after @else', 1, 18],
    ['@if(props.a == )x@endif', 'Expected a path, a quoted text', 1, 16],
    ['@if(props.a && (props.b)x@endif', 'Expected )', 1, 25],
    ['@for(i in props.a)@endfor', 'Expected (variable in range(start, end))', 1, 5],
    ['@foreach(in x)@endforeach', 'Expected (variable in path)', 1, 9],
    ['@for(i in range(0, props.s))@endfor', "Path 'props.s' is not a whole number", 1, 1],
    ['@foreach(i in props.s)@endforeach', 'requires an array or object, got a string', 1, 1],
    ['@foreach(i in props.no)@endforeach', "Failed to resolve foreach path 'props.no'", 1, 1],
    ['{{props.s.t}}', "Path 'props.s.t' not found in context (a string on the way)", 1, 1],
    ['{{props.l[7]}}', "Path 'props.l[7]' not found in context (no such element)", 1, 1],
    ['{{props.l[}}', 'is not a path', 1, 3],
    ['a {!!props.s!!}', INVALID('a {!!props.s!!}'), 1, 3],
  ];
  for (const [template, message, line, column] of rows) {
    test(`${JSON.stringify(template)} is refused`, () => {
      const error = thrownBy(() => render(template, { props: { s: 'text', l: [1] } }));
      expect(error.message).toContain(message);
      expect(error.data).toEqual({ line, column });
    });
  }

  proves('mci-decision:env:whole-env-refused', 'also in every other form', () => {
    for (const template of ['{{ env }}', '@foreach(x in env)@endforeach', '{{ env | x }}']) {
      expect(() => render(template)).toThrow('as a whole is refused');
    }
    expect(() => compileField('{!!env!!}', 'url')).toThrow('as a whole is refused');
  });

  proves('mci-decision:printing:missing-path-error-names-it', 'with what was tried last', () => {
    expect(() => render('{{props.a | env.B}}')).toThrow(
      "Failed to resolve placeholder '{{props.a | env.B}}': Path 'env.B' not found in context",
    );
    expect(() => render('{{item}}')).toThrow("Path 'item' not found in context");
    expect(() => render('{{props.__proto__}}')).toThrow("'props.__proto__' not found");
    expect(() => render('{{props.l.length}}', { props: { l: [] } })).toThrow('not found');
  });

  test('the field is named in the hint', () => {
    const field = compileField('{{props.x}}', 'execution.url');
    expect(thrownBy(() => field.text({ props: {}, env: {} })).hint).toContain('execution.url');
  });
});

const native = (field: string, props: Record<string, JsonValue>, declared: string[] = []) =>
  compileValue(
    field,
    'field',
  )({
    props,
    env: { CONFIG: 'c' },
    declares: (keys) => declared.includes(String(keys[0])),
  });

describe('native placeholders', () => {
  const kinds: readonly [id: string, value: JsonValue][] = [
    ['mci:native:boolean', false],
    ['mci:native:number', 0.95],
    ['mci:native:array', ['a', { b: 1 }]],
    ['mci:native:object', { debug: false, retries: 3 }],
    ['mci:native:null', null],
    ['mci:native:syntax', 'text'],
  ];
  for (const [id, value] of kinds) {
    proves(id, `${JSON.stringify(value)} keeps its type`, () => {
      expect(native('{!!props.v!!}', { v: value })).toEqual(value);
      expect(native('{!! props.v !!}', { v: value })).toEqual(value);
    });
  }

  proves('mci:native:env-is-valid', 'a variable of the environment', () => {
    expect(native('{!!env.CONFIG!!}', {})).toBe('c');
  });

  proves(
    ['mci:native:text-before-is-error', 'mci:native:error-mixed-content'],
    'text before it',
    () => {
      expect(() => native('Status: {!!props.v!!}', { v: 1 })).toThrow(
        INVALID('Status: {!!props.v!!}'),
      );
      expect(() => native('text {!!props.value!!}', {})).toThrow(INVALID('text {!!props.value!!}'));
    },
  );
  proves('mci:native:in-url-is-error', 'within a URL', () => {
    const url = 'https://api.com/{!!props.path!!}';
    expect(() => compileField(url, 'url')).toThrow(INVALID(url));
  });
  proves('mci:native:text-after-is-error', 'text after it', () => {
    const field = '{!!props.value!!} and more text';
    expect(() => native(field, { value: 1 })).toThrow(INVALID(field));
  });
  proves('mci:native:error-invalid-syntax', 'the other kind of placeholder', () => {
    expect(() => parseNative('{{props.value}}')).toThrow(INVALID('{{props.value}}'));
  });
  proves('mci:native:error-missing-property', 'a path that nobody declared', () => {
    expect(() => native('{!!props.missing!!}', {})).toThrow(
      "Failed to resolve JSON-native placeholder '{!!props.missing!!}': Path 'props.missing' not found in context",
    );
    expect(() => native('{!!env.MISSING!!}', {})).toThrow("Path 'env.MISSING' not found");
  });

  proves(
    'mci-decision:native:absent-optional-leaves-field-out',
    'members and elements are left out, a text that must be there is an error',
    () => {
      const scope = { props: { a: 1 }, env: {}, declares: () => true };
      expect(resolveNative(parseNative('{!!props.o!!}'), scope)).toBe(LEFT_OUT);
      const value = compileValue(
        { a: '{!!props.a!!}', o: '{!!props.o!!}', l: ['{!!props.o!!}', 2] },
        'x',
      );
      expect(value(scope)).toEqual({ a: 1, l: [2] });
      expect(() => compileField('{!!props.o!!}', 'execution.url').text(scope)).toThrow(
        'execution.url needs a value',
      );
    },
  );
});

function thrownBy(act: () => unknown): PlugboardError {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof PlugboardError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}
