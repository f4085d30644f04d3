// How results look to people and to programs.
import { expect, test } from 'vitest';
import { text, textResult } from '../../core/result.ts';
import { renderResult } from './render-result.ts';

const PNG = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

test('text blocks end with one newline each', () => {
  expect(renderResult({ content: [text('a'), text('b\n')] }, 'text')).toBe('a\nb\n');
});

test('other blocks are named', () => {
  const content = [
    PNG,
    { type: 'resource_link', uri: 'file:///x', name: 'x' },
    { type: 'resource', resource: { uri: 'mcpd://counter/state', text: '{}' } },
    { type: 'resource', resource: { uri: 'x://blob', blob: 'AAAA' } },
    { type: 'hologram', depth: 3 },
  ];
  expect(renderResult({ content }, 'text')).toBe(
    '[image: image/png, 3 bytes]\n' +
      '[link: file:///x]\n' +
      '[resource: mcpd://counter/state]\n{}\n' +
      '[resource: x://blob] 3 bytes\n' +
      '{"type":"hologram","depth":3}\n',
  );
});

test('structured content is shown where there is no other', () => {
  expect(renderResult({ content: [], structuredContent: { a: 1 } }, 'text')).toBe(
    '{\n  "a": 1\n}\n',
  );
  expect(renderResult({ content: [] }, 'text')).toBe('');
});

test('raw adds nothing', () => {
  expect(renderResult({ content: [text('a'), PNG] }, 'raw')).toBe(`a\n${JSON.stringify(PNG)}`);
});

test('JSON is the whole result', () => {
  const result = { ...textResult('a'), isError: false, _meta: { exitCode: 0 }, later: true };
  expect(JSON.parse(renderResult(result, 'json'))).toEqual(result);
});
