// Answers to --help kept on disk: asked once, and again as soon as a file is another one.
import {
  chmod,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScriptsOptions } from '../../src/sources/scripts/open-scripts.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { stageAt } from './stage.ts';

/** Answers --help with how often it was asked. */
const counting = (folder: string, note = '') => `#!/bin/sh
# ${note}
echo x >> "${folder}/.$(basename "$0").asked"
printf '{"description": "asked %d"}' "$(wc -l < "${folder}/.$(basename "$0").asked")"
`;

let cacheHome: string;
beforeEach(async () => {
  cacheHome = await tempFolder();
  vi.stubEnv('XDG_CACHE_HOME', cacheHome);
});

const cacheFolder = () => join(cacheHome, 'plugboard', 'script-help');

async function rootWith(names: readonly string[]): Promise<string> {
  const root = await tempFolder();
  for (const name of names) await writeFile(join(root, name), counting(root), { mode: 0o755 });
  return root;
}

/** Opens, lists and closes, as a short-lived program does. */
async function descriptions(root: string, options: ScriptsOptions = {}) {
  const { source, list } = await stageAt(root, { cache: true, watch: false, ...options });
  const { items } = await list();
  await source[Symbol.asyncDispose]();
  return Object.fromEntries(items.map(({ name, description }) => [name, description]));
}

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const asked = async (folder: string) => (await readFile(join(folder, '.link.asked'))).length;

describe('the cache', () => {
  verifies(
    ['mcpd:better:help-answers-cached', 'mcpd:help-cache:in-user-cache-directory'],
    'is in the user’s cache directory, for the user alone',
    async () => {
      const root = await rootWith(['tool']);
      expect(await descriptions(root)).toEqual({ tool: 'asked 1' });
      expect(await descriptions(root)).toEqual({ tool: 'asked 1' });
      const files = await readdir(cacheFolder());
      expect(files).toHaveLength(1);
      expect(await mode(join(cacheFolder(), files[0] ?? ''))).toBe('600');
      expect(await mode(cacheFolder())).toBe('700');
    },
  );

  it('can be left out', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root, { cache: false });
    expect(await descriptions(root, { cache: false })).toEqual({ tool: 'asked 2' });
    await expect(readdir(cacheFolder())).rejects.toThrow('ENOENT');
  });

  it('that is damaged, of another format or not writable is no obstacle', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root);
    const [file = ''] = await readdir(cacheFolder());
    const path = join(cacheFolder(), file);
    const whole = await readFile(path, 'utf8');
    let times = 1;
    for (const damage of [
      whole.slice(0, -9),
      '[]',
      '{"format":99}',
      whole.replace('{"desc', '{"d'),
    ]) {
      await writeFile(path, damage);
      times += 1;
      expect(await descriptions(root)).toEqual({ tool: `asked ${times}` });
    }
    vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
    expect(await descriptions(root)).toEqual({ tool: `asked ${times + 1}` });
  });

  it('keeps no failures and no scripts that are gone', async () => {
    const root = await rootWith(['tool']);
    await writeFile(join(root, 'bad'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await descriptions(root);
    const [file = ''] = await readdir(cacheFolder());
    expect(await readFile(join(cacheFolder(), file), 'utf8')).not.toContain('bad');
    await rename(join(root, 'tool'), join(root, 'other'));
    await descriptions(root);
    expect(await readFile(join(cacheFolder(), file), 'utf8')).not.toContain('/tool"');
  });

  it('knows the configuration given to scripts, but not where the server listens', async () => {
    const root = await rootWith(['tool']);
    const at = (port: string, region: string) =>
      descriptions(root, {
        configEnv: () => ({ MCPD_CONFIG_SERVER_PORT: port, REGION: region }),
      });
    expect(await at('1', 'eu')).toEqual({ tool: 'asked 1' });
    expect(await at('2', 'eu')).toEqual({ tool: 'asked 1' });
    expect(await at('1', 'us')).toEqual({ tool: 'asked 2' });
    expect(await at('3', 'eu')).toEqual({ tool: 'asked 1' });
  });
});

describe('the key', () => {
  verifies('mcpd:help-cache:key-real-path', 'has the real path, also behind a link', async () => {
    const root = await rootWith(['tool', 'twin']);
    expect(await descriptions(root)).toEqual({ tool: 'asked 1', twin: 'asked 1' });
    const one = await rootWith(['tool']);
    const two = await rootWith(['tool']);
    const links = await tempFolder();
    await symlink(join(one, 'tool'), join(links, 'link'));
    await descriptions(links);
    await symlink(join(two, 'tool'), join(links, 'next'));
    await rename(join(links, 'next'), join(links, 'link'));
    await descriptions(links);
    expect([await asked(one), await asked(two)]).toEqual([2, 2]);
  });

  verifies('mcpd:help-cache:key-inode', 'has the inode', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root);
    await writeFile(join(root, '.new'), counting(root), { mode: 0o755 });
    await rename(join(root, '.new'), join(root, 'tool'));
    expect(await descriptions(root)).toEqual({ tool: 'asked 2' });
  });

  verifies('mcpd:help-cache:key-size', 'has the size', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root);
    await writeFile(join(root, 'tool'), counting(root, 'longer'));
    expect(await descriptions(root)).toEqual({ tool: 'asked 2' });
  });

  verifies('mcpd:help-cache:key-mtime', 'has the time of modification', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root);
    await utimes(join(root, 'tool'), 1, 1);
    expect(await descriptions(root)).toEqual({ tool: 'asked 2' });
  });

  verifies('mcpd:help-cache:key-ctime', 'has the time of change', async () => {
    const root = await rootWith(['tool']);
    await descriptions(root);
    const { atime, mtime, size, ino, ctimeMs } = await stat(join(root, 'tool'));
    // Same size, same inode, and the old time of modification put back: only ctime tells.
    await writeFile(join(root, 'tool'), counting(root).replace('asked %d', 'again %d'));
    await utimes(join(root, 'tool'), atime, mtime);
    await chmod(join(root, 'tool'), 0o755);
    const after = await stat(join(root, 'tool'));
    expect([after.size, after.ino]).toEqual([size, ino]);
    expect(after.ctimeMs).not.toBe(ctimeMs);
    expect(await descriptions(root)).toEqual({ tool: 'again 2' });
  });

  it('of a link has its name, because a script may answer by it', async () => {
    const root = await folderWith({
      multi: '#!/bin/sh\nprintf \'{"description": "I am %s"}\' "$(basename "$0")"\n',
    });
    await symlink('multi', join(root, 'alias'));
    const expected = { alias: 'I am alias', multi: 'I am multi' };
    expect(await descriptions(root)).toEqual(expected);
    expect(await descriptions(root)).toEqual(expected);
  });
});
