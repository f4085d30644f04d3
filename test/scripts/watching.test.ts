// Changes on disk: seen, listed and announced, whatever way they come about.
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import type { ChangedSide } from '../../src/core/tool-source.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { stageAt, stageWith, type Stage } from './stage.ts';

const described = (description: string) => shellTool('echo ok', {}, { description });
const twice = (description: string) => ({ tool: description, 'all/tool': description });
const write = (file: string, text: string) => writeFile(file, text, { mode: 0o755 });

/** A stage that has settled, and what it announced since. */
async function watched(stage: Stage) {
  const announced: ChangedSide[] = [];
  await stage.list();
  stage.source.onChange?.((what) => announced.push(what));
  return { ...stage, announced };
}

/** How soon a change must be in the lists. */
const PROMISED = { timeout: 2_000, interval: 10 };

const toolsOf = (stage: Stage) => async () => {
  const { items } = await stage.list();
  return Object.fromEntries(items.map(({ name, description }) => [name, description]));
};

/** A root with a directory above it that can be moved. */
async function nested() {
  const folder = await folderWith({ 'above/scripts/tool': described('one') });
  return { folder, stage: await watched(await stageAt(join(folder, 'above/scripts'))) };
}

describe('a script', () => {
  verifies(
    ['mcpd:better:rescan-by-file-watching', 'mcpd:better:list-changed'],
    'that is added, changed, renamed over or removed is seen and announced',
    async () => {
      const stage = await watched(await stageWith({ old: described('one') }));
      const { root, announced } = stage;
      await write(join(root, 'new'), described('two'));
      await expect.poll(toolsOf(stage), PROMISED).toEqual({ new: 'two', old: 'one' });
      await writeFile(join(root, 'old'), described('changed in place'));
      await expect.poll(toolsOf(stage), PROMISED).toEqual({ new: 'two', old: 'changed in place' });
      await write(join(root, '.draft'), described('renamed over'));
      await rename(join(root, '.draft'), join(root, 'old'));
      await expect.poll(toolsOf(stage), PROMISED).toEqual({ new: 'two', old: 'renamed over' });
      await rm(join(root, 'new'));
      await expect.poll(toolsOf(stage), PROMISED).toEqual({ old: 'renamed over' });
      expect(announced.filter((what) => what === 'tools').length).toBeGreaterThanOrEqual(4);
      expect(announced).not.toContain('resources');
    },
  );

  it('appears and vanishes with its right to be executed', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await chmod(join(stage.root, 'tool'), 0o644);
    await expect.poll(toolsOf(stage), PROMISED).toEqual({});
    await chmod(join(stage.root, 'tool'), 0o755);
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'one' });
  });

  it('in a new directory, however deep, is seen', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await mkdir(join(stage.root, 'a/b/c/d'), { recursive: true });
    await write(join(stage.root, 'a/b/c/d/deep'), described('two'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ 'a/b/c/d/deep': 'two', tool: 'one' });
    await rename(join(stage.root, 'a'), join(stage.root, 'z'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'one', 'z/b/c/d/deep': 'two' });
    await write(join(stage.root, 'z/b/c/d/deep'), described('three'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'one', 'z/b/c/d/deep': 'three' });
  });

  it('behind a link to a link is followed when the second is turned elsewhere', async () => {
    const releases = await folderWith({ 'v1/tool': described('one'), 'v2/tool': described('two') });
    await symlink('v1', join(releases, 'current'));
    const stage = await watched(await stageWith({}));
    await symlink(join(releases, 'current/tool'), join(stage.root, 'tool'));
    await symlink(join(releases, 'current'), join(stage.root, 'all'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual(twice('one'));
    // Nothing else is left to be looked at once this one is there.
    await write(join(stage.root, 'last'), described('last'));
    await expect.poll(toolsOf(stage), PROMISED).toHaveProperty('last');
    await symlink('v2', join(releases, 'next'));
    await rename(join(releases, 'next'), join(releases, 'current'));
    await expect.poll(toolsOf(stage), PROMISED).toMatchObject(twice('two'));
  });

  it('behind a link that led nowhere is seen when it is there', async () => {
    const elsewhere = await tempFolder();
    const stage = await watched(await stageWith({}));
    await symlink(join(elsewhere, 'late'), join(stage.root, 'tool'));
    await expect.poll(async () => Object.keys(await stage.problems()), PROMISED).toEqual(['tool']);
    await write(join(stage.root, 'last'), described('last'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ last: 'last' });
    await write(join(elsewhere, 'late'), described('late'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ last: 'last', tool: 'late' });
  });

  it('behind a link is followed to where it is', async () => {
    const elsewhere = await folderWith({ real: described('one'), 'more/inner': described('in') });
    const root = await tempFolder();
    await symlink(join(elsewhere, 'real'), join(root, 'linked'));
    await symlink(join(elsewhere, 'more'), join(root, 'more'));
    const stage = await watched(await stageAt(root));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ linked: 'one', 'more/inner': 'in' });
    await write(join(elsewhere, 'real'), described('two'));
    await write(join(elsewhere, 'more/inner'), described('out'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ linked: 'two', 'more/inner': 'out' });
  });

  it('that breaks becomes a problem, and is well again when mended', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await write(join(stage.root, 'tool'), '#!/bin/sh\nexit 1\n');
    await waitUntil(async () => 'tool' in (await stage.problems()));
    expect(await stage.names()).toEqual([]);
    await write(join(stage.root, 'tool'), described('mended'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'mended' });
    expect(await stage.problems()).toEqual({});
  });

  it('that is slow to answer does not hold up the news of others', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    const slow = `#!/bin/sh\nwhile [ ! -e "${stage.root}/.go" ]; do sleep 0.05; done\necho '{}'\n`;
    await write(join(stage.root, 'slow'), slow);
    await write(join(stage.root, 'quick'), described('two'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ quick: 'two', tool: 'one' });
    await writeFile(join(stage.root, '.go'), '');
    await expect
      .poll(toolsOf(stage), PROMISED)
      .toEqual({ quick: 'two', slow: 'slow', tool: 'one' });
  });

  it('that keeps state is announced as a resource too', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await write(join(stage.root, 'tool'), shellTool('echo', {}, { state: true }));
    await waitUntil(() => stage.announced.includes('resources'));
    expect((await stage.source.resources?.list(localContext()))?.items).toHaveLength(1);
  });

  it('that changed without another --help leaves the lists as they are', async () => {
    const stage = await watched(await stageWith({ tool: shellTool('echo one') }));
    const before = await stage.list();
    await write(join(stage.root, 'tool'), shellTool('echo two'));
    await waitUntil(async () => (await stage.text('tool')) === 'two');
    await write(join(stage.root, 'marker'), described('so that a look has surely been taken'));
    await waitUntil(async () => (await stage.names()).includes('marker'));
    expect((await stage.list()).items[1]).toBe(before.items[0]);
  });

  it('added a moment ago can be called before it was announced', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await write(join(stage.root, 'new'), shellTool('echo new'));
    expect(await stage.text('new')).toBe('new');
  });

  it('removed a moment ago is not found', async () => {
    const stage = await watched(await stageWith({ tool: described('one') }));
    await rm(join(stage.root, 'tool'));
    expect(await stage.failure('tool')).toMatchObject({ code: 'not_found' });
  });
});

describe('the root', () => {
  it('may be removed and return', async () => {
    const { folder, stage } = await nested();
    await rm(join(folder, 'above'), { recursive: true });
    await expect.poll(toolsOf(stage), PROMISED).toEqual({});
    expect(Object.keys(await stage.problems())).toEqual([stage.root]);
    await mkdir(stage.root, { recursive: true });
    await write(join(stage.root, 'tool'), described('two'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'two' });
    await write(join(stage.root, 'tool'), described('three'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'three' });
    expect(await stage.problems()).toEqual({});
  });

  it('may be moved away with what is above it, and be replaced by another', async () => {
    const { folder, stage } = await nested();
    await rename(join(folder, 'above'), join(folder, 'aside'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({});
    const other = await folderWith({ 'scripts/tool': described('other') });
    await symlink(other, join(folder, 'above'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'other' });
    await rm(join(folder, 'above'));
    await rename(join(folder, 'aside'), join(folder, 'above'));
    await expect.poll(toolsOf(stage), PROMISED).toEqual({ tool: 'one' });
  });

  it('is left alone once the source is closed, or when nobody wants to know', async () => {
    const still = await stageWith({ tool: described('one') }, { watch: false });
    expect(still.source.onChange).toBeUndefined();
    const closed = await watched(await stageWith({ tool: described('one') }));
    await closed.source[Symbol.asyncDispose]();
    await write(join(closed.root, 'new'), described('two'));
    await write(join(still.root, 'new'), described('two'));
    const other = await watched(await stageAt(closed.root));
    await write(join(closed.root, 'newer'), described('three'));
    await waitUntil(() => other.announced.length > 0);
    expect(closed.announced).toEqual([]);
    expect(await still.names()).toEqual(['tool']);
  });
});
