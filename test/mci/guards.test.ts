// What holds for every value: a URL keeps its shape, a path never leaves the root.
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlugboardError } from '../../src/core/errors.ts';
import { compileRequest } from '../../src/sources/mci/executors/http/compile-request.ts';
import { allowedPath, contains } from '../../src/sources/mci/path-rules.ts';
import { tempFolder } from '../support/temp-folder.ts';

const URL_PIECES = [
  '/',
  '\\',
  '..',
  '.',
  '%2e',
  '?',
  '#',
  '@',
  ':',
  '&',
  '=',
  ' ',
  '\n',
  'é',
  '[',
  'a',
];
const urlValue = fc
  .array(fc.oneof(fc.constantFrom(...URL_PIECES), fc.string({ unit: 'grapheme' })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''));

function built(
  url: string,
  props: Record<string, string>,
  params?: Record<string, string>,
): URL | undefined {
  const build = compileRequest({ type: 'http', url, ...(params && { params }) });
  try {
    return build({ props, env: {} }).url;
  } catch (thrown) {
    if (thrown instanceof PlugboardError) return undefined;
    throw thrown;
  }
}

test('a value in a URL stays in its place, whatever it is', () => {
  fc.assert(
    fc.property(urlValue, urlValue, (a, b) => {
      const url = built(
        'https://h.example/x/{{props.a}}/y?q={{props.b}}#f',
        { a, b },
        { p: '{{props.b}}' },
      );
      if (!url) return;
      const segments = url.pathname.split('/');
      expect(url.host).toBe('h.example');
      expect([segments.length, segments[1], segments[3]]).toEqual([4, 'x', 'y']);
      expect(decodeURIComponent(segments[2] ?? '')).toBe(a);
      expect([...url.searchParams]).toEqual([
        ['q', b],
        ['p', b],
      ]);
    }),
    { numRuns: 1_000 },
  );
});

test('a value in the host of a URL adds no host, whatever it is', () => {
  fc.assert(
    fc.property(urlValue, (v) => {
      const url = built('https://{{props.v}}.example.com/x', { v });
      expect(url === undefined || url.host.endsWith('.example.com')).toBe(true);
      expect(url === undefined || url.pathname === '/x').toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('a path that is allowed is inside, whatever way it takes', async () => {
  const outer = await tempFolder();
  const root = join(outer, 'root');
  await mkdir(join(root, 'a/b'), { recursive: true });
  await mkdir(join(outer, 'other'));
  await writeFile(join(outer, 'other/f'), '');
  await symlink('../other', join(root, 'out'));
  await symlink('.', join(root, 'a/self'));
  await symlink('../..', join(root, 'a/up'));
  const rules = { schemaDir: root, anyPaths: false, allowed: [] };
  const real = await realpath(root);
  const pieces = fc.constantFrom(
    '..',
    '.',
    'a',
    'b',
    'out',
    'self',
    'up',
    'f',
    'new',
    '',
    outer,
    root,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 7 }), async (parts) => {
      const path = await allowedPath(parts.join('/'), rules).catch(() => undefined);
      expect(path === undefined || contains(real, path)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
