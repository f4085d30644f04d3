// Which file wins: the layers in order, whole entries, and what happens when one of them is broken.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSameStamp, listStampedPaths, readStamp } from '../../src/config/config-stamp.ts';
import { toPlugboardError } from '../../src/core/errors.ts';
import { fakeMachine, fixtureMachine, servers } from './fake-machine.ts';

/** Every place a server may be defined in, highest first. */
const LAYERS: readonly (readonly [id: string, layer: string, path: string])[] = [
  ['mcplug:config:flag-first', 'flag', 'project/flag.json'],
  ['mcplug:config:variable-second', 'env', 'project/variable.json'],
  ['mcplug:config:project-third', 'project', 'project/config/mcplug.json'],
  ['mcplug:config:home-fourth', 'home', 'home/.mcplug/mcplug.json'],
  ['mcplug:config:home-jsonc', 'home', 'home/.mcplug/mcplug.jsonc'],
  ['mcplug:config:mcporter-project', 'mcporter-project', 'project/config/mcporter.json'],
  ['mcplug:config:mcporter-home', 'mcporter-home', 'home/.mcporter/mcporter.json'],
  ['mcplug:config:mcporter-home-jsonc', 'mcporter-home', 'home/.mcporter/mcporter.jsonc'],
  ['mcplug:editor:after-own-files', 'import', 'home/.cursor/mcp.json'],
];

const OPTIONS = { configPath: 'flag.json', env: { MCPLUG_CONFIG: 'variable.json' } };

describe('layers', () => {
  test.each(LAYERS.map((layer, at) => [...layer, at] as const))(
    '[%s] %s (%s) wins over all below it',
    async (...row) => {
      const [, layer, path, at] = row;
      const below = LAYERS.slice(at);
      const files = below.map(([, , file]) => [file, servers({ x: { command: file } })] as const);
      const required = LAYERS.slice(0, at).filter(([, name]) => name === 'flag' || name === 'env');
      const empty = required.map(([, , file]) => [file, servers({})] as const);
      const machine = await fakeMachine(Object.fromEntries([...files, ...empty]));
      const found = (await machine.load(OPTIONS)).servers.get('x');
      expect(found?.entry['command']).toBe(path);
      expect(found?.origin).toMatchObject({ layer, pointer: '/mcpServers/x' });
      const shadowed = found?.shadowed.map(({ file }) => file);
      const folder = join(machine.project, '..');
      expect(shadowed).toEqual(below.slice(1).map(([, , file]) => join(folder, file)));
    },
  );

  test('[mcplug:config:layers-merge] servers of all layers are there together', async () => {
    const files = LAYERS.map(
      ([id, , path]) => [path, servers({ [id]: { command: 'c' } })] as const,
    );
    const machine = await fakeMachine(Object.fromEntries(files));
    const config = await machine.load(OPTIONS);
    expect([...config.servers.keys()]).toEqual(LAYERS.map(([id]) => id));
    expect(config.problems).toEqual([]);
  });

  test('[mcplug:config:whole-entry-wins] nothing of a losing entry gets into the winner', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': servers({ x: { command: 'a' } }),
      'home/.mcplug/mcplug.json': servers({ x: { command: 'b', args: ['1'], env: { K: 'v' } } }),
    });
    expect((await machine.resolve('x')).transport).toMatchObject({
      command: 'a',
      args: [],
      env: {},
    });
  });

  test('[mcplug:config:mcplug-before-mcporter] [mcplug:config:mcporter-project-before-home]', async () => {
    const found = (await fixtureMachine().load()).servers.get('shared');
    expect(found?.entry['command']).toBe('project-shared');
    expect(found?.shadowed.map(({ layer }) => layer)).toEqual([
      'home',
      'mcporter-project',
      'mcporter-home',
    ]);
  });

  test('a file that is named twice counts once', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': servers({ x: { command: 'a' } }),
    });
    const config = await machine.load({ configPath: 'config/mcplug.json' });
    expect(config.servers.get('x')).toMatchObject({ origin: { layer: 'flag' }, shadowed: [] });
  });

  test('in the home directory the files of an editor count once', async () => {
    const machine = await fakeMachine({
      'home/.cursor/mcp.json': servers({ x: { command: 'a' } }),
    });
    const config = await machine.load({ cwd: machine.home });
    expect(config.servers.get('x')?.shadowed).toEqual([]);
  });

  test('mcporter keeps its file below XDG_CONFIG_HOME too', async () => {
    const machine = await fakeMachine({
      'home/xdg/mcporter/mcporter.json': servers({ x: { command: 'xdg' } }),
      'home/.mcporter/mcporter.json': servers({ x: { command: 'plain' } }),
    });
    const env = { XDG_CONFIG_HOME: join(machine.home, 'xdg') };
    expect((await machine.load({ env })).servers.get('x')?.entry['command']).toBe('xdg');
    const relative = await machine.load({ env: { XDG_CONFIG_HOME: 'xdg' } });
    expect(relative.servers.get('x')?.entry['command']).toBe('plain');
  });

  test('the project can be elsewhere than the working directory', async () => {
    const machine = await fakeMachine({
      'project/sub/config/mcplug.json': servers({ x: { command: 'sub' } }),
      'project/own.json': servers({ y: { command: 'own' } }),
    });
    const config = await machine.load({ rootDir: 'sub', configPath: 'own.json' });
    expect([...config.servers.keys()]).toEqual(['y', 'x']);
  });

  test('`~` in the name of a file is the home directory', async () => {
    const machine = await fakeMachine({ 'home/own.json': servers({ x: { command: 'a' } }) });
    expect((await machine.load({ configPath: '~/own.json' })).servers.has('x')).toBe(true);
  });
});

describe('broken files', () => {
  test('[mcplug:config:named-file-must-exist] a file that is named and missing is an error', async () => {
    const machine = await fakeMachine({ 'project/x': '' });
    const missing = join(machine.project, 'none.json');
    const message = `Error in config ${missing}: file not found`;
    await expect(machine.load({ configPath: 'none.json' })).rejects.toThrow(message);
    await expect(machine.load({ env: { MCPLUG_CONFIG: 'none.json' } })).rejects.toThrow(message);
    const thrown = await machine.load({ configPath: 'none.json' }).catch(toPlugboardError);
    expect(thrown).toMatchObject({
      code: 'config_error',
      hint: expect.stringContaining('--config'),
    });
  });

  test('[mcplug:config:parse-error] a file that is named and broken is an error with its place', async () => {
    const machine = await fakeMachine({ 'project/bad.json': '{\n  "mcpServers": [,]\n}' });
    const file = join(machine.project, 'bad.json');
    await expect(machine.load({ configPath: 'bad.json' })).rejects.toThrow(
      `Error in config ${file}: Invalid JSON: value expected at line 2 column 18`,
    );
  });

  test.each([
    ['[]', 'the file must be an object'],
    ['{"mcpServers": []}', 'mcpServers must be an object'],
  ])('%s as a named file is an error', async (text, reason) => {
    const machine = await fakeMachine({ 'project/bad.json': text });
    await expect(machine.load({ configPath: 'bad.json' })).rejects.toThrow(reason);
  });

  test('any other broken file is reported, and the rest is used', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': '{"mcpServers": ',
      'home/.mcplug/mcplug.json': servers({ x: { command: 'a' } }),
      'home/.codex/config.toml': 'mcp_servers = =',
    });
    const config = await machine.load();
    expect([...config.servers.keys()]).toEqual(['x']);
    expect(config.problems.map(({ layer, editor, error }) => [layer, editor, error.code])).toEqual([
      ['project', undefined, 'config_error'],
      ['import', 'codex', 'config_error'],
    ]);
  });

  test('an empty file and one that says nothing are fine', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': '\n',
      'home/.mcplug/mcplug.json': '{"mcpServers": null, "imports": null}',
      'home/.cursor/mcp.json': '',
    });
    const config = await machine.load();
    expect(config.problems).toEqual([]);
    expect(config.servers.size).toBe(0);
  });

  test('[mcplug:config:broken-entry-breaks-itself] one wrong entry breaks only its server', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': `{
  "mcpServers": {
    "bad": {
      "command": "x",
      "args": "not a list"
    },
    "worse": 7,
    "none": { "description": "neither" },
    "gone": null,
    "good": { "command": "y" }
  }
}`,
    });
    const config = await machine.load();
    expect([...config.servers.keys()]).toEqual(['bad', 'worse', 'none', 'good']);
    expect(config.problems).toEqual([]);
    await expect(machine.resolve('good')).resolves.toMatchObject({ name: 'good' });
    const file = join(machine.project, 'config/mcplug.json');
    expect((await machine.refusal('bad')).message).toBe(
      `Error in config ${file}: server 'bad': args must be a list of strings at line 5 column 15`,
    );
    expect((await machine.refusal('worse')).message).toContain("server 'worse': must be an object");
    expect((await machine.refusal('none')).message).toContain(
      "server 'none': needs baseUrl, command, scripts, bash or mci",
    );
  });

  test('[mcplug:config:unset-variable-breaks-itself] one unset variable breaks only its server', async () => {
    const machine = fixtureMachine();
    expect((await machine.refusal('notes')).code).toBe('config_error');
    await expect(machine.resolve('files')).resolves.toMatchObject({ name: 'files' });
  });

  test('an unknown server is an error that lists the others', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': servers({
        zeta: { command: 'z' },
        alpha: { command: 'a' },
        off: { command: 'o', enabled: false },
      }),
    });
    const { message } = await machine.refusal('none');
    expect(message).toBe("Server 'none' not found. Available: alpha, zeta");
  });
});

async function stamped() {
  const machine = await fakeMachine({
    'project/config/mcplug.json': servers({ x: { command: 'a' } }, { imports: [] }),
  });
  const config = await machine.load();
  const again = () => readStamp(listStampedPaths(config.places, { cwd: machine.project }));
  return { machine, config, again };
}

describe('the stamp', () => {
  test('stays the same while nothing changes', async () => {
    const { config, again } = await stamped();
    expect(isSameStamp(config.stamp, again())).toBe(true);
    expect(config.stamp.length).toBeGreaterThan(30);
  });

  test.each([
    ['a file changes', 'config/mcplug.json'],
    ['a file appears, of an editor that is not imported', '.mcp.json'],
  ])('changes when %s', async (_, path) => {
    const { machine, config, again } = await stamped();
    await writeFile(join(machine.project, path), '{ "mcpServers": {} }');
    expect(isSameStamp(config.stamp, again())).toBe(false);
  });

  test('changes when a file goes', async () => {
    const { machine, config, again } = await stamped();
    await rm(join(machine.project, 'config/mcplug.json'));
    expect(isSameStamp(config.stamp, again())).toBe(false);
  });

  test('an other --config is an other stamp', async () => {
    const { machine, config } = await stamped();
    const other = listStampedPaths(config.places, { cwd: machine.project, configPath: 'o.json' });
    expect(isSameStamp(config.stamp, readStamp(other))).toBe(false);
  });
});

test('a root that somebody names must be there', async () => {
  const machine = await fakeMachine({ 'project/config/mcplug.json': servers({}) });
  await expect(machine.load({ rootDir: 'nowhere' })).rejects.toMatchObject({
    message: `Error in config ${join(machine.project, 'nowhere')}: folder not found`,
    hint: expect.stringContaining('--root'),
  });
});
