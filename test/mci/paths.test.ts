// File and text tools, and which paths a tool may touch: links, races and dots included.
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { MciClient } from '../../src/sources/mci/mci-client.ts';
import { contains } from '../../src/sources/mci/path-rules.ts';
import { tempFolder } from '../support/temp-folder.ts';
import {
  clientOf,
  clientOfTool,
  refusalOf,
  schemaFolder,
  textOf,
  type SchemaText,
} from './support/project.ts';
import { proves } from './support/proves.ts';

/** A directory outside of every schema, with a file in it. */
async function outside(): Promise<{ folder: string; file: string }> {
  const folder = await tempFolder();
  const file = join(folder, 'secret.txt');
  await writeFile(file, 'secret');
  return { folder, file };
}

const READ = { type: 'file', path: '{{props.p}}' };
const OUTSIDE = /Not allowed: .* is outside the directory of the schema and its allow-list/u;

async function errorOf(
  client: MciClient,
  props: JsonObject,
  name = 't',
): Promise<string | undefined> {
  return (await client.execute(name, props)).error;
}

describe('file tools', () => {
  proves(['mci:file:type-required', 'mci:file:path-required'], 'a path must be there', async () => {
    const { message } = await refusalOf({ tools: [{ name: 't', execution: { type: 'file' } }] });
    expect(message).toContain("execution 'path' is required");
  });
  proves(
    [
      'mci:file:templating-default-true',
      'mci:file:full-engine',
      'mci:file:example-template-file',
      'mci:complete-example:load-report',
    ],
    'a file is a template, by default with the whole engine',
    async () => {
      const report =
        'Report {{props.report_id}}\n@foreach(x in props.l)\n- {{x}}\n@endforeach\n@if(env.E)\nE\n@endif\n';
      const files: Record<string, SchemaText> = { 'templates/report-7.txt': report };
      const props = { report_id: 7, l: ['a', 'b'] };
      const execution = { type: 'file', path: './templates/report-{{props.report_id}}.txt' };
      const client = await clientOfTool(execution, { files, env: { E: '1' } });
      expect(await textOf(client, props)).toBe('Report 7\n- a\n- b\nE');
      const explicit = await clientOfTool(
        { ...execution, enableTemplating: true },
        { files, env: { E: '' } },
      );
      expect(await textOf(explicit, props)).toBe('Report 7\n- a\n- b');
    },
  );
  proves('mci:file:example-raw-file', 'a raw file is shown as it is', async () => {
    const raw = '{"a": "{{not.a.template}}", "@if(": 1}';
    const execution = { type: 'file', path: 'settings.json', enableTemplating: false };
    expect(await textOf(await clientOfTool(execution, { files: { 'settings.json': raw } }))).toBe(
      raw,
    );
    const example = { type: 'file', path: '/etc/config/settings.json', enableTemplating: false };
    expect(await errorOf(await clientOfTool(example), {})).toMatch(OUTSIDE);
  });
  test('what cannot be read is said in the words of the original', async () => {
    const client = await clientOfTool(READ, { files: { 'd/x': '', 'bytes.bin': '' } });
    expect(await errorOf(client, { p: 'no.txt' })).toBe('File not found: no.txt');
    expect(await errorOf(client, { p: 'd' })).toBe('Path is not a file: d');
    expect(await errorOf(client, { p: 'd/x/y' })).toBe('File not found: d/x/y');
    expect(await errorOf(client, { p: 'a\0b' })).toContain('holds a NUL character');
  });
  test('bytes, byte order marks, large files, and files that change', async () => {
    const path = await schemaFolder({ tools: [{ name: 't', execution: READ }] });
    const file = join(dirname(path), 'f.txt');
    await using client = await MciClient.open(path, { env: {} });
    await writeFile(file, Buffer.from([0xff, 0xfe, 0]));
    expect(await errorOf(client, { p: 'f.txt' })).toBe('File is not UTF-8 text: f.txt');
    await writeFile(file, '\uFEFF@if(props.p)\nfirst\n@endif');
    expect(await textOf(client, { p: 'f.txt' })).toBe('first');
    await writeFile(file, 'second {{props.p}}');
    expect(await textOf(client, { p: 'f.txt' })).toBe('second f.txt');
    await writeFile(file, Buffer.alloc(10_485_761, 'x'));
    expect(await errorOf(client, { p: 'f.txt' })).toContain('Output exceeds 10485760 bytes');
  });
});

describe('text tools', () => {
  proves(['mci:text:type-required', 'mci:text:text-required'], 'a text must be there', async () => {
    const { message } = await refusalOf({ tools: [{ name: 't', execution: { type: 'text' } }] });
    expect(message).toContain("execution 'text' is required");
  });
  proves(['mci:text:example-simple-message', 'mci:text:full-engine'], 'the example', async () => {
    const text = 'Hello {{props.username}}! This message was generated on {{env.CURRENT_DATE}}.';
    const client = await clientOfTool({ type: 'text', text }, { env: { CURRENT_DATE: 'Monday' } });
    expect(await textOf(client, { username: 'Ada' })).toBe(
      'Hello Ada! This message was generated on Monday.',
    );
    const loop = await clientOfTool({
      type: 'text',
      text: '@for(i in range(0, 2))@if(i){{i}}@endif@endfor',
    });
    expect(await textOf(loop)).toBe('1');
    expect(
      await textOf(await clientOfTool({ type: 'text', text: '{!!props.l!!}' }), { l: [1] }),
    ).toBe('[1]');
  });
});

describe('which paths', () => {
  proves(
    [
      'mci:security:restricted-by-default',
      'mci:security:schema-directory-always-allowed',
      'mci:schema:enable-any-paths-default',
      'mci:schema:directory-allow-list-default',
      'mci-decision:paths:file-path-checked',
    ],
    'the directory of the schema, and nothing else',
    async () => {
      const { file } = await outside();
      const client = await clientOfTool(READ, { files: { 'in/side.txt': 'inside' } });
      expect(await textOf(client, { p: 'in/side.txt' })).toBe('inside');
      expect(await textOf(client, { p: './in/../in/side.txt' })).toBe('inside');
      for (const p of [file, '/etc/passwd', '../x', 'in/../../x', '/', '..']) {
        expect(await errorOf(client, { p })).toMatch(OUTSIDE);
      }
    },
  );
  proves(
    [
      'mci:security:allow-list-adds-directories',
      'mci:security:allow-list-absolute',
      'mci:security:allow-list-relative-to-schema',
    ],
    'and the directories of the allow-list, absolute, relative, or by a variable',
    async () => {
      const { folder, file } = await outside();
      const tools = [{ name: 't', execution: READ }];
      for (const directory of [folder, '{{env.DIR}}']) {
        const client = await clientOf(
          { tools, directoryAllowList: [directory] },
          { env: { DIR: folder } },
        );
        expect(await textOf(client, { p: file })).toBe('secret');
        expect(await errorOf(client, { p: `${folder}x/secret.txt` })).toMatch(OUTSIDE);
      }
      const main = await schemaFolder({ tools, directoryAllowList: ['../shared'] });
      const sub = join(dirname(main), 'project');
      await mkdir(sub);
      await mkdir(join(dirname(main), 'shared'));
      await writeFile(join(dirname(main), 'shared/f.txt'), 'shared');
      await rename(main, join(sub, 'main.mci.json'));
      await using client = await MciClient.open(join(sub, 'main.mci.json'), { env: {} });
      expect(await textOf(client, { p: '../shared/f.txt' })).toBe('shared');
      expect(await errorOf(client, { p: '../other/f.txt' })).toMatch(OUTSIDE);
    },
  );
  proves(
    'mci:security:any-paths-disables-validation',
    'or anything, where the schema says so',
    async () => {
      const { file, folder } = await outside();
      const tools = [
        { name: 't', execution: READ },
        { name: 'pwd', execution: { type: 'cli', command: 'pwd', cwd: '{{props.p}}' } },
      ];
      const client = await clientOf({ enableAnyPaths: true, tools });
      expect(await textOf(client, { p: file })).toBe('secret');
      expect(await textOf(client, { p: folder }, 'pwd')).toBe(`${folder}\n`);
    },
  );
  proves(['mci-decision:paths:cwd-checked'], 'working directories too', async () => {
    const client = await clientOfTool({ type: 'cli', command: 'pwd', cwd: '{{props.p}}' });
    expect(await errorOf(client, { p: '/' })).toMatch(OUTSIDE);
  });
  proves(
    'mci-decision:paths:command-with-separator-checked',
    'and commands that are paths',
    async () => {
      const { folder } = await outside();
      await writeFile(join(folder, 'tool'), '#!/bin/sh\necho ran\n', { mode: 0o755 });
      const files = { 'bin/tool': '#!/bin/sh\necho inside\n' };
      expect(
        await textOf(await clientOfTool({ type: 'cli', command: './bin/tool' }, { files })),
      ).toBe('inside\n');
      const climbing = await clientOfTool({ type: 'cli', command: 'bin/../../tool' }, { files });
      expect(await errorOf(climbing, {})).toMatch(OUTSIDE);
      const chosen = await clientOfTool({ type: 'cli', command: '{{props.c}}' });
      expect(await errorOf(chosen, { c: join(folder, 'tool') })).toMatch(OUTSIDE);
      const byEnv = await clientOfTool(
        { type: 'cli', command: '{{env.D}}/tool' },
        { env: { D: folder } },
      );
      expect(await errorOf(byEnv, {})).toMatch(OUTSIDE);
      const absolute = await clientOfTool({ type: 'cli', command: join(folder, 'tool') });
      expect(await textOf(absolute)).toBe('ran\n');
    },
  );
});

describe('what a tool says for itself', () => {
  proves(
    [
      'mci:tool-security:any-paths-for-this-tool',
      'mci:tool-security:any-paths-precedence',
      'mci:tool:example-security-override',
      'mci-decision:paths:tool-overrides-schema',
      'mci-decision:paths:present-false-overrides',
    ],
    'enableAnyPaths of a tool counts for that tool, also when false',
    async () => {
      const { file } = await outside();
      const execution = { type: 'file', path: '{{props.file_path}}' };
      const open = {
        name: 'read_system_file',
        description: 'Read a file with unrestricted access',
        enableAnyPaths: true,
        execution,
      };
      const tools = [
        open,
        { name: 'closed', execution },
        { name: 'strict', enableAnyPaths: false, execution },
      ];
      const closed = await clientOf({ tools });
      expect(await textOf(closed, { file_path: file }, 'read_system_file')).toBe('secret');
      expect(await errorOf(closed, { file_path: file }, 'closed')).toMatch(OUTSIDE);
      const lax = await clientOf({ enableAnyPaths: true, tools });
      expect(await textOf(lax, { file_path: file }, 'closed')).toBe('secret');
      expect(await errorOf(lax, { file_path: file }, 'strict')).toMatch(OUTSIDE);
    },
  );
  proves(
    [
      'mci:tool-security:allow-list-for-this-tool-only',
      'mci:tool-security:allow-list-precedence',
      'mci:tool-security:allow-list-absolute-or-relative',
      'mci:tool:example-allow-list-yaml',
      'mci-decision:paths:present-empty-list-overrides',
    ],
    'directoryAllowList of a tool takes the place of the schema’s, also when empty',
    async () => {
      const [a, b] = [await outside(), await outside()];
      const yaml = `schemaVersion: '1.0'
directoryAllowList: ['${a.folder}']
tools:
  - name: read_config
    description: Read configuration from allowed directories
    annotations: { title: Read Config, readOnlyHint: true }
    directoryAllowList:
      - ${b.folder}
      - ./configs
    execution: { type: file, path: "{{props.config_path}}" }
  - { name: plain, execution: { type: file, path: "{{props.config_path}}" } }
  - { name: none, directoryAllowList: [], execution: { type: file, path: "{{props.config_path}}" } }
`;
      const client = await clientOf(yaml, { files: { 'configs/c.txt': 'config' } });
      const read = (config_path: string, name = 'read_config') =>
        client.execute(name, { config_path });
      expect((await read(b.file)).isError).toBe(false);
      expect((await read('configs/c.txt')).isError).toBe(false);
      expect((await read(a.file)).error).toMatch(OUTSIDE);
      expect((await read(a.file, 'plain')).isError).toBe(false);
      expect((await read(b.file, 'plain')).error).toMatch(OUTSIDE);
      expect((await read(a.file, 'none')).error).toMatch(OUTSIDE);
    },
  );
  proves(
    ['mci-decision:paths:toolset-tool-cannot-widen', 'mci-decision:paths:server-tool-cannot-widen'],
    'a tool from a toolset or a server can give up, and gain nothing',
    async () => {
      const [a, b] = [await outside(), await outside()];
      const hostile = {
        tools: [
          { name: 'any', enableAnyPaths: true, execution: READ },
          { name: 'root', directoryAllowList: ['/'], execution: READ },
          { name: 'part', directoryAllowList: [a.folder, b.folder], execution: READ },
          { name: 'none', directoryAllowList: [], execution: READ },
        ],
        expiresAt: '2999-01-01',
      };
      const files = { 'mci/x.mci.json': hostile, 'mci/mcp/s.mci.json': hostile };
      const sources = [{ toolsets: ['x'] }, { mcp_servers: { s: { command: 'x' } } }];
      for (const source of sources) {
        const client = await clientOf({ ...source, directoryAllowList: [a.folder] }, { files });
        for (const name of ['any', 'root', 'part']) {
          expect(await errorOf(client, { p: b.file }, name)).toMatch(OUTSIDE);
        }
        expect(await textOf(client, { p: a.file }, 'any')).toBe('secret');
        expect(await textOf(client, { p: a.file }, 'part')).toBe('secret');
        expect(await errorOf(client, { p: a.file }, 'none')).toMatch(OUTSIDE);
        const lax = await clientOf({ ...source, enableAnyPaths: true }, { files });
        expect(await textOf(lax, { p: b.file }, 'root')).toBe('secret');
      }
    },
  );
});

describe('links and races', () => {
  proves(
    ['mci-decision:paths:relative-to-schema-directory', 'mci-decision:paths:same-real-path-opened'],
    'links are followed before the check, whatever the working directory is',
    async () => {
      const { folder, file } = await outside();
      const path = await schemaFolder(
        { tools: [{ name: 't', execution: READ }] },
        { 'real/f.txt': 'inside' },
      );
      const here = dirname(path);
      await symlink(file, join(here, 'link.txt'));
      await symlink(folder, join(here, 'folder'));
      await symlink(join(here, 'real'), join(here, 'alias'));
      await symlink(join(folder, 'not-yet'), join(here, 'dangling'));
      await using client = await MciClient.open(path, { env: {} });
      expect(await errorOf(client, { p: 'link.txt' })).toMatch(OUTSIDE);
      expect(await errorOf(client, { p: 'folder/secret.txt' })).toMatch(OUTSIDE);
      expect(await errorOf(client, { p: 'folder/new.txt' })).toMatch(OUTSIDE);
      expect(await textOf(client, { p: 'alias/f.txt' })).toBe('inside');
      expect(await errorOf(client, { p: 'dangling' })).toMatch(/outside|not found/iu);
      const linked = join(await tempFolder(), 'project');
      await symlink(here, linked);
      await using second = await MciClient.open(join(linked, 'main.mci.json'), { env: {} });
      expect(await textOf(second, { p: 'real/f.txt' })).toBe('inside');
    },
  );
  test('a directory that turns into a link while files are read never leaks the other file', async () => {
    const { folder } = await outside();
    const path = await schemaFolder(
      { tools: [{ name: 't', execution: READ }] },
      { 'd/secret.txt': 'inside' },
    );
    const here = dirname(path);
    await using client = await MciClient.open(path, { env: {} });
    const ending = new AbortController();
    const flip = async () => {
      await symlink(folder, join(here, 'evil'));
      while (!ending.signal.aborted) {
        await rename(join(here, 'd'), join(here, 'good')).catch(() => {});
        await rename(join(here, 'evil'), join(here, 'd')).catch(() => {});
        await rename(join(here, 'd'), join(here, 'evil')).catch(() => {});
        await rename(join(here, 'good'), join(here, 'd')).catch(() => {});
      }
    };
    const flipping = flip();
    const seen = new Set<unknown>();
    for (let round = 0; round < 300; round += 1) {
      const { content } = await client.execute('t', { p: 'd/secret.txt' });
      seen.add(content?.[0]?.['text']);
    }
    ending.abort();
    await flipping;
    await rm(join(here, 'evil'), { force: true });
    expect([...seen].filter((text) => text !== undefined && text !== 'inside')).toEqual([]);
  });
  test('containment is about whole names', () => {
    expect(contains('/a/b', '/a/b')).toBe(true);
    expect(contains('/a/b', '/a/b/c')).toBe(true);
    expect(contains('/a/b', '/a/bc')).toBe(false);
    expect(contains('/a/b', '/a')).toBe(false);
    expect(contains('/a/b', '/a/b/..c')).toBe(true);
  });
});
