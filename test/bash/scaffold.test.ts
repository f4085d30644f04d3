// `mcp-bash init`, `new` and `scaffold`: what they lay out, that it runs, and what they refuse.
import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, runPlugboard } from '../support/run-plugboard.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

function mcpBash(cwd: string, ...args: string[]) {
  return runPlugboard(args, { cwd, program: 'mcp-bash', env: { MCPBASH_PROJECT_ROOT: '' } });
}

async function newProject(): Promise<string> {
  const folder = await tempFolder();
  expect(await mcpBash(folder, 'new', 'notes')).toMatchObject({ exit: 0, stderr: '' });
  return join(folder, 'notes');
}

async function readJson(...path: string[]) {
  return JSON.parse(await readFile(join(...path), 'utf8')) as Record<string, unknown>;
}

async function call(project: string, tool: string, args = '{}') {
  const ran = await mcpBash(project, 'run-tool', tool, '--args', args);
  expect(ran).toMatchObject({ exit: 0 });
  return JSON.parse(ran.stdout) as Record<string, unknown>;
}

describe('init', () => {
  verifies('bash-cli:init', 'makes a project of the working directory', async () => {
    const folder = await folderWith({ '.gitignore': 'mine\n' });
    const ran = await mcpBash(folder, 'init', '--name', 'my-notes');
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toContain(`Created project my-notes in ${folder}`);
    expect(await readJson(folder, 'server.d/server.meta.json')).toMatchObject({
      name: 'my-notes',
      title: 'My Notes',
    });
    const ignored = await readFile(join(folder, '.gitignore'), 'utf8');
    expect(ignored).toBe('mine\n.registry/\n*.log\n.DS_Store\nThumbs.db\n');
    expect(await call(folder, 'hello', '{"name":"Ann"}')).toMatchObject({
      structuredContent: { message: 'Hello, Ann!' },
    });
  });

  verifies('bash-cli:init', 'completes what has begun and changes nothing of it', async () => {
    const meta = '{"name":"existing"}';
    const ignored = '*.log\n.registry/\nThumbs.db\n.DS_Store';
    const folder = await folderWith({ 'server.d/server.meta.json': meta, '.gitignore': ignored });
    const ran = await mcpBash(folder, 'init');
    expect(ran.stdout).toContain('Created project existing in');
    expect(await readFile(join(folder, 'server.d/server.meta.json'), 'utf8')).toBe(meta);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe(ignored);
    expect(await mcpBash(folder, 'init')).toMatchObject({ exit: 0 });
  });

  verifies('bash-cli:init', 'leaves the example out if asked to', async () => {
    const folder = await folderWith({});
    expect(await mcpBash(folder, 'init', '--no-hello')).toMatchObject({ exit: 0 });
    await expect(stat(join(folder, 'tools'))).rejects.toThrow('ENOENT');
  });

  test('hooks and folders are written by us alone, whatever the umask is', async () => {
    const before = process.umask(0o002);
    try {
      const project = await newProject();
      await mcpBash(project, 'scaffold', 'completion', 'words');
      const { mode } = await stat(join(project, 'server.d/register.sh'));
      expect(mode & 0o022).toBe(0);
    } finally {
      process.umask(before);
    }
  });
});

for (const [id, words] of [
  ['bash-cli:new', ['new']],
  ['bash-cli:scaffold-server', ['scaffold', 'server']],
] as const) {
  verifies(id, `${words.join(' ')} makes a folder, and refuses one that exists`, async () => {
    const folder = await tempFolder();
    expect(await mcpBash(folder, ...words, 'notes')).toMatchObject({ exit: 0 });
    expect(await readFile(join(folder, 'notes/README.md'), 'utf8')).toContain('# Notes');
    const again = await mcpBash(folder, ...words, 'notes');
    expect(again).toMatchObject({ exit: 1, stdout: '' });
    expect(again.stderr).toContain('notes already exists');
  });
}

describe('scaffold', () => {
  verifies(['bash-cli:scaffold', 'bash-cli:scaffold-works'], 'lays out what runs', async () => {
    const project = await newProject();
    for (const kind of ['tool', 'prompt', 'resource']) {
      const ran = await mcpBash(project, 'scaffold', kind, 'my-thing');
      const place = join(project, `${kind}s`, 'my-thing');
      expect(ran).toEqual({ exit: 0, stdout: `Scaffolded ${kind} at ${place}\n`, stderr: '' });
    }
    expect(await call(project, 'my-thing', '{"text":"ab","times":2}')).toMatchObject({
      structuredContent: { result: 'abab' },
    });
    const health = await mcpBash(project, 'health');
    expect(JSON.parse(health.stdout)).toMatchObject({ tools: 2, resources: 1, prompts: 1 });
    const valid = await mcpBash(project, 'validate', '--strict');
    expect(valid).toMatchObject({ exit: 0 });
  });

  verifies(
    'bash-cli:scaffold-completion',
    'completions are registered one after another',
    async () => {
      const project = await newProject();
      await mcpBash(project, 'scaffold', 'completion', 'one');
      await mcpBash(project, 'scaffold', 'completion', 'two');
      const lines = (await readFile(join(project, 'server.d/register.sh'), 'utf8'))
        .trim()
        .split('\n');
      expect(lines.slice(2)).toEqual([
        'mcp_completion_manual_begin',
        expect.stringContaining('"name":"one","path":"completions/one.sh"'),
        expect.stringContaining('"name":"two"'),
        'mcp_completion_manual_finalize',
      ]);
    },
  );

  verifies(
    'bash-cli:scaffold-ui',
    'pages belong to a tool or to the project, tests to the project',
    async () => {
      const project = await newProject();
      await mcpBash(project, 'scaffold', 'tool', 'draw', '--ui');
      await mcpBash(project, 'scaffold', 'ui', 'board');
      await mcpBash(project, 'scaffold', 'ui', 'greeting', '--tool', 'hello');
      const nowhere = await mcpBash(project, 'scaffold', 'ui', 'x', '--tool', 'gone');
      expect(nowhere).toMatchObject({ exit: 1, stdout: '' });
      expect(nowhere.stderr).toContain("Tool 'gone' not found.");
      expect(existsSync(join(project, 'tools/gone'))).toBe(false);
      await mcpBash(project, 'scaffold', 'test');
      for (const file of ['tools/draw/ui', 'ui/board', 'tools/hello/ui']) {
        expect(await readFile(join(project, file, 'index.html'), 'utf8')).toContain(
          '<!doctype html>',
        );
      }
      expect((await stat(join(project, 'test/run.sh'))).mode & 0o111).not.toBe(0);
      await rm(join(project, 'test/run.sh'));
      const again = await mcpBash(project, 'scaffold', 'test');
      expect(again).toMatchObject({ exit: 1 });
      expect(again.stderr).toContain('test/README.md already exists');
    },
  );

  verifies('bash-cli:scaffold-refuses', 'what it cannot write', async () => {
    const project = await folderWith({ 'server.d/server.meta.json': '{}', tools: 'a file' });
    const ran = await mcpBash(project, 'scaffold', 'tool', 'one');
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^Not allowed: .*tools\/one\/.* cannot be written \(\w+\)\n$/u);
  });

  verifies('bash-cli:scaffold-refuses', 'names that clients refuse, and what exists', async () => {
    const project = await newProject();
    for (const name of ['a.b', '../a', '', 'ä', 'x'.repeat(65)]) {
      const ran = await mcpBash(project, 'scaffold', 'tool', name);
      expect(ran).toMatchObject({ exit: 1, stdout: '' });
      expect(ran.stderr).toContain('is no name');
    }
    const dotted = await mcpBash(project, 'scaffold', 'tool', 'a.b');
    expect(dotted.stderr).toContain('hint: Some clients refuse dots; try a-b');
    const taken = await mcpBash(project, 'scaffold', 'tool', 'hello');
    expect(taken).toMatchObject({ exit: 1 });
    expect(taken.stderr).toContain('already exists');
    expect((await mcpBash(project, 'scaffold', 'nothing', 'x')).stderr).toContain('Kinds: server');
    expect((await mcpBash(project, 'scaffold', 'tool')).stderr).toContain('a name is missing');
  });
});

async function rootOf(cwd: string, env: string, ...args: string[]): Promise<string> {
  const ran = await runPlugboard(['config', '--json', ...args], {
    cwd,
    program: 'mcp-bash',
    env: { MCPBASH_PROJECT_ROOT: env },
  });
  return ran.exit === 0 ? (JSON.parse(ran.stdout).env.MCPBASH_PROJECT_ROOT as string) : ran.stderr;
}

verifies('bash-cli:root', 'the project is found by flag, by variable, or from below', async () => {
  const project = await newProject();
  const elsewhere = await tempFolder();
  expect(await rootOf(join(project, 'tools/hello'), '')).toBe(project);
  expect(await rootOf(elsewhere, project)).toBe(project);
  expect(await rootOf(elsewhere, '/no/such', '--project-root', project)).toBe(project);
  expect(await rootOf(elsewhere, '')).toContain('hint: Run `mcp-bash init` here');
});

verifies('bash-cli:later', 'bundle, vendor and publish say that they come later', async () => {
  for (const command of ['bundle', 'vendor', 'publish']) {
    const ran = await mcpBash(ROOT, command, '--output', 'x', 'y');
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toMatch(
      new RegExp(`^\`mcp-bash ${command}\` comes with a later version\nhint: `),
    );
  }
});
