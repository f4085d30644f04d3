// `mcp-bash doctor`: the report, what it mends, and what it refuses to do.
import { existsSync } from 'node:fs';
import { chmod, readFile, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { ROOT, runPlugboard, spawnPlugboard, type RunOptions } from '../support/run-plugboard.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

function doctor(cwd: string, args: readonly string[] = [], options: RunOptions = {}) {
  const env = { MCPBASH_PROJECT_ROOT: '', XDG_BIN_HOME: '', ...options.env };
  return runPlugboard(['doctor', ...args], { ...options, cwd, program: 'mcp-bash', env });
}

interface Said {
  readonly exitCode: number;
  readonly findings: readonly { readonly id: string; readonly fixable: boolean }[];
  readonly proposedActions: readonly { readonly id: string }[];
  readonly actionsTaken: readonly { readonly id: string }[];
  readonly [key: string]: unknown;
}

async function report(cwd: string, args: readonly string[] = [], options: RunOptions = {}) {
  const ran = await doctor(cwd, ['--json', ...args], options);
  const said = JSON.parse(ran.stdout) as Said;
  expect(said.exitCode).toBe(ran.exit);
  return said;
}

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

const META = { 'server.d/server.meta.json': '{"name":"notes"}' };
const TOOL = { 'tools/say/tool.sh': '#!/usr/bin/env bash\necho hi\n' };
const PROGRAM = join(ROOT, 'dist/bin/mcp-bash.js');

function projectWith(files: Record<string, string> = {}) {
  return folderWith({ ...META, ...TOOL, ...files });
}

const needs = (data: unknown) => ({ 'server.d/requirements.json': JSON.stringify(data) });

const meta = (env: unknown) => ({
  'server.d/server.meta.json': JSON.stringify({ name: 'notes', env }),
});

async function policyOf(project: string, env: Readonly<Record<string, string>> = {}) {
  return (await report(project, [], { env }))['envPolicy'];
}

describe('the report', () => {
  verifies('bash-cli:doctor-json', 'has every field, with nothing wrong', async () => {
    const project = await projectWith();
    const home = await tempFolder();
    const said = await report(project, [], { home });
    expect(said).toEqual({
      schemaVersion: 1,
      exitCode: 0,
      findings: expect.any(Array),
      proposedActions: [],
      actionsTaken: [],
      framework: {
        path: PROGRAM,
        exists: true,
        version: expect.stringMatching(/^\d/u),
        compatibleWith: '1.6.0',
        pathConfigured: false,
      },
      install: {
        managedRoot: dirname(join(ROOT, 'package.json')),
        markerPath: join(ROOT, 'package.json'),
        markerPresent: true,
        managed: false,
        reason: expect.stringContaining('npm install'),
      },
      shim: {
        path: join(home, '.local/bin/mcp-bash'),
        target: PROGRAM,
        status: 'missing',
        detail: '',
      },
      runtime: {
        nodeVersion: process.versions.node,
        bashVersion: expect.stringMatching(/^\d/u),
        jqPath: expect.any(String),
        gojqPath: expect.any(String),
        gitPath: expect.any(String),
        jsonTool: expect.stringMatching(/^(?:go)?jq$/u),
        jsonToolPath: expect.stringMatching(/jq$/u),
        tmpRoot: expect.any(String),
        tmpRootWritable: true,
      },
      macOS: {
        detected: process.platform === 'darwin',
        quarantineCheckSupported: expect.any(Boolean),
        frameworkQuarantined: process.platform === 'darwin' ? expect.any(Boolean) : null,
        projectQuarantined: process.platform === 'darwin' ? expect.any(Boolean) : null,
      },
      windows: { msysDetected: false, hint: '' },
      project: {
        root: project,
        serverMetaValid: true,
        toolsCount: 1,
        registryExists: false,
        requirements: null,
      },
      envPolicy: expect.any(Object),
      errors: 0,
      warnings: 0,
    });
    expect(idsOf(said.findings)).toEqual(
      expect.arrayContaining(['path.not_configured', 'shim.status']),
    );
    expect(existsSync(join(project, '.registry'))).toBe(false);
  });

  verifies('bash-cli:doctor', 'is told in words by the program itself', async () => {
    const project = await projectWith();
    const ran = await spawnPlugboard(['doctor', '--project-root', project], {
      program: 'mcp-bash',
    });
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toContain(`project      ${project}\n`);
    expect(ran.stdout).toMatch(/✓ ready\n$/u);
  });

  verifies('bash-cli:doctor', 'tells what is wrong, and what to do', async () => {
    const project = await projectWith({ 'server.d/policy.sh': '' });
    await writeFile(join(project, 'server.d/server.meta.json'), '{');
    await chmod(join(project, 'server.d/policy.sh'), 0o666);
    const ran = await doctor(project);
    expect(ran.exit).toBe(1);
    expect(ran.stdout).toMatch(/✗ Error in config .*server\.meta\.json/u);
    expect(ran.stdout).toContain(
      '✗ policy.sh is not run: server.d/policy.sh can be written by others',
    );
    expect(ran.stdout).toContain(`  hint: chmod go-w '${join(project, 'server.d/policy.sh')}'\n`);
    expect(ran.stdout).not.toContain('✓ ready');
    const bare = await report(project, [], { env: { PATH: '/nowhere' } });
    expect(idsOf(bare.findings)).toEqual(
      expect.arrayContaining([
        'runtime.bash_missing',
        'runtime.json_tool_missing',
        'project.server_meta_invalid',
        'project.policy_permissions',
      ]),
    );
    expect(bare).toMatchObject({ errors: 3, warnings: 0, runtime: { bashVersion: '' } });
  });

  verifies('bash-cli:doctor', 'names the jq that tools are told to use', async () => {
    const project = await projectWith({ 'bin/gojq': '#!/bin/sh\n', 'bin/jq': '#!/bin/sh\n' });
    for (const name of ['gojq', 'jq']) await chmod(join(project, 'bin', name), 0o755);
    const toolOf = async (env: Readonly<Record<string, string>>) => {
      const { runtime } = await report(project, [], {
        env: {
          PATH: join(project, 'bin'),
          MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT: 'true',
          ...env,
        },
      });
      return runtime;
    };
    const at = (name: string) => ({ jsonTool: name, jsonToolPath: join(project, 'bin', name) });
    expect(await toolOf({})).toMatchObject(at('gojq'));
    expect(await toolOf({ MCPBASH_JSON_TOOL: 'jq' })).toMatchObject(at('jq'));
  });

  verifies('bash-cli:doctor', 'also where there is no project, or none can be read', async () => {
    const none = await report(await tempFolder());
    expect(none).toMatchObject({
      exitCode: 0,
      project: { root: '', serverMetaValid: null, toolsCount: 0 },
      envPolicy: null,
    });
    expect(idsOf(none.findings)).toContain('project.missing');
    const broken = await report(await projectWith({ 'server.d/register.json': '{' }));
    expect(broken.exitCode).toBe(1);
    expect(idsOf(broken.findings)).toContain('project.lists_broken');
  });

  verifies('mcp-bash:command:doctor-usage', 'tells mistakes of its user apart', async () => {
    const project = await projectWith();
    for (const argv of [
      ['--nope'],
      ['--project-root'],
      ['what'],
      ['--fix', '--dry-run'],
      ['--min-version', 'new'],
      ['--archive', 'x.tar.gz'],
    ]) {
      expect(await doctor(project, argv)).toMatchObject({ exit: 2, stdout: '' });
    }
    const config = await runPlugboard(['config', '--nope'], { program: 'mcp-bash', cwd: project });
    expect(config.exit).toBe(1);
  });
});

describe('what it mends', () => {
  verifies('bash-cli:doctor-fix', 'links the command, and says so before', async () => {
    const [project, home] = [await projectWith(), await tempFolder()];
    const link = join(home, '.local/bin/mcp-bash');
    const planned = await report(project, ['--dry-run'], { home });
    expect(planned).toMatchObject({ exitCode: 0, actionsTaken: [] });
    expect(planned.proposedActions).toEqual([
      { id: 'shim.ensure', message: `Link ${link} to ${PROGRAM}`, command: expect.any(String) },
    ]);
    expect(planned.findings.find(({ id }) => id === 'shim.status')).toMatchObject({
      fixable: true,
    });
    expect(existsSync(link)).toBe(false);

    const mended = await report(project, ['--fix'], { home });
    expect(mended).toMatchObject({ exitCode: 0, shim: { status: 'ok' } });
    expect(idsOf(mended.actionsTaken)).toEqual(['shim.ensure']);
    expect(idsOf(mended.findings)).not.toContain('shim.status');
    expect(await readlink(link)).toBe(PROGRAM);

    const again = await doctor(project, ['--fix'], { home });
    expect(again.stdout).not.toContain('done:');
    const env = { PATH: `${dirname(link)}:${process.env['PATH'] ?? ''}` };
    expect(await report(project, [], { home, env })).toMatchObject({
      framework: { pathConfigured: true },
    });
  });

  verifies('bash-cli:doctor-fix', 'replaces a link that leads nowhere', async () => {
    const bin = await tempFolder();
    const link = join(bin, 'mcp-bash');
    await symlink(join(bin, 'gone'), link);
    const ran = await doctor(await projectWith(), ['--fix'], { env: { XDG_BIN_HOME: bin } });
    expect(ran.exit).toBe(0);
    expect(ran.stdout).toContain(`✓ done: Link ${link}`);
    expect(await realpath(link)).toBe(PROGRAM);
  });

  verifies('bash-cli:doctor-refusal', 'leaves what somebody else put there', async () => {
    const bin = await folderWith({ 'mcp-bash': 'theirs\n' });
    const project = await projectWith();
    for (const flag of ['--fix', '--dry-run']) {
      const ran = await doctor(project, [flag], { env: { XDG_BIN_HOME: bin } });
      expect(ran.exit).toBe(3);
      expect(ran.stderr).toMatch(/^Refused: .*mcp-bash is left as it is.*\nhint: ln -sf/u);
    }
    expect(await readFile(join(bin, 'mcp-bash'), 'utf8')).toBe('theirs\n');
  });

  verifies('bash-cli:doctor-fix', 'tells that it could not', async () => {
    const home = await folderWith({ '.local': 'a file, not a folder' });
    const said = await report(await projectWith(), ['--fix'], { home });
    expect(said).toMatchObject({ exitCode: 1, actionsTaken: [] });
    expect(idsOf(said.findings)).toContain('shim.failed');
  });
});

describe('versions', () => {
  verifies('bash-cli:doctor-min-version', 'says when a newer one is needed', async () => {
    const project = await projectWith();
    for (const fine of ['0.8.1', 'v1.3.0', '1.6']) {
      expect(await report(project, ['--min-version', fine])).toMatchObject({ warnings: 0 });
    }
    const old = await report(project, ['--min-version', '99.0.0']);
    expect(old).toMatchObject({ exitCode: 0, warnings: 1 });
    expect(idsOf(old.findings)).toContain('framework.version_too_old');
  });

  verifies('bash-cli:doctor-refusal', 'npm installs versions, doctor does not', async () => {
    const [project, home] = [await projectWith(), await tempFolder()];
    for (const argv of [
      ['--fix', '--min-version', '99'],
      ['--dry-run', '--min-version', '99'],
      ['--ref', 'v1.2.3'],
      ['--fix', '--archive', 'https://x.example/a.tar.gz', '--verify', 'abc'],
    ]) {
      const said = await report(project, argv, { home });
      expect(said).toMatchObject({ exitCode: 3, actionsTaken: [] });
      expect(idsOf(said.proposedActions)).toContain('policy.refuse_user_managed');
    }
    const ran = await doctor(project, ['--ref', 'v1.2.3'], { home });
    expect(ran.stderr).toMatch(/^Refused: npm keeps this program.*\nhint: npm install/u);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });
});

describe('requirements.json', () => {
  verifies('bash-cli:doctor-requirements', 'names programs that are missing', async () => {
    const project = await projectWith(
      needs({
        framework: { minVersion: '99.1.0' },
        dependencies: [{ name: 'bash' }, { or: ['no-such-a', 'bash'] }, { or: ['no-b', 'no-c'] }],
      }),
    );
    const said = await report(project);
    expect(said).toMatchObject({
      exitCode: 1,
      project: {
        requirements: {
          path: join(project, 'server.d/requirements.json'),
          minVersion: '99.1.0',
          dependencies: [
            { anyOf: ['bash'], path: expect.stringMatching(/bash$/u) },
            { anyOf: ['no-such-a', 'bash'], path: expect.stringMatching(/bash$/u) },
            { anyOf: ['no-b', 'no-c'], path: '' },
          ],
        },
      },
    });
    expect(idsOf(said.findings)).toEqual(
      expect.arrayContaining(['deps.missing', 'framework.version_too_old']),
    );
    const { stdout } = await doctor(project);
    expect(stdout).toContain('✗ The project needs no-b or no-c, which is not installed');
    expect(await report(project, ['--min-version', '1.0'])).toMatchObject({ warnings: 0 });
  });

  verifies('bash-cli:doctor-requirements', 'says when it cannot be read', async () => {
    const broken = await projectWith({ 'server.d/requirements.json': '[' });
    const odd = await projectWith(needs({ framework: { minVersion: 'x' }, dependencies: ['jq'] }));
    for (const [project, warnings] of [[broken, 1] as const, [odd, 2] as const]) {
      const said = await report(project);
      expect(said).toMatchObject({ exitCode: 0, warnings });
      expect(idsOf(said.findings)).toContain('project.requirements_invalid');
    }
  });
});

describe('the environment of scripts', () => {
  verifies('bash-cli:doctor-env-policy', 'tells modes, who chose them, and names', async () => {
    const project = await projectWith(
      meta({ MCPBASH_TOOL_ENV_MODE: 'allowlist', MCPBASH_TOOL_ENV_ALLOWLIST: 'ONE,TWO,THREE,4x' }),
    );
    const policy = await policyOf(project, { ONE: 'secret-value', TWO: '' });
    expect(policy).toEqual({
      scope: 'this shell',
      metaIgnored: false,
      tool: {
        mode: 'allowlist',
        source: 'server.meta.json',
        allowlist: [
          { name: 'ONE', state: 'set' },
          { name: 'TWO', state: 'empty' },
          { name: 'THREE', state: 'not set' },
        ],
        invalidNames: ['4x'],
        inheritBlocked: false,
      },
      provider: {
        mode: 'isolate',
        source: 'default',
        allowlist: [],
        invalidNames: [],
        inheritBlocked: false,
      },
      refusedKeys: [],
      invalidKeys: [],
    });
    const ran = await doctor(project, ['--json'], { env: { ONE: 'secret-value' } });
    expect(ran.stdout).not.toContain('secret-value');
  });

  verifies('bash-cli:doctor-env-policy', 'what the launch says is not mixed with it', async () => {
    const project = await projectWith(
      meta({ MCPBASH_TOOL_ENV_ALLOWLIST: 'FROM_META', MCPBASH_PROVIDER_ENV_MODE: 'inherit' }),
    );
    expect(await policyOf(project, { MCPBASH_TOOL_ENV_MODE: 'allowlist' })).toMatchObject({
      tool: { mode: 'allowlist', source: 'launch env', allowlist: [] },
      provider: { mode: 'inherit', source: 'server.meta.json' },
    });
    expect(await policyOf(project, { MCPBASH_IGNORE_META_ENV: '1' })).toMatchObject({
      metaIgnored: true,
      provider: { mode: 'isolate', source: 'default' },
    });
  });

  verifies('bash-cli:doctor-env-policy', 'tells what the project may not set', async () => {
    const project = await projectWith(
      meta({ PATH: '/evil', MCPBASH_TOOL_ENV_MODE: 'open', MCPBASH_PROVIDER_ENV_MODE: 7 }),
    );
    const said = await report(project);
    expect(said['envPolicy']).toMatchObject({
      tool: { mode: 'minimal' },
      refusedKeys: ['PATH'],
      invalidKeys: [
        { key: 'MCPBASH_TOOL_ENV_MODE', reason: 'must be one of minimal, allowlist, inherit' },
        { key: 'MCPBASH_PROVIDER_ENV_MODE', reason: 'must be a text' },
      ],
    });
    expect(idsOf(said.findings)).toEqual(
      expect.arrayContaining(['project.env_key_refused', 'project.env_key_invalid']),
    );
  });
});
