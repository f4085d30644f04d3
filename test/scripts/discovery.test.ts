// Which files of a directory become tools, and under which names.
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toPlugboardError } from '../../src/core/errors.ts';
import { discover } from '../../src/sources/scripts/discover.ts';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { stageAt, stageWith } from './stage.ts';

const TOOL = shellTool('echo ok');

describe('the directory', () => {
  verifies(
    [
      'scripts:directory:recursive',
      'scripts:directory:maps-to-tool-names',
      'scripts:directory:example-hello',
      'scripts:directory:example-utils-calc',
      'scripts:directory:example-utils-format',
      'scripts:directory:example-api-v1-fetch',
      'scripts:directory:root-name-stripped',
    ],
    'gives the tools of the example in the specification',
    async () => {
      const stage = await stageWith({
        hello: TOOL,
        'utils/calc': TOOL,
        'utils/format': TOOL,
        'api/v1/fetch': TOOL,
      });
      expect(await stage.names()).toEqual(['api/v1/fetch', 'hello', 'utils/calc', 'utils/format']);
    },
  );

  verifies(
    ['scripts:directory:five-levels', 'mcpd:keep:at-most-five-levels'],
    'is read five levels deep, the root counted',
    async () => {
      const stage = await stageWith({ 'a/b/c/d/l5': TOOL, 'a/b/c/d/e/l6': TOOL });
      expect(await stage.names()).toEqual(['a/b/c/d/l5']);
    },
  );

  verifies('scripts:directory:only-executables', 'gives executables only', async () => {
    const root = await folderWith({ tool: TOOL, plain: TOOL, 'notes.txt': 'text' });
    await chmod(join(root, 'plain'), 0o644);
    const stage = await stageAt(root);
    expect(await stage.names()).toEqual(['tool']);
    expect(await stage.problems()).toEqual({});
  });

  verifies(
    ['mcpd:better:hidden-files-not-entered', 'mcpd:better:hidden-directories-not-entered'],
    'keeps what is hidden hidden',
    async () => {
      const stage = await stageWith({ '.secret': TOOL, '.git/hooks/pre': TOOL, shown: TOOL });
      expect(await stage.names()).toEqual(['shown']);
    },
  );

  verifies('mcpd:better:deterministic-order', 'is listed in the order of bytes', async () => {
    const names = ['b', 'a/z', 'a', 'B', 'a-b', 'a.b', 'ä', '\uFFFA', '𝒳', 'name with blanks.sh'];
    const files = Object.fromEntries(names.filter((name) => name !== 'a').map((n) => [n, TOOL]));
    const stage = await stageWith(files);
    const expected = Object.keys(files).toSorted((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    expect(await stage.names()).toEqual(expected);
    const again = await stageAt(stage.root);
    expect(await again.list()).toEqual(await stage.list());
  });

  it('gives the same list object while nothing changes', async () => {
    const stage = await stageWith({ tool: TOOL, broken: '#!/bin/sh\nexit 1\n' });
    const first = await stage.list();
    await stage.failure('unknown, so the directory is read again');
    expect(await stage.list()).toBe(first);
  });

  it('that is missing, or is a file, is refused with a way out', async () => {
    const folder = await folderWith({ file: TOOL });
    for (const [name, hint] of [
      ['missing', 'create it'],
      ['file', 'not a file'],
    ] as const) {
      const error = await openScripts(join(folder, name)).catch(toPlugboardError);
      expect(error).toMatchObject({ code: 'not_found' });
      expect(error).toHaveProperty('hint', expect.stringContaining(hint));
    }
  });

  it('may be empty', async () => {
    const stage = await stageAt(await tempFolder());
    expect(await stage.list()).toEqual({ items: [], problems: [] });
  });
});

describe('links', () => {
  verifies('mcpd:keep:symlinked-files-followed', 'to files are scripts', async () => {
    const elsewhere = await folderWith({ real: shellTool('basename "$0"') });
    const root = await tempFolder();
    await symlink(join(elsewhere, 'real'), join(root, 'linked'));
    const stage = await stageAt(root);
    // A script sees the name it was called by.
    expect(await stage.text('linked')).toBe('linked');
  });

  verifies('mcpd:options:directory-links-followed', 'to directories are entered', async () => {
    const elsewhere = await folderWith({ inner: TOOL });
    const root = await folderWith({ own: TOOL });
    await symlink(elsewhere, join(root, 'more'));
    expect(await (await stageAt(root)).names()).toEqual(['more/inner', 'own']);
  });

  verifies(
    ['mcpd:options:ancestor-links-not-followed', 'mcpd:better:link-loops-not-entered'],
    'that lead back are not entered',
    async () => {
      const root = await folderWith({ 'a/one': TOOL, 'b/two': TOOL });
      await symlink('..', join(root, 'a/up'));
      await symlink(root, join(root, 'b/root'));
      await symlink('.', join(root, 'self'));
      await symlink(dirname(root), join(root, 'above'));
      await symlink('../b', join(root, 'a/other'));
      await symlink('../a', join(root, 'b/other'));
      // Only looked at, so that a failure of this test runs nothing.
      const found = await discover(root);
      const names = ['a/one', 'a/other/two', 'b/other/one', 'b/two'];
      expect(found?.scripts.map(({ name }) => name)).toEqual(names);
      expect(await (await stageAt(root)).names()).toEqual(names);
    },
  );

  it('to the root of the file system are not entered', async () => {
    const root = await folderWith({ own: TOOL });
    await symlink('/', join(root, 'everything'));
    // Only looked at, so that a failure of this test runs nothing.
    const found = await discover(root);
    expect(found?.scripts.map(({ name }) => name)).toEqual(['own']);
    expect(found?.ignored).toEqual([{ name: 'everything', why: 'loop' }]);
  });

  it('that lead nowhere are problems and hide nothing', async () => {
    const root = await folderWith({ good: TOOL });
    await symlink('/nowhere/at/all', join(root, 'broken'));
    await symlink('loop', join(root, 'loop'));
    const stage = await stageAt(root);
    expect(await stage.names()).toEqual(['good']);
    const { broken, loop } = await stage.problems();
    expect(broken?.message).toBe('Cannot use broken: the link leads nowhere (ENOENT)');
    expect(loop?.message).toContain('ELOOP');
  });
});

describe('trouble', () => {
  it('with names that are not UTF-8 is reported', async () => {
    const root = await folderWith({ good: TOOL });
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff])]), TOOL, {
      mode: 0o755,
    });
    const stage = await stageAt(root);
    expect(await stage.names()).toEqual(['good']);
    expect((await stage.problems())['bad\uFFFD']?.message).toContain('its name is not UTF-8');
  });

  it.skipIf(process.getuid?.() === 0)('with rights is reported', async () => {
    const root = await folderWith({ good: TOOL, 'closed/inner': TOOL });
    await chmod(join(root, 'closed'), 0o000);
    const stage = await stageAt(root);
    expect(await stage.names()).toEqual(['good']);
    expect((await stage.problems())['closed']).toMatchObject({ code: 'forbidden' });
    await chmod(join(root, 'closed'), 0o755);
  });

  it('with one script that is busy being written passes by itself', async () => {
    const root = await folderWith({ good: TOOL });
    const { open } = await import('node:fs/promises');
    const file = await open(join(root, 'busy'), 'w', 0o755);
    await file.writeFile(TOOL);
    const stage = await stageAt(root);
    expect((await stage.problems())['busy']?.message).toContain('ETXTBSY');
    await file.close();
    await expect.poll(() => stage.names(), { timeout: 2_000 }).toEqual(['busy', 'good']);
  });

  verifies(
    'mcpd:better:help-run-in-parallel',
    'with slow scripts does not add up: all are asked at once',
    async () => {
      // Each waits for all the others to have been started.
      const count = 12;
      const folder = await tempFolder();
      const body = `#!/bin/sh
: > "${folder}/.started-$$"
while [ "$(ls -A "${folder}" | grep -c started)" -lt ${count} ]; do sleep 0.01; done
echo '{}'
`;
      await mkdir(join(folder, 'all'));
      for (let at = 0; at < count; at += 1) {
        await writeFile(join(folder, 'all', `tool-${at}`), body, { mode: 0o755 });
      }
      const stage = await stageAt(folder);
      expect(await stage.names()).toHaveLength(count);
    },
  );
});
