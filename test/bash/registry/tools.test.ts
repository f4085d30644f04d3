// Which files of a project become tools, and what is known about them.
import { execFileSync } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { keep, keepFiles, namesOf, projectFolder, said, SCRIPT } from './stage.ts';

verifies(
  'bash:tools:which-files',
  'tool.*, files with metadata and the only executable are tools',
  async () => {
    const { registry } = await keepFiles({
      'tools/hello/tool.sh': 'echo not executable',
      'tools/snake/tool.py': '#!/usr/bin/env python3\n',
      'tools/pair/one.sh': SCRIPT,
      'tools/pair/one.meta.json': { name: 'one' },
      'tools/pair/two.sh': SCRIPT,
      'tools/pair/two.sh.meta.json': { name: 'two' },
      'tools/pair/helper.sh': SCRIPT,
      'tools/alone/greet.sh': SCRIPT,
      'tools/alone/notes.txt': 'not a script',
      'tools/two-scripts/a.sh': SCRIPT,
      'tools/two-scripts/b.sh': SCRIPT,
    });
    const { tools } = await registry.current();
    expect(namesOf(tools)).toEqual(['greet', 'hello', 'one', 'snake', 'two']);
    expect(said(tools)).toBe('');
  },
);

verifies(
  'bash:tools:not-tools',
  'helpers, README files, completion scripts and hidden folders are no tools',
  async () => {
    const { registry } = await keepFiles({
      'tools/hello/tool.sh': SCRIPT,
      'tools/hello/smoke.sh': SCRIPT,
      'tools/hello/README.md': '#!/bin/sh\n',
      'tools/hello/lib/helper.sh': SCRIPT,
      'tools/hello/.cache/tool.sh': SCRIPT,
      'tools/.hidden/tool.sh': SCRIPT,
      'tools/words/words.completion.sh': SCRIPT,
      'tools/only-smoke/smoke.sh': SCRIPT,
      'tools/at-the-root.sh': SCRIPT,
    });
    const { tools } = await registry.current();
    expect(namesOf(tools)).toEqual(['hello']);
  },
);

verifies('bash:tools:depth', 'a tool lies at most three folders deep', async () => {
  const { registry } = await keepFiles({
    'tools/a/b/c/tool.sh': SCRIPT,
    'tools/a/b/c/d/tool.sh': SCRIPT,
  });
  expect((await registry.current()).tools.items).toMatchObject([
    { name: 'c', path: 'a/b/c/tool.sh' },
  ]);
});

verifies('bash:tools:duplicate', 'of two with one name the first is listed', async () => {
  const { registry } = await keepFiles({
    'tools/a/tool.sh': SCRIPT,
    'tools/a/tool.meta.json': { name: 'same' },
    'tools/b/tool.sh': SCRIPT,
    'tools/b/tool.meta.json': { name: 'same' },
    'tools/c/tool.sh': SCRIPT,
  });
  const { tools } = await registry.current();
  expect(tools.items).toMatchObject([{ name: 'c' }, { name: 'same', path: 'a/tool.sh' }]);
  expect(said(tools)).toContain("b/tool.sh: Error in config b/tool.sh: the name 'same' is taken");
});

verifies('bash:tools:names', 'dots are listed, other letters are a problem', async () => {
  const { registry } = await keepFiles({
    'tools/dotted/tool.sh': SCRIPT,
    'tools/dotted/tool.meta.json': { name: 'example.hello' },
    'tools/blank/tool.sh': SCRIPT,
    'tools/blank/tool.meta.json': { name: 'two words' },
    'tools/long/tool.sh': SCRIPT,
    'tools/long/tool.meta.json': { name: 'x'.repeat(65) },
  });
  const { tools } = await registry.current();
  expect(namesOf(tools)).toEqual(['example.hello']);
  expect(said(tools)).toContain("tool name 'two words' must be");
  expect(tools.problems).toHaveLength(2);
});

const META = {
  name: 'full',
  title: 'Full',
  description: 'Has everything',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  outputSchema: { type: 'object', properties: { b: { type: 'number' } } },
  timeoutSecs: 5,
  timeoutHint: 'ask for less',
  progressExtendsTimeout: true,
  maxTimeoutSecs: 60,
  annotations: { readOnlyHint: true, destructiveHint: false },
  _meta: { own: 1 },
};

verifies(['bash:tools:fields', 'bash:tools:path'], 'every field of metadata is kept', async () => {
  const { registry } = await keepFiles({
    'tools/full/tool.sh': SCRIPT,
    'tools/full/tool.meta.json': { ...META, comment: 'unknown fields are not kept' },
  });
  expect((await registry.current()).tools.items).toEqual([{ ...META, path: 'full/tool.sh' }]);
});

verifies('bash:tools:arguments-alias', '`arguments` is another word for inputSchema', async () => {
  const { registry } = await keepFiles({
    'tools/old/tool.sh': SCRIPT,
    'tools/old/tool.meta.json': { name: 'old', arguments: { properties: { a: {} } } },
  });
  const [tool] = (await registry.current()).tools.items;
  expect(tool?.inputSchema).toEqual({ type: 'object', properties: { a: {} } });
});

verifies('bash:tools:precedence', 'what a meta file says counts without a name too', async () => {
  const inputSchema = { type: 'object', properties: { a: {} }, required: ['a'] };
  const { registry } = await keepFiles({
    'tools/a/tool.sh': SCRIPT,
    'tools/a/tool.meta.json': { inputSchema, timeoutSecs: 3 },
  });
  expect((await registry.current()).tools.items).toEqual([
    { name: 'a', description: '', path: 'a/tool.sh', inputSchema, timeoutSecs: 3 },
  ]);
});

verifies('bash:tools:precedence', 'a meta file, then a comment, then defaults', async () => {
  const inline = '#!/bin/sh\n# mcp: {"name":"inline","description":"Inside","timeoutSecs":3}\n';
  const { registry } = await keepFiles({
    'tools/a/tool.sh': inline.replace('"inline"', '"ignored"'),
    'tools/a/tool.meta.json': { name: 'meta' },
    'tools/b/tool.sh': inline,
    'tools/c/tool.sh': SCRIPT,
    'tools/d/tool.sh': inline.replace('"inline"', '"second"'),
    'tools/d/tool.meta.json': { comment: 'says neither name nor description' },
  });
  expect((await registry.current()).tools.items).toEqual([
    { name: 'c', description: '', path: 'c/tool.sh', inputSchema: EMPTY },
    {
      name: 'inline',
      description: 'Inside',
      path: 'b/tool.sh',
      inputSchema: EMPTY,
      timeoutSecs: 3,
    },
    { name: 'meta', description: '', path: 'a/tool.sh', inputSchema: EMPTY },
    {
      name: 'second',
      description: 'Inside',
      path: 'd/tool.sh',
      inputSchema: EMPTY,
      timeoutSecs: 3,
    },
  ]);
});

const EMPTY = { type: 'object', properties: {} };

test('metadata that is no JSON is a problem of its tool only', async () => {
  const { registry, logs } = await keepFiles({
    'tools/broken/tool.sh': SCRIPT,
    'tools/broken/tool.meta.json': '{"name": "broken",',
    'tools/shape/tool.sh': SCRIPT,
    'tools/shape/tool.meta.json': { name: 'shape', inputSchema: 'text' },
    'tools/fine/tool.sh': SCRIPT,
  });
  const { tools } = await registry.current();
  expect(namesOf(tools)).toEqual(['fine']);
  expect(said(tools)).toContain('broken/tool.meta.json: Invalid JSON');
  expect(said(tools)).toContain('inputSchema must be an object');
  expect(logs).toHaveLength(2);
});

test('links are not followed', async () => {
  const root = await projectFolder({ 'tools/real/tool.sh': SCRIPT, 'elsewhere/tool.sh': SCRIPT });
  await symlink(join(root, 'elsewhere'), join(root, 'tools', 'linked'));
  expect(namesOf((await keep(root).registry.current()).tools)).toEqual(['real']);
});

test('a folder that may not be read is told and hides nothing else', async (context) => {
  if (process.getuid?.() === 0) context.skip();
  const root = await projectFolder({ 'tools/shut/tool.sh': SCRIPT, 'tools/open/tool.sh': SCRIPT });
  await chmod(join(root, 'tools', 'shut'), 0o000);
  const { tools } = await keep(root).registry.current();
  await chmod(join(root, 'tools', 'shut'), 0o755);
  expect(namesOf(tools)).toEqual(['open']);
  expect(said(tools)).toContain('shut cannot be read (EACCES)');
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

verifies(
  ['bash:icons:local', 'bash:icons:relative', 'bash:icons:kept'],
  'icons that are files become data URIs',
  async () => {
    const root = await projectFolder({
      'tools/a/tool.sh': SCRIPT,
      'tools/a/icons/logo.svg': SVG,
      'tools/a/tool.meta.json': {
        name: 'a',
        icons: [
          { src: './icons/logo.svg', sizes: ['any'] },
          { src: 'https://example.com/a.png', mimeType: 'image/png' },
          { src: 'data:image/png;base64,AAAA' },
          { src: 'missing.png' },
          { src: '/etc/passwd', mimeType: 'image/png' },
          { src: 'pipe.png' },
          'no icon',
        ],
      },
    });
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'tools/a/pipe.png')]);
    const { registry } = keep(root);
    const src = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`;
    expect((await registry.current()).tools.items[0]?.icons).toEqual([
      { src, sizes: ['any'], mimeType: 'image/svg+xml' },
      { src: 'https://example.com/a.png', mimeType: 'image/png' },
      { src: 'data:image/png;base64,AAAA' },
      { src: 'missing.png' },
      { src: '/etc/passwd', mimeType: 'image/png' },
      { src: 'pipe.png' },
    ]);
  },
);
