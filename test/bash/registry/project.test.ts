// Where a project is, what it is set to, and what it says about itself.
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findProjectRoot, openProject } from '../../../src/sources/bash/open-project.ts';
import { readServerInfo } from '../../../src/sources/bash/server-meta.ts';
import { BASH_SETTINGS } from '../../../src/sources/bash/settings-table.ts';
import { readBashSettings } from '../../../src/sources/bash/settings.ts';
import { verifies } from '../../support/verifies.ts';
import { keepFiles, namesOf, projectFolder, SCRIPT } from './stage.ts';

verifies('bash:project:root-by-variable', 'the variable names the project', async () => {
  expect(findProjectRoot('/tmp', { MCPBASH_PROJECT_ROOT: '/srv/project' })).toBe('/srv/project');
  expect(findProjectRoot('/srv', { MCPBASH_PROJECT_ROOT: './project' })).toBe('/srv/project');
});

verifies('bash:project:root-by-walk', 'server.d/server.meta.json marks a project', async () => {
  const root = await projectFolder({ 'server.d/server.meta.json': {} });
  await mkdir(join(root, 'tools/deep/er'), { recursive: true });
  expect(findProjectRoot(join(root, 'tools/deep/er'), {})).toBe(root);
  expect(findProjectRoot(root, {})).toBe(root);
  expect(findProjectRoot(join(root, '..'), {})).toBeUndefined();
});

verifies('bash:project:missing', 'a folder that is not there is refused with a way out', () => {
  expect(() => openProject('/nowhere/at-all', {})).toThrow(
    expect.objectContaining({
      message: "Source '/nowhere/at-all' not found.",
      hint: expect.stringMatching(/--project-root.*`mcp-bash init`/u),
    }),
  );
});

verifies('bash:project:directories', 'every folder can be elsewhere', async () => {
  const { registry, project } = await keepFiles(
    {
      'my/t/hello/tool.sh': SCRIPT,
      'my/r/a.txt': 'A',
      'my/p/q.txt': 'Q',
      'my/s/register.json': {
        version: 1,
        resourceTemplates: [{ name: 't', uriTemplate: 'x:{y}' }],
      },
    },
    {
      env: {
        MCPBASH_TOOLS_DIR: 'my/t',
        MCPBASH_RESOURCES_DIR: 'my/r',
        MCPBASH_PROMPTS_DIR: 'my/p',
        MCPBASH_SERVER_DIR: 'my/s',
        MCPBASH_REGISTRY_DIR: 'my/registry',
      },
    },
  );
  const { tools, resources, prompts, templates } = await registry.refresh();
  const names = [tools, resources, prompts, templates].map(namesOf);
  expect(names).toEqual([['hello'], ['a'], ['q'], ['t']]);
  expect(project.folders.registry).toBe(join(project.root, 'my/registry'));
});

/** The defaults of the specification, by variable. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  MCPBASH_MAX_CONCURRENT_REQUESTS: 16,
  MCPBASH_DEFAULT_TOOL_TIMEOUT: 30_000,
  MCPBASH_MAX_TOOL_OUTPUT_SIZE: 10_485_760,
  MCPBASH_MAX_TOOL_STDERR_SIZE: 10_485_760,
  MCPBASH_MAX_RESOURCE_BYTES: 10_485_760,
  MCPBASH_REGISTRY_MAX_BYTES: 104_857_600,
  MCPBASH_ENV_PAYLOAD_THRESHOLD: 65_536,
  MCPBASH_MAX_PROGRESS_PER_MIN: 100,
  MCPBASH_MAX_LOGS_PER_MIN: 100,
  MCPBASH_LOG_LEVEL: undefined,
  MCPBASH_LOG_VERBOSE: false,
  MCPBASH_FORCE_MINIMAL: false,
  MCPBASH_TOOL_ENV_MODE: 'minimal',
  MCPBASH_TOOL_ENV_ALLOWLIST: undefined,
  MCPBASH_REGISTRY_REFRESH_PATH: undefined,
  MCP_TOOLS_TTL: 5_000,
  MCP_RESOURCES_TTL: 5_000,
  MCP_PROMPTS_TTL: 5_000,
  MCPBASH_CORRUPTION_WINDOW: 60_000,
  MCPBASH_CORRUPTION_THRESHOLD: 3,
  MCPBASH_HTTPS_ALLOW_HOSTS: undefined,
  MCPBASH_HTTPS_DENY_HOSTS: undefined,
  MCPBASH_HTTPS_TIMEOUT: 15_000,
  MCPBASH_HTTPS_MAX_BYTES: 10_485_760,
  MCPBASH_ENABLE_GIT_PROVIDER: false,
  MCPBASH_GIT_ALLOW_HOSTS: undefined,
  MCPBASH_GIT_DENY_HOSTS: undefined,
  MCPBASH_GIT_TIMEOUT: 30_000,
  MCPBASH_GIT_MAX_KB: 51_200,
};

function byVariable(env: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const settings: Readonly<Record<string, unknown>> = readBashSettings(env);
  const rows = Object.entries(BASH_SETTINGS);
  return Object.fromEntries(rows.map(([key, row]) => [row.env, settings[key]]));
}

verifies('bash:settings:table', 'every variable has its default and is read', () => {
  expect(byVariable({})).toMatchObject(DEFAULTS);
  const env = {
    MCPBASH_DEFAULT_TOOL_TIMEOUT: '7',
    MCPBASH_LOG_VERBOSE: 'TRUE',
    MCPBASH_TOOL_ENV_MODE: 'Allowlist',
    MCPBASH_TOOL_ENV_ALLOWLIST: 'A, B C',
    MCPBASH_ROOTS: '/one:two',
    MCPBASH_MAX_PROGRESS_PER_MIN: '0',
    MCPBASH_CORRUPTION_WINDOW: 'soon',
    MCPBASH_MAX_CONCURRENT_REQUESTS: '0',
  };
  expect(byVariable(env)).toMatchObject({
    MCPBASH_DEFAULT_TOOL_TIMEOUT: 7_000,
    MCPBASH_LOG_VERBOSE: true,
    MCPBASH_TOOL_ENV_MODE: 'allowlist',
    MCPBASH_TOOL_ENV_ALLOWLIST: ['A', 'B', 'C'],
    MCPBASH_ROOTS: ['/one', 'two'],
    MCPBASH_MAX_PROGRESS_PER_MIN: 0,
    MCPBASH_CORRUPTION_WINDOW: 60_000,
    MCPBASH_MAX_CONCURRENT_REQUESTS: 16,
  });
});

test('no variable has two rows', () => {
  const names = Object.values(BASH_SETTINGS).map(({ env }) => env);
  expect(new Set(names).size).toBe(names.length);
});

verifies('bash:settings:caps', 'a larger value is the largest', () => {
  const env = {
    MCPBASH_HTTPS_TIMEOUT: '600',
    MCPBASH_HTTPS_MAX_BYTES: '999999999',
    MCPBASH_GIT_TIMEOUT: '61',
    MCPBASH_GIT_MAX_KB: '99999999',
  };
  expect(byVariable(env)).toMatchObject({
    MCPBASH_HTTPS_TIMEOUT: 60_000,
    MCPBASH_HTTPS_MAX_BYTES: 20_971_520,
    MCPBASH_GIT_TIMEOUT: 60_000,
    MCPBASH_GIT_MAX_KB: 1_048_576,
  });
});

verifies('bash:settings:like-output', 'other limits follow that of the output', () => {
  const env = { MCPBASH_MAX_TOOL_OUTPUT_SIZE: '99', MCPBASH_MAX_RESOURCE_BYTES: '5' };
  expect(readBashSettings(env)).toMatchObject({
    maxToolOutputBytes: 99,
    maxToolStderrBytes: 99,
    maxResourceBytes: 5,
  });
});

verifies('bash:settings:log-level', 'levels and the words for them', () => {
  const levels = ['debug', 'NOTICE', 'emergency', 'warn', 'true', '1', 'false', '0', 'loud', ''];
  const read = levels.map((text) => readBashSettings({ MCPBASH_LOG_LEVEL: text }).logLevel);
  expect(read.slice(0, 4)).toEqual(['debug', 'notice', 'emergency', 'warning']);
  expect(read.slice(4)).toEqual(['debug', 'debug', 'info', 'info', undefined, undefined]);
});

verifies(
  'bash:settings:meta-env',
  'a project may choose the environment of its scripts',
  async () => {
    const root = await projectFolder({
      'server.d/server.meta.json': {
        env: {
          MCPBASH_TOOL_ENV_MODE: 'allowlist',
          MCPBASH_TOOL_ENV_ALLOWLIST: ['A', 'B'],
          MCPBASH_PROVIDER_ENV_MODE: 'inherit',
          MCPBASH_MAX_TOOL_OUTPUT_SIZE: '1',
        },
      },
    });
    const read = (env: Readonly<Record<string, string>>) => openProject(root, env).settings;
    expect(read({})).toMatchObject({
      toolEnvMode: 'allowlist',
      toolEnvAllowlist: ['A', 'B'],
      providerEnvMode: 'inherit',
      maxToolOutputBytes: 10_485_760,
    });
    expect(read({ MCPBASH_TOOL_ENV_MODE: 'minimal' }).toolEnvMode).toBe('minimal');
    expect(read({ MCPBASH_IGNORE_META_ENV: 'true' }).toolEnvMode).toBe('minimal');
  },
);

verifies(['bash:server:meta', 'bash:server:instructions'], 'a project says who it is', async () => {
  const root = await projectFolder({
    'server.d/server.meta.json': {
      name: 'notes',
      title: 'Notes',
      version: '2.0.0',
      description: 'Keeps notes',
      websiteUrl: 'https://example.com',
      icons: [{ src: 'icon.svg' }],
    },
    'server.d/icon.svg': '<svg/>',
    'server.d/server.instructions.md': 'Ask first.\n',
  });
  expect(await readServerInfo(openProject(root, {}))).toEqual({
    name: 'notes',
    title: 'Notes',
    version: '2.0.0',
    description: 'Keeps notes',
    websiteUrl: 'https://example.com',
    icons: [{ src: 'data:image/svg+xml;base64,PHN2Zy8+', mimeType: 'image/svg+xml' }],
    instructions: 'Ask first.',
  });
});

verifies('bash:server:defaults', 'a folder tells the rest', async () => {
  const parent = await projectFolder({
    'my-notes_app/VERSION': '1.2.3\n',
    'other/package.json': { version: '4.5.6' },
    'third/server.d/server.meta.json': 'not json',
  });
  const infoOf = (name: string) => readServerInfo(openProject(join(parent, name), {}));
  const first = { name: 'my-notes_app', title: 'My Notes App', version: '1.2.3' };
  expect(await infoOf('my-notes_app')).toEqual(first);
  expect(await infoOf('other')).toMatchObject({ name: 'other', version: '4.5.6' });
  expect(await infoOf('third')).toEqual({ name: 'third', title: 'Third', version: '0.0.0' });
  expect(basename(openProject(join(parent, 'third'), {}).root)).toBe('third');
});
