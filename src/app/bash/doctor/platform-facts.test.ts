// What the doctor sees on systems that are not this one.
import { describe, expect, test } from 'vitest';
import { folderWith, shellTool } from '../../../../test/support/temp-folder.ts';
import { inspectPlatform, platformFindings, type PlatformPaths } from './platform-facts.ts';

const options = (env: Readonly<Record<string, string>>) => ({
  cwd: '/',
  home: '/nonexistent',
  env,
  mode: 'look' as const,
  signal: new AbortController().signal,
});

async function look(paths: PlatformPaths, env: Readonly<Record<string, string>>) {
  const facts = await inspectPlatform(paths, options(env));
  return { facts, ids: platformFindings(facts, paths).map(({ id }) => id) };
}

const MAC: PlatformPaths = { platform: 'darwin', framework: '/f', project: '/p' };

describe('macOS', () => {
  test('tells what is in quarantine', async () => {
    const bin = await folderWith({ xattr: shellTool('[ "$3" = /p ]') });
    const { facts, ids } = await look(MAC, { PATH: `${bin}:/usr/bin:/bin` });
    expect(facts.macOS).toEqual({
      detected: true,
      quarantineCheckSupported: true,
      frameworkQuarantined: false,
      projectQuarantined: true,
    });
    expect(ids).toEqual(['macos.project_quarantined']);
  });

  test('says when nobody can look', async () => {
    const { facts, ids } = await look(MAC, { PATH: '/nowhere' });
    expect(facts.macOS).toMatchObject({ detected: true, frameworkQuarantined: null });
    expect(ids).toEqual(['macos.xattr_missing']);
  });
});

test('a Unix shell on Windows is noticed', async () => {
  const paths = { ...MAC, platform: 'win32' } as const;
  expect((await look(paths, { MSYSTEM: 'MINGW64' })).ids).toEqual(['windows.msys_detected']);
  expect((await look(paths, {})).ids).toEqual([]);
});
