// A file is whole or as it was, belongs to its user alone, and stays what it is.
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('writeFileAtomic', () => {
  it('makes folders and the file for the user alone', async () => {
    const folder = await tempFolder();
    await writeFileAtomic(join(folder, 'a/b/file'), 'text');
    expect(await readFile(join(folder, 'a/b/file'), 'utf8')).toBe('text');
    expect([await modeOf(join(folder, 'a')), await modeOf(join(folder, 'a/b/file'))]).toEqual([
      0o700, 0o600,
    ]);
  });

  it('replaces a file, and leaves nothing beside it, also with many writers', async () => {
    const folder = await tempFolder();
    const texts = Array.from({ length: 20 }, (_, at) => String(at).repeat(10_000));
    await Promise.all(texts.map((text) => writeFileAtomic(join(folder, 'file'), text)));
    expect(texts).toContain(await readFile(join(folder, 'file'), 'utf8'));
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('keeps a link and replaces what it leads to', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real/file'), 'old');
    await symlink('real/file', join(folder, 'link'));
    await writeFileAtomic(join(folder, 'link'), 'new');
    expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real/file'), 'utf8')).toBe('new');
  });

  it('leaves the old file and no draft when it cannot write', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'file'));
    await expect(writeFileAtomic(join(folder, 'file'), 'text')).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['file']);
  });
});
