// The files under .registry/: what they hold, when they are written, when they are believed.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { keep, keepFiles, namesOf, projectFolder, registryFile, SCRIPT, write } from './stage.ts';

const PROJECT = {
  'tools/hello/tool.sh': SCRIPT,
  'tools/hello/tool.meta.json': { name: 'hello', description: 'Ä greeting', timeoutSecs: 5 },
  'resources/a.txt': 'A',
  'prompts/p.txt': 'P',
};

verifies('bash:registry:envelope', 'each kind has its envelope', async () => {
  const { registry, root } = await keepFiles(PROJECT);
  await registry.refresh();
  const names = (await readdir(join(root, '.registry'))).toSorted();
  expect(names).toEqual(['prompts.json', 'resources.json', 'tools.json']);
  expect(await registryFile(root, 'tools')).toEqual({
    version: 1,
    generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
    items: [
      {
        name: 'hello',
        description: 'Ä greeting',
        path: 'hello/tool.sh',
        inputSchema: { type: 'object', properties: {} },
        timeoutSecs: 5,
      },
    ],
    hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    total: 1,
  });
});

verifies('bash:registry:hash', 'the hash is that of the items with sorted keys', async () => {
  const { registry, root } = await keepFiles({
    'tools/b/tool.sh': SCRIPT,
    'tools/b/tool.meta.json':
      '{"name":"b","inputSchema":{"type":"object","properties":{"z":{},"a":{}}}}',
  });
  const { tools } = await registry.refresh();
  const canonical =
    '[{"description":"","inputSchema":{"properties":{"a":{},"z":{}},"type":"object"},"name":"b","path":"b/tool.sh"}]';
  const hash = createHash('sha256').update(canonical).digest('hex');
  expect(tools.hash).toBe(hash);
  expect((await registryFile(root, 'tools'))['hash']).toBe(hash);
});

verifies('bash:registry:atomic', 'the folder is ours alone, and nothing half is left', async () => {
  const { registry, root } = await keepFiles(PROJECT);
  await Promise.all([registry.refresh(), registry.refresh(), registry.refresh()]);
  const folder = join(root, '.registry');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'tools.json'))).mode & 0o077).toBe(0);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('what did not change is not written again', async () => {
  const root = await projectFolder(PROJECT);
  const first = keep(root);
  await first.registry.current();
  await first.registry[Symbol.asyncDispose]();
  const before = await stat(join(root, '.registry/tools.json'));
  const second = keep(root);
  await second.registry.current();
  await second.registry[Symbol.asyncDispose]();
  expect((await stat(join(root, '.registry/tools.json'))).ino).toBe(before.ino);
});

test('a project that was removed does not come back', async () => {
  const { registry, root } = await keepFiles(PROJECT);
  await registry.current();
  await rm(root, { recursive: true });
  await registry[Symbol.asyncDispose]();
  await expect(stat(root)).rejects.toThrow('ENOENT');
});

test('a registry that cannot be written is told once and harms nobody', async () => {
  const { registry, root, logs } = await keepFiles({ ...PROJECT, '.registry': 'a file' });
  await registry.refresh();
  expect(namesOf((await registry.refresh()).tools)).toEqual(['hello']);
  expect(logs.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  expect(await stat(join(root, '.registry'))).toMatchObject({ size: 6 });
});

verifies('bash:registry:warning', 'more than 500 of a kind are worth a warning', async () => {
  const files = Array.from({ length: 501 }, (_, at) => [`prompts/p${at}.txt`, 'P'] as const);
  const { registry, logs } = await keepFiles(Object.fromEntries(files));
  await registry.current();
  await registry.refresh();
  expect(logs).toEqual([expect.stringMatching(/^warn prompts: 501 items; .*register\.json/u)]);
});

verifies('bash:registry:max-bytes', 'a registry that is too large is an error', async () => {
  const { registry } = await keepFiles(PROJECT, { env: { MCPBASH_REGISTRY_MAX_BYTES: '50' } });
  await expect(registry.current()).rejects.toMatchObject({
    wire: -32_603,
    message: expect.stringMatching(/tools\.json: has \d+ bytes, more than the 50/u),
  });
  const roomy = await keepFiles(PROJECT, { env: { MCPBASH_REGISTRY_MAX_BYTES: '1000' } });
  expect(namesOf((await roomy.registry.current()).tools)).toEqual(['hello']);
});

/** A project whose registry files say something else than its folders. */
async function outdated(): Promise<string> {
  const root = await projectFolder(PROJECT);
  const { registry } = keep(root);
  await registry.refresh();
  await registry[Symbol.asyncDispose]();
  await write(root, { 'tools/new/tool.sh': SCRIPT });
  return root;
}

const STATIC = { env: { MCPBASH_STATIC_REGISTRY: '1' } };

verifies('bash:registry:static', 'static mode believes the files', async () => {
  const root = await outdated();
  await write(root, {
    'server.d/register.sh': 'mcp_register_tool \'{"name":"x","path":"new/tool.sh"}\'\n',
  });
  const { registry } = keep(root, STATIC);
  const { tools, resources } = await registry.current();
  expect([namesOf(tools), namesOf(resources)]).toEqual([['hello'], ['a']]);
  expect(tools.items[0]).toMatchObject({ path: 'hello/tool.sh', timeoutSecs: 5 });
  await write(root, { 'server.d/register.json': { version: 1, prompts: [] } });
  expect(namesOf((await keep(root, STATIC).registry.current()).prompts)).toEqual([]);
  await rm(join(root, 'server.d'), { recursive: true });
  expect(namesOf((await keep(root, STATIC).registry.refresh()).tools)).toEqual(['hello', 'new']);
});

verifies('bash:registry:damaged-cache', 'files that are damaged are not believed', async () => {
  const damages: readonly ((file: string) => Promise<void>)[] = [
    (file) => truncate(file, 100),
    (file) => writeFile(file, ''),
    (file) => writeFile(file, '{"version":2,"items":[],"total":0}'),
    (file) => writeFile(file, '{"version":1,"items":[],"total":3,"generatedAt":""}'),
    (file) => rm(file),
  ];
  for (const damage of damages) {
    const root = await outdated();
    await damage(join(root, '.registry/tools.json'));
    const { registry } = keep(root, STATIC);
    expect(namesOf((await registry.current()).tools)).toEqual(['hello', 'new']);
  }
  const large = await outdated();
  const env = { MCPBASH_STATIC_REGISTRY: '1', MCPBASH_REGISTRY_MAX_BYTES: '240' };
  const stats = await stat(join(large, '.registry/tools.json'));
  expect(stats.size).toBeGreaterThan(240);
  expect(namesOf((await keep(large, { env }).registry.current()).tools)).toEqual(['hello', 'new']);
});

test('a file truncated by a crash is replaced', async () => {
  const root = await outdated();
  await truncate(join(root, '.registry/tools.json'), 60);
  const { registry } = keep(root, { env: { MCP_TOOLS_TTL: '0' } });
  await registry.current();
  await waitUntil(async () => {
    const file = await registryFile(root, 'tools').catch(() => ({ total: 0 }));
    return file['total'] === 2;
  });
  expect(await registryFile(root, 'tools')).toMatchObject({ version: 1, total: 2 });
});

test('an empty folder is an empty project', async () => {
  const root = await projectFolder({});
  await mkdir(join(root, 'tools'));
  const { tools, resources, prompts } = await keep(root).registry.current();
  expect([tools.items, resources.items, prompts.items]).toEqual([[], [], []]);
});
