// The git provider against git's own server; only where names lead is said by the test.
import { describe, expect, test } from 'vitest';
import { gitServer, type GitServer } from '../../../../test/support/git-server.ts';
import { parseGitUri, readGit, type GitDoors, type GitRules } from './git-provider.ts';

const RULES: GitRules = {
  isEnabled: true,
  hosts: { allow: ['localhost.example', 'example.com'], deny: [], allowAll: false },
  timeoutMs: 10_000,
  maxKb: 1_024,
};

const signal = new AbortController().signal;

/** The certificate is for `localhost`, which the rules refuse; git is told not to mind the name. */
function read(uri: string, server?: GitServer, rules: Partial<GitRules> = {}) {
  const doors: GitDoors = { resolve: async () => ['8.8.8.8'], pin: () => ['127.0.0.1'] };
  const env = { PATH: process.env['PATH'] ?? '', ...(server && { GIT_SSL_NO_VERIFY: '1' }) };
  return readGit(
    { uri, isDeclared: false, rules: { ...RULES, ...rules }, maxBytes: 1_000, env },
    { signal },
    doors,
  );
}

function uriOf({ port }: GitServer, fragment: string): string {
  return `git+https://example.com:${port}/repository#${fragment}`;
}

describe('[bash-content:provider:git] a file of a repository', () => {
  test('is read from a branch, and only the file asked for', async () => {
    const server = await gitServer({ 'docs/a b.md': '# Hello\n', 'large.txt': 'x'.repeat(2_000) });
    expect((await read(uriOf(server, 'main:docs/a%20b.md'), server)).toString()).toBe('# Hello\n');
    expect((await read(uriOf(server, 'docs/a b.md'), server)).toString()).toBe('# Hello\n');
    const missing = { wire: -32601, data: { exitCode: 3 } };
    await expect(read(uriOf(server, 'main:nothing'), server)).rejects.toMatchObject(missing);
    const folder = { wire: -32602, data: { exitCode: 4 } };
    await expect(read(uriOf(server, 'main:docs'), server)).rejects.toMatchObject(folder);
    const large = { wire: -32603, data: { exitCode: 6 } };
    await expect(read(uriOf(server, 'main:large.txt'), server)).rejects.toMatchObject(large);
    await expect(read(uriOf(server, 'no-branch:docs'), server)).rejects.toMatchObject({
      wire: -32603,
      data: { exitCode: 5 },
    });
  }, 20_000);

  test('[bash-content:provider:git-caps] not from a repository that is too large', async () => {
    const noise = Array.from({ length: 400_000 }, (_, n) =>
      ((n * 2_654_435_761) >>> 0).toString(36),
    );
    const server = await gitServer({ 'a.txt': 'a', 'noise.txt': noise.join('\n') });
    await expect(read(uriOf(server, 'main:a.txt'), server, { maxKb: 64 })).rejects.toMatchObject({
      data: { exitCode: 6 },
      message: 'The repository exceeds 64 KiB',
    });
  }, 20_000);

  test('[bash-content:provider:git-exits] a certificate nobody trusts is a failure', async () => {
    const server = await gitServer({ 'a.txt': 'a' });
    await expect(read(uriOf(server, 'main:a.txt'))).rejects.toMatchObject({
      wire: -32603,
      data: { exitCode: 5 },
    });
  }, 20_000);
});

describe('refused before git is started', () => {
  test('[bash-content:provider:git-off] unless it is turned on', async () => {
    const uri = 'git+https://example.com/r#main:a';
    await expect(read(uri, undefined, { isEnabled: false })).rejects.toMatchObject({
      message: 'The git provider is turned off',
      hint: expect.stringContaining('MCPBASH_ENABLE_GIT_PROVIDER'),
      wire: -32602,
    });
  });

  test.each(['git+https://other.example/r#main:a', 'git+https://127.0.0.1/r#main:a'])(
    '[bash-content:provider:git-hosts] %s',
    async (uri) => {
      await expect(read(uri)).rejects.toMatchObject({ wire: -32602, data: { exitCode: 4 } });
    },
  );

  test('[bash-content:provider:git-hosts] a host on both lists is denied', async () => {
    const hosts = { ...RULES.hosts, deny: ['example.com'] };
    await expect(
      read('git+https://example.com/r#main:a', undefined, { hosts }),
    ).rejects.toMatchObject({ message: 'Host example.com is denied', data: { exitCode: 4 } });
  });

  test.each([
    'git+https://example.com/r',
    'git+ssh://example.com/r#main:a',
    'git+https://example.com/r#main:../a',
    'git+https://example.com/r#main:/etc/passwd',
    'git+https://example.com/r#--upload-pack=x:a',
    'git+https://user:x@example.com/r#main:a',
  ])('[bash-content:provider:git-exits] %s is no address of a file', async (uri) => {
    await expect(read(uri)).rejects.toMatchObject({ wire: -32602, data: { exitCode: 4 } });
  });
});

test('git:// means the same as git+https://', () => {
  const { repository, ref, path } = parseGitUri('git://example.com/r#v1.0:docs/x.md');
  expect([repository.href, ref, path]).toEqual(['https://example.com/r', 'v1.0', 'docs/x.md']);
});
