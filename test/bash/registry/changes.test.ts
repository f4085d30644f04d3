// How a registry stays true while its project changes.
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { keepFiles, namesOf, registryFile, SCRIPT, write, type Files, type Kept } from './stage.ts';

const PROJECT = {
  'tools/a/tool.sh': SCRIPT,
  'tools/a/tool.meta.json': { name: 'a', description: 'old' },
  'tools/b/tool.sh': SCRIPT,
  'resources/r.txt': 'R',
  'prompts/p.txt': 'P',
};

async function untilTools({ registry }: Kept, names: readonly string[]): Promise<void> {
  await waitUntil(async () => namesOf((await registry.current()).tools).join() === names.join());
}

verifies('bash:registry:list-changed', 'only what says something else is told', async () => {
  const kept = await keepFiles(PROJECT, { watch: true, env: { MCP_TOOLS_TTL: '1' } });
  const { registry, root, changes } = kept;
  const before = await registry.current();
  await write(root, { 'tools/a/tool.meta.json': { description: 'old', name: 'a' } });
  await write(root, { 'tools/a/helper.sh': SCRIPT });
  await write(root, { 'prompts/q.txt': 'Q' });
  await waitUntil(() => changes.length > 0);
  expect(changes).toEqual(['prompts']);
  const now = await registry.current();
  expect(now.tools).toBe(before.tools);
  expect(now.resources).toBe(before.resources);

  await write(root, { 'tools/a/tool.meta.json': { name: 'a', description: 'new' } });
  await waitUntil(() => changes.includes('tools'));
  const { tools } = await registry.current();
  expect(tools.hash).not.toBe(before.tools.hash);
  expect(tools.items[0]?.description).toBe('new');
  expect(tools.items[1]).toBe(before.tools.items[1]);
  expect(changes).toEqual(['prompts', 'tools']);
  await waitUntil(async () => {
    const file = await registryFile(root, 'tools').catch(() => ({ hash: '' }));
    return file['hash'] === tools.hash;
  });
});

test('tools that come, go, move and return are followed', async () => {
  const kept = await keepFiles(PROJECT, { watch: true });
  const { registry, root } = kept;
  await registry.current();
  await write(root, { 'tools/deep/er/c/tool.sh': SCRIPT });
  await untilTools(kept, ['a', 'b', 'c']);
  await rename(join(root, 'tools/b'), join(root, 'tools/d'));
  await untilTools(kept, ['a', 'c', 'd']);
  await rm(join(root, 'tools/deep'), { recursive: true });
  await untilTools(kept, ['a', 'd']);
  await rm(join(root, 'tools/d'), { recursive: true });
  await mkdir(join(root, 'tools/d'));
  await write(root, { 'tools/d/tool.sh': SCRIPT, 'tools/d/tool.meta.json': { name: 'e' } });
  await untilTools(kept, ['a', 'e']);
  await write(root, { 'tools/d/tool.meta.json': { name: 'f' } });
  await untilTools(kept, ['a', 'f']);
  expect((await registry.current()).tools.problems).toEqual([]);
});

test('a folder that is made later, or comes back, is followed', async () => {
  const kept = await keepFiles({ 'server.d/server.meta.json': { name: 's' } }, { watch: true });
  const { registry, root } = kept;
  expect((await registry.current()).tools.items).toEqual([]);
  await write(root, { 'tools/a/tool.sh': SCRIPT });
  await untilTools(kept, ['a']);
  await rm(join(root, 'tools'), { recursive: true });
  await untilTools(kept, []);
  await write(root, { 'tools/b/tool.sh': SCRIPT });
  await untilTools(kept, ['b']);
});

test('a folder of resources that is the project itself is followed too', async () => {
  const { registry, root } = await keepFiles(
    { 'a.txt': 'A', 'tools/t/tool.sh': SCRIPT },
    { watch: true, env: { MCPBASH_RESOURCES_DIR: '.' } },
  );
  expect(namesOf((await registry.current()).resources)).toEqual(['a', 'tool']);
  await write(root, { 'b.txt': 'B', 'server.d/register.json': { version: 1, tools: [] } });
  await waitUntil(async () => {
    const { resources, tools } = await registry.current();
    return namesOf(resources).includes('b') && tools.items.length === 0;
  });
  await registry.refresh();
  expect(namesOf((await registry.refresh()).resources)).toEqual(['a', 'b', 'register', 'tool']);
});

test('a page that is put beside a tool is shown by it', async () => {
  const kept = await keepFiles(PROJECT, { watch: true });
  await kept.registry.current();
  await mkdir(join(kept.root, 'tools/a/ui'));
  await write(kept.root, { 'tools/a/ui/index.html': '<p>a</p>' });
  await waitUntil(async () => {
    const { tools, resources } = await kept.registry.current();
    const isShown = tools.items[0]?._meta?.['ui'] !== undefined;
    return isShown && resources.items.some(({ provider }) => provider === 'ui');
  });
  expect(new Set(kept.changes)).toEqual(new Set(['tools', 'resources']));
});

function named(name: string): Files {
  return { 'server.d/server.meta.json': { name } };
}

type Shown = { readonly resourceUri: string } | undefined;

/** As tools and as resources name them. */
async function pagesOf({ registry }: Kept): Promise<readonly string[]> {
  const { tools, resources } = await registry.current();
  const shown = tools.items.flatMap(({ _meta }) => (_meta?.['ui'] as Shown)?.resourceUri ?? []);
  const uris = resources.items.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:'));
  return [...shown, ...uris].toSorted();
}

test('a new name of the server is in the addresses of its pages', async () => {
  const pages = { 'tools/a/ui/index.html': '<p>a</p>', 'ui/board/index.html': '<p>b</p>' };
  for (const options of [{ watch: true }, { env: { MCP_TOOLS_TTL: '0' } }]) {
    const kept = await keepFiles({ ...PROJECT, ...pages, ...named('old') }, options);
    expect(await pagesOf(kept)).toEqual(['ui://old/a', 'ui://old/a', 'ui://old/board']);
    await write(kept.root, named('new'));
    await waitUntil(async () => (await pagesOf(kept)).includes('ui://new/a'));
    expect(await pagesOf(kept)).toEqual(['ui://new/a', 'ui://new/a', 'ui://new/board']);
    expect(new Set(kept.changes)).toEqual(new Set(['tools', 'resources']));
  }
});

verifies(
  'bash:registry:ttl',
  'without a watch, a list is looked over when its time is up',
  async () => {
    const slow = await keepFiles(PROJECT, { env: { MCP_TOOLS_TTL: '3600' } });
    const quick = await keepFiles(PROJECT, { env: { MCP_TOOLS_TTL: '0' } });
    for (const { registry, root } of [slow, quick]) {
      await registry.current();
      await write(root, { 'tools/c/tool.sh': SCRIPT });
    }
    expect(namesOf((await slow.registry.current()).tools)).toEqual(['a', 'b']);
    expect(namesOf((await quick.registry.current()).tools)).toEqual(['a', 'b', 'c']);
    await write(quick.root, { 'tools/a/tool.meta.json': { name: 'changed', description: 'x' } });
    expect(namesOf((await quick.registry.current()).tools)).toEqual(['b', 'c', 'changed']);
    await rm(join(quick.root, 'tools/c'), { recursive: true });
    expect(namesOf((await quick.registry.current()).tools)).toEqual(['b', 'changed']);
  },
);

verifies(
  'bash:registry:fast-path',
  'where nothing changed, lists and files stay the same',
  async () => {
    const { registry, root } = await keepFiles(PROJECT, {
      env: { MCP_TOOLS_TTL: '0', MCP_RESOURCES_TTL: '0', MCP_PROMPTS_TTL: '0' },
    });
    const first = await registry.refresh();
    const written = await stat(join(root, '.registry/tools.json'));
    const second = await registry.current();
    expect(second.tools).toBe(first.tools);
    expect(second.resources).toBe(first.resources);
    await registry[Symbol.asyncDispose]();
    expect((await stat(join(root, '.registry/tools.json'))).ino).toBe(written.ino);
  },
);

test('closing twice is closing', async () => {
  const { registry } = await keepFiles(PROJECT, { watch: true });
  void registry.current();
  await registry[Symbol.asyncDispose]();
  await expect(registry[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
