// `mcp-bash registry`, `mcp-bash validate` and `plugboard validate` on real projects.
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPlugboard, type RunOptions } from '../../support/run-plugboard.ts';
import { verifies } from '../../support/verifies.ts';
import { projectFolder, registryFile, SCRIPT, write } from './stage.ts';

// Loaded by the first command that needs them, which would cost the first test its time.
await Promise.all([
  import('../../../src/cli/mcp-bash/commands/registry.ts'),
  import('../../../src/cli/mcp-bash/commands/validate.ts'),
  import('../../../src/cli/parse-argv.ts'),
]);

const PROJECT = {
  'server.d/server.meta.json': { name: 'demo' },
  'tools/hello/tool.sh': SCRIPT,
  'tools/hello/tool.meta.json': { name: 'hello', description: 'Says hello' },
  'resources/a.txt': 'A',
  'prompts/p.txt': 'P',
  'ui/board/index.html': '<p>board</p>',
};

function mcpBash(cwd: string, args: readonly string[], options: RunOptions = {}) {
  return runPlugboard(args, { ...options, cwd, program: 'mcp-bash' });
}

async function json(cwd: string, args: readonly string[], options: RunOptions = {}) {
  const { exit, stdout, stderr } = await mcpBash(cwd, args, options);
  return { exit, stderr, data: JSON.parse(stdout) as Record<string, unknown> };
}

verifies(
  ['bash:cli:registry-status', 'bash:cli:registry-refresh'],
  'the registry is missing, then refreshed, then present',
  async () => {
    const root = await projectFolder(PROJECT);
    const before = await json(root, ['registry', 'status']);
    expect(before.exit).toBe(0);
    expect(before.data['tools']).toMatchObject({ status: 'missing', count: null, hash: null });

    const refresh = await json(root, ['registry', 'refresh', '--no-notify']);
    const ok = { status: 'ok', count: 1, error: null };
    expect(refresh).toEqual({
      exit: 0,
      stderr: '',
      data: {
        tools: ok,
        resources: ok,
        prompts: ok,
        ui: ok,
        notificationsSent: false,
        mode: 'full',
      },
    });
    const { hash } = await registryFile(root, 'tools');
    const after = await json('/', ['registry', 'status', '--project-root', root]);
    expect(after.data).toMatchObject({
      projectRoot: root,
      jsonTool: expect.stringMatching(/^(?:go)?jq$/u),
      tools: {
        status: 'present',
        path: join(root, '.registry/tools.json'),
        count: 1,
        hash,
        mtime: Math.floor((await stat(join(root, '.registry/tools.json'))).mtimeMs / 1000),
      },
      ui: { status: 'present', count: 1 },
    });
    const quiet = await mcpBash(root, ['registry', 'refresh', '--quiet']);
    expect(quiet).toEqual({ exit: 0, stdout: '', stderr: '' });
  },
);

test('a refresh that fails says so for every kind', async () => {
  const root = await projectFolder({ ...PROJECT, 'server.d/register.json': '{' });
  const { exit, data } = await json(root, ['registry', 'refresh']);
  expect(exit).toBe(1);
  const failed = { status: 'failed', count: null, error: expect.stringContaining('Invalid JSON') };
  expect(data).toMatchObject({ tools: failed, resources: failed, prompts: failed });
});

test('an action nobody knows is refused', async () => {
  const root = await projectFolder(PROJECT);
  const { exit, stderr } = await mcpBash(root, ['registry', 'forget']);
  expect(exit).toBe(1);
  expect(stderr).toContain("expected status or refresh, got 'forget'");
});

verifies('bash:cli:registry-filter', 'a refresh can be narrowed to a path', async () => {
  const root = await projectFolder({ ...PROJECT, 'tools/group/one/tool.sh': SCRIPT });
  await mcpBash(root, ['registry', 'refresh', '--quiet']);
  await write(root, {
    'tools/group/two/tool.sh': SCRIPT,
    'tools/unseen/tool.sh': SCRIPT,
    'prompts/unseen.txt': 'U',
  });
  const filters: readonly (readonly [readonly string[], RunOptions])[] = [
    [['--filter', 'tools/group'], {}],
    [['--filter', 'group'], {}],
    [[], { env: { MCPBASH_REGISTRY_REFRESH_PATH: 'tools/group' } }],
  ];
  for (const [flags, options] of filters) {
    const { data } = await json(root, ['registry', 'refresh', ...flags], options);
    expect(data).toMatchObject({
      tools: { status: 'ok', count: 3 },
      prompts: { status: 'skipped', count: 1 },
    });
    const { items } = (await registryFile(root, 'tools')) as { items?: { name: string }[] };
    expect(items?.map(({ name }) => name)).toEqual(['hello', 'one', 'two']);
    await rm(join(root, 'tools/group/two'), { recursive: true });
    await mcpBash(root, ['registry', 'refresh', '--quiet', '--filter', 'group']);
    await write(root, { 'tools/group/two/tool.sh': SCRIPT });
  }
});

verifies('bash:cli:registry-refresh', 'files that cannot be written are a failure', async () => {
  const root = await projectFolder({ ...PROJECT, '.registry': 'a file' });
  const { exit, data } = await json(root, ['registry', 'refresh']);
  expect(exit).toBe(1);
  const error = expect.stringContaining('.registry/tools.json cannot be written');
  expect(data).toMatchObject({ tools: { status: 'failed', error } });
  const status = await json(root, ['registry', 'status']);
  expect(status.data).toMatchObject({ tools: { status: 'missing' } });
});

verifies('bash:cli:validate', 'a sound project has no findings', async () => {
  const root = await projectFolder(PROJECT);
  const text = await mcpBash(root, ['validate', '--explain-defaults']);
  expect(text.exit).toBe(0);
  expect(text.stdout).toContain('✓ no problems found');
  expect(text.stdout).toContain('default version: 0.0.0');
  const { exit, data } = await json('/', ['validate', '--json', '--project-root', root]);
  expect(exit).toBe(0);
  expect(data).toMatchObject({
    projectRoot: root,
    errors: 0,
    warnings: 0,
    fixesApplied: 0,
    strict: false,
    defaults: { name: expect.any(String), title: expect.any(String), version: '0.0.0' },
    messages: [],
  });
  await expect(stat(join(root, '.registry'))).rejects.toThrow('ENOENT');
});

const FAULTY = {
  ...PROJECT,
  'server.d/server.meta.json': { name: 'demo', version: 3 },
  'server.d/policy.sh': 'true\n',
  'tools/bad-schema/tool.sh': SCRIPT,
  'tools/bad-schema/tool.meta.json': {
    name: 'bad-schema',
    description: 'd',
    inputSchema: { type: 'objekt' },
  },
  'tools/broken/tool.sh': SCRIPT,
  'tools/broken/tool.meta.json': '{',
  'tools/a/b/c/d/tool.sh': SCRIPT,
  'resources/gone.meta.json': { name: 'gone', uri: 'file:///nowhere/at/all' },
  'prompts/q.txt': '{{who}}',
  'prompts/empty.txt': '',
};

test('everything that is wrong is told, by section', async () => {
  const root = await projectFolder(FAULTY);
  await chmod(join(root, 'server.d/policy.sh'), 0o666);
  await chmod(join(root, 'tools/hello/tool.sh'), 0o777);
  const { exit, data } = await json(root, ['validate', '--json']);
  expect(exit).toBe(1);
  const messages = data['messages'] as { level: string; section: string; message: string }[];
  const told = messages.map(({ level, section, message }) => `${level} ${section} ${message}`);
  expect(told).toEqual([
    'warning server server.meta.json: version must be a text',
    expect.stringMatching(/^error server policy\.sh is not run: .*chmod go-w/u),
    expect.stringContaining('error tools Error in config broken/tool.meta.json: Invalid JSON'),
    expect.stringContaining('error tools bad-schema: inputSchema is not a JSON Schema'),
    'error tools hello: hello/tool.sh: others may write to it (chmod go-w)',
    'warning resources gone: there is no file behind file:///nowhere/at/all',
    'warning prompts empty: its template empty.txt is empty',
    'warning prompts q: {{who}} is not among its arguments',
    'warning tools a/b/c/d/tool.sh lies deeper than three folders and is not listed',
  ]);
  expect([data['errors'], data['warnings']]).toEqual([4, 5]);
});

verifies('bash:cli:validate-inspector', 'says how to open the project', async () => {
  const root = await projectFolder(PROJECT);
  const { stdout: command } = await mcpBash(root, ['config', '--inspector']);
  const text = await mcpBash(root, ['validate', '--inspector']);
  expect(text.exit).toBe(0);
  expect(text.stdout).toMatch(/^Validating /u);
  expect(text.stdout.endsWith(`Inspector:\n  ${command}`)).toBe(true);
  const asJson = await mcpBash(root, ['validate', '--inspector', '--json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({ errors: 0 });
  expect(asJson.stderr).toContain(command);
});

verifies('bash:cli:validate-fix', '--fix makes scripts executable and nothing else', async () => {
  const root = await projectFolder(PROJECT);
  const script = join(root, 'tools/hello/tool.sh');
  await chmod(script, 0o644);
  const before = await readFile(script, 'utf8');
  const told = await json(root, ['validate', '--json']);
  expect(told.data).toMatchObject({ warnings: 1, fixesApplied: 0 });
  const fixed = await json(root, ['validate', '--json', '--fix']);
  expect(fixed.data).toMatchObject({ warnings: 0, fixesApplied: 1 });
  expect((await stat(script)).mode & 0o777).toBe(0o755);
  expect(await readFile(script, 'utf8')).toBe(before);
});

verifies('bash:cli:validate-strict', 'with --strict warnings fail too', async () => {
  const root = await projectFolder({
    ...PROJECT,
    'tools/dot/tool.sh': SCRIPT,
    'tools/dot/tool.meta.json': { name: 'ns.dot', description: 'd' },
  });
  const mild = await json(root, ['validate', '--json']);
  expect([mild.exit, mild.data['warnings'], mild.data['errors']]).toEqual([0, 1, 0]);
  const strict = await json(root, ['validate', '--json', '--strict']);
  expect([strict.exit, strict.data['errors'], strict.data['strict']]).toEqual([1, 1, true]);
  await write(root, { 'tools/dot/tool.meta.json': { name: 'dot' } });
  expect((await mcpBash(root, ['validate'])).exit).toBe(0);
  const text = await mcpBash(root, ['validate', '--strict']);
  expect(text.exit).toBe(1);
  expect(text.stdout).toContain('⚠ tools: dot: has no description');
});

test('plugboard validate knows such projects', async () => {
  const root = await projectFolder({ ...PROJECT, 'tools/x/tool.sh': SCRIPT });
  const text = await runPlugboard(['validate', root]);
  expect(text).toMatchObject({ exit: 0, stderr: '' });
  expect(text.stdout).toBe(
    'warning tools: x: has no description\n\n0 errors, 1 warning, 0 notes\n',
  );
  const asJson = await runPlugboard(['validate', root, '--json']);
  expect(JSON.parse(asJson.stdout)).toEqual({
    valid: true,
    findings: [{ severity: 'warning', section: 'tools', message: 'x: has no description' }],
  });
});
