// Paths and roots.
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { callTool, quoted } from './call-tool.ts';

describe('[bash-sdk:path:collapse] mcp_path_collapse', () => {
  test.each([
    ['/a/b/../c', '/a/c'],
    ['/a/./b//c/', '/a/b/c'],
    ['/../..', '/'],
    ['/', '/'],
    ['//', '/'],
    ['/a b/ü/-x/', '/a b/ü/-x'],
    ['/x/y', '/x/y'],
    ['/a/*/[b]', '/a/*/[b]'],
    ['/one\ntwo/..', '/'],
  ])('of %j is %s', async (path, expected) => {
    const call = await callTool(`mcp_path_collapse ${quoted(path)}`);
    expect(call).toMatchObject({ exit: 0, stdout: `${expected}\n` });
  });

  test('starts from the working directory', async () => {
    const cwd = await realpath(await tempFolder());
    const body = 'mcp_path_collapse x/../y; mcp_path_collapse .; mcp_path_collapse -n/..';
    const call = await callTool(body, { cwd });
    expect(call.stdout).toBe(`${cwd}/y\n${cwd}\n${cwd}\n`);
  });

  test('of nothing fails', async () => {
    expect((await callTool("mcp_path_collapse '' || echo no")).stdout).toBe('no\n');
  });
});

/** real/inner, link -> real, loop -> loop, chain -> link/inner */
async function linkedFolder(): Promise<string> {
  const folder = await realpath(await tempFolder());
  await mkdir(join(folder, 'real/inner'), { recursive: true });
  await symlink('real', join(folder, 'link'));
  await symlink('loop', join(folder, 'loop'));
  await symlink(join(folder, 'link/inner'), join(folder, 'chain'));
  return folder;
}

describe('[bash-sdk:path:normalize] mcp_path_normalize', () => {
  test.each([
    ['', 'link/inner', 'real/inner'],
    ['--physical', 'link/inner/..', 'real'],
    ['--physical', 'link/not/there', 'real/not/there'],
    ['--physical', 'chain', 'real/inner'],
    ['--logical', 'link/inner', 'link/inner'],
    ['--logical', 'link/inner/../..', ''],
    ['--physical', 'real/', 'real'],
  ])('%s %s', async (option, path, expected) => {
    const folder = await linkedFolder();
    const call = await callTool(`mcp_path_normalize ${option} ${quoted(join(folder, path))}`);
    expect(call.stdout).toBe(`${expected === '' ? folder : join(folder, expected)}\n`);
  });

  test('of a link to itself fails', async () => {
    const folder = await linkedFolder();
    const call = await callTool(`mcp_path_normalize ${folder}/loop || echo no`);
    expect(call.stdout).toBe('no\n');
  });

  test('[bash-sdk:path:no-drive-letters] keeps a first folder of one letter', async () => {
    expect((await callTool('mcp_path_normalize /x/data')).stdout).toBe('/x/data\n');
  });
});

const roots = (...paths: string[]) => ({
  MCP_ROOTS_PATHS: paths.join('\n'),
  MCP_ROOTS_COUNT: String(paths.length),
});

test('[bash-sdk:roots:list] mcp_roots_list and mcp_roots_count say what the host said', async () => {
  const env = roots('/one', '/two words');
  const body = 'mcp_roots_list; mcp_roots_count';
  expect((await callTool(body, { env })).stdout).toBe('/one\n/two words\n2\n');
  expect((await callTool(body)).stdout).toBe('0\n');
});

describe('[bash-sdk:roots:contains] mcp_roots_contains', () => {
  test.each([
    ['/a', ['/a'], true],
    ['/a/b/c', ['/a'], true],
    ['/a/../b', ['/a'], false],
    ['/ab', ['/a'], false],
    ['/b', ['/a', '/b/'], true],
    ['/anything', ['/'], true],
    ['/a*b/c', ['/a*'], false],
    ['/a b/c', ['/a b'], true],
    ['/a', [], false],
  ])('%s in %j: %s', async (path, paths, isInside) => {
    const body = `if mcp_roots_contains ${quoted(path)}; then echo inside; fi`;
    const call = await callTool(body, { env: roots(...paths) });
    expect(call).toMatchObject({ exit: 0, stdout: isInside ? 'inside\n' : '' });
  });

  test('follows links on both sides', async () => {
    const folder = await linkedFolder();
    const env = roots(join(folder, 'link'));
    const body = `mcp_roots_contains ${folder}/real/inner/x && echo inside`;
    expect((await callTool(body, { env })).stdout).toBe('inside\n');
  });
});

describe('[bash-sdk:path:require] mcp_require_path', () => {
  test('prints the normalised path where it lies in a root', async () => {
    const folder = await linkedFolder();
    const args = { path: `${folder}/link/inner/` };
    const call = await callTool('mcp_require_path .path', { args, env: roots(folder) });
    expect(call).toMatchObject({ exit: 0, stdout: `${folder}/real/inner\n` });
  });

  test('refuses a link that leads out of the roots', async () => {
    const folder = await linkedFolder();
    await mkdir(join(folder, 'root'));
    await symlink('../real', join(folder, 'root/out'));
    const args = { path: `${folder}/root/out/inner` };
    const call = await callTool('mcp_require_path .path', { args, env: roots(`${folder}/root`) });
    expect(call.exit).toBe(1);
    expect(JSON.parse(call.errorFile)).toEqual({
      code: -32602,
      message: '.path is outside configured MCP roots',
      data: null,
    });
  });

  test('without roots takes any path', async () => {
    const call = await callTool('mcp_require_path .path', { args: { path: '/nowhere/../etc' } });
    expect(call.stdout).toBe('/etc\n');
  });

  test.each([
    ['--default-to-single-root', roots('/only'), '/only\n'],
    ['--default-to-single-root --allow-empty', roots('/one', '/two'), '\n'],
    ['--allow-empty', {}, '\n'],
  ])('missing, with %s and %j', async (options, env, stdout) => {
    const call = await callTool(`mcp_require_path .path ${options}`, { args: {}, env });
    expect(call).toMatchObject({ exit: 0, stdout });
  });

  test.each([
    ['', roots('/only')],
    ['--default-to-single-root', roots('/one', '/two')],
  ])('missing, with %s and %j is refused', async (options, env) => {
    const call = await callTool(`mcp_require_path .path ${options}`, { args: {}, env });
    expect(JSON.parse(call.errorFile)).toMatchObject({ message: '.path is required' });
  });
});
