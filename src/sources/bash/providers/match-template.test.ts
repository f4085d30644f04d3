// What a URI must look like to come from a template.
import { expect, test } from 'vitest';
import { matchTemplate } from './match-template.ts';

test.each([
  ['file:///{+path}', 'file:///a/b%20c', { path: 'a/b%20c' }],
  ['x://{a}/{b}', 'x://1/2', { a: '1', b: '2' }],
  ['x://{a}', 'x://1/2', undefined],
  ['x://q{?a,b}', 'x://q?b=2', { b: '2' }],
  ['x://100%25/{a}', 'x://100%25/z', { a: 'z' }],
  ['logs/{date}.log', 'logs/2026-01-31.log', { date: '2026-01-31' }],
  ['x://{a', 'x://1', undefined],
])('[bash-content:template:read] %s of %s', (template, uri, expected) => {
  expect(matchTemplate(template, uri)).toEqual(expected);
});

test('no template and no address keeps us busy', () => {
  const startedMs = Date.now();
  for (const template of ['x://{+a}{+b}{+c}{+d}z', 'x://{+a}-{+b}-z', 'x://{+a}{+b}z']) {
    expect(matchTemplate(template, `x://${'-'.repeat(2_000)}`)).toBeUndefined();
    expect(matchTemplate(template, `x://${'a'.repeat(100_000)}z`)).toBeUndefined();
  }
  expect(Date.now() - startedMs).toBeLessThan(2_000);
});
