// Changing a file of ours: comments stay, nothing is lost, nothing unreadable is overwritten.
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { addServers, removeServer, toPortableEntry } from '../../src/config/edit-config.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { fakeMachine, fixtureMachine } from './fake-machine.ts';

const TEXT = `{
  // The servers of this project.
  "mcpServers": {
    "one": { "command": "a" }, // keep me
  },
  "imports": [], /* and me */
}
`;

async function fileWith(text: string) {
  return join(await folderWith({ 'mcplug.json': text }), 'mcplug.json');
}

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

describe('adding', () => {
  test('[mcplug:config:edits-keep-comments] comments, order and other members stay', async () => {
    const file = await fileWith(TEXT);
    await addServers(file, [{ name: 'two', entry: { baseUrl: 'https://two.test/mcp' } }]);
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "{
        // The servers of this project.
        "mcpServers": {
          "one": { "command": "a" }, // keep me
          "two": {
            "baseUrl": "https://two.test/mcp"
          },
        },
        "imports": [], /* and me */
      }
      "
    `);
  });

  test('a file that is not there is made, with its folder, for the user alone', async () => {
    const file = join(await tempFolder(), 'new/.mcplug/mcplug.json');
    await addServers(file, [{ name: 'x', entry: { command: 'a', args: ['b'] } }]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      mcpServers: { x: { command: 'a', args: ['b'] } },
    });
    expect(await modeOf(file)).toBe('600');
    expect(await modeOf(join(file, '..'))).toBe('700');
    expect(await readdir(join(file, '..'))).toEqual(['mcplug.json']);
  });

  test('a file that is there keeps its mode, a link stays a link', async () => {
    const file = await fileWith('{}');
    await chmod(file, 0o644);
    const link = join(file, '../link.json');
    await symlink(file, link);
    await addServers(link, [{ name: 'x', entry: { command: 'a' } }]);
    expect(await readFile(file, 'utf8')).toContain('"x"');
    expect(await modeOf(file)).toBe('644');
  });

  test('a name that is there is refused, unless it is to be replaced', async () => {
    const file = await fileWith(TEXT);
    const added = { name: 'one', entry: { command: 'b' } };
    await expect(addServers(file, [added])).rejects.toThrow(
      `Error in config ${file}: server 'one' is already there`,
    );
    expect(await readFile(file, 'utf8')).toBe(TEXT);
    await addServers(file, [{ ...added, isReplacing: true }]);
    expect(await readFile(file, 'utf8')).toContain('"command": "b"');
  });

  test('an empty name is refused', async () => {
    const file = await fileWith(TEXT);
    await expect(addServers(file, [{ name: ' ', entry: {} }])).rejects.toThrow(
      `Error in config ${file}: Server name cannot be empty`,
    );
  });

  test.each([
    ['{"mcpServers": {', 'Invalid JSON'],
    ['[]', 'the file must be an object'],
    ['{"mcpServers": []}', 'mcpServers must be an object'],
  ])('[mcplug:config:edits-refuse-broken-files] %s is left as it is', async (text, reason) => {
    const file = await fileWith(text);
    await expect(addServers(file, [{ name: 'x', entry: {} }])).rejects.toThrow(reason);
    await expect(removeServer(file, 'x')).rejects.toThrow(reason);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(join(file, '..'))).toEqual(['mcplug.json']);
  });

  test('a file of another format is refused', async () => {
    const file = join(await tempFolder(), 'config.toml');
    await expect(addServers(file, [{ name: 'x', entry: {} }])).rejects.toThrow(
      'only JSON files can be changed',
    );
  });

  test('a folder in the place of the file is an error that says so', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'mcplug.json'));
    await expect(
      addServers(join(folder, 'mcplug.json'), [{ name: 'x', entry: {} }]),
    ).rejects.toThrow('cannot be read (EISDIR)');
  });

  test('many at once lose nothing', async () => {
    const file = join(await tempFolder(), 'mcplug.json');
    const names = Array.from({ length: 10 }, (_, at) => `server-${at}`);
    await Promise.all(names.map((name) => addServers(file, [{ name, entry: { command: name } }])));
    const { mcpServers } = JSON.parse(await readFile(file, 'utf8')) as { mcpServers: object };
    expect(Object.keys(mcpServers).toSorted()).toEqual(names);
  });

  test('the lock of a program that died is taken away', async () => {
    const file = await fileWith('{}');
    const { utimes } = await import('node:fs/promises');
    await writeFile(`${file}.lock`, '');
    await utimes(`${file}.lock`, new Date(0), new Date(0));
    await addServers(file, [{ name: 'x', entry: { command: 'a' } }]);
    expect(await readdir(join(file, '..'))).toEqual(['mcplug.json']);
  });

  test('a program that goes on changing it is waited for, and named in the end', async () => {
    const file = await fileWith('{}');
    await writeFile(`${file}.lock`, '');
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const adding = addServers(file, [{ name: 'x', entry: { command: 'a' } }]);
    await expect(adding).rejects.toMatchObject({
      code: 'config_error',
      message: expect.stringContaining('another program is changing it') as string,
      hint: `Remove ${file}.lock if no other program runs`,
    });
    expect(await readFile(file, 'utf8')).toBe('{}');
  });

  test('the container of the file is used, whichever spelling it has', async () => {
    const file = await fileWith('{"mcp_servers": {}}');
    await addServers(file, [{ name: 'x', entry: { command: 'a' } }]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      mcp_servers: { x: { command: 'a' } },
    });
  });
});

describe('removing', () => {
  test('[mcplug:config:edits-keep-comments] the rest stays', async () => {
    const file = await fileWith(TEXT);
    expect(await removeServer(file, 'one')).toBe(true);
    expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
      "{
        // The servers of this project.
        "mcpServers": {
          // keep me
        },
        "imports": [], /* and me */
      }
      "
    `);
  });

  test('what is not there is not removed, and nothing is written', async () => {
    const file = await fileWith(TEXT);
    expect(await removeServer(file, 'none')).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(TEXT);
    const absent = join(await tempFolder(), 'folder/mcplug.json');
    expect(await removeServer(absent, 'x')).toBe(false);
    await expect(stat(join(absent, '..'))).rejects.toThrow('ENOENT');
  });
});

describe('copying from an editor', () => {
  test.each([
    'codex-docs',
    'codex-remote',
    'open-local',
    'surf-remote',
    'code-project',
    'cursor-project',
    'team',
  ])('%s works the same from our own file', async (name) => {
    const from = fixtureMachine();
    const found = (await from.load()).servers.get(name);
    if (!found) throw new Error(`${name} is not there`);
    const to = await fakeMachine({ 'home/.surf-token': 'surf-secret' });
    await addServers(join(to.home, '.mcplug/mcplug.json'), [
      { name, entry: toPortableEntry(found) },
    ]);
    const env = { CODEX_TOKEN: 't', CODEX_TEAM: 'b', OPEN_KEY: 'k' };
    const options = { env, cwd: from.project };
    const { transport, allowedTools, blockedTools, timeouts } = await from.resolve(name, options);
    expect(await to.resolve(name, options)).toMatchObject({
      transport,
      ...(allowedTools && { allowedTools }),
      ...(blockedTools && { blockedTools }),
      ...(timeouts && { timeouts }),
      origin: { layer: 'home' },
    });
  });
});
