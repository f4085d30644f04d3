// What a project registers by hand, in data or by a script, and when that is refused.
import { chmod, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { verifies } from '../../support/verifies.ts';
import {
  keep,
  keepFiles,
  namesOf,
  projectFolder,
  said,
  SCRIPT,
  write,
  type Files,
} from './stage.ts';

const PROJECT: Files = {
  'tools/found/tool.sh': SCRIPT,
  'resources/found.txt': 'found',
  'prompts/found.txt': 'found',
};

verifies('bash:register:json', 'register.json replaces a kind, an empty list ends it', async () => {
  const { registry } = await keepFiles({
    ...PROJECT,
    'tools/manual.sh': SCRIPT,
    'server.d/register.json': {
      version: 1,
      tools: [
        { name: 'manual', path: 'manual.sh', arguments: { properties: {} }, timeoutSecs: 3 },
        { name: 'outside', path: '../outside.sh' },
        { path: 'nameless.sh' },
      ],
      resources: [],
      prompts: null,
      resourceTemplates: [{ name: 't', uriTemplate: 'file:///{x}' }],
      completions: [{ name: 'c', path: 'completions/c.sh', timeoutSecs: 5 }],
      _meta: { anything: true },
    },
  });
  const { tools, resources, prompts, templates, completions } = await registry.current();
  expect(tools.items).toMatchObject([{ name: 'manual', path: 'manual.sh', timeoutSecs: 3 }]);
  expect(said(tools)).toContain("server.d/register.json tools[1]: path '../outside.sh' leads out");
  expect(said(tools)).toContain('server.d/register.json tools[2]: name is missing');
  expect([namesOf(resources), namesOf(prompts)]).toEqual([[], ['found']]);
  expect(namesOf(templates)).toEqual(['t']);
  expect(completions.items).toEqual([{ name: 'c', path: 'completions/c.sh', timeoutSecs: 5 }]);
});

verifies(
  'bash:register:json-invalid',
  'a register.json that is wrong ends every list',
  async () => {
    const wrongs: readonly (readonly [string | object, string])[] = [
      ['{', 'Invalid JSON'],
      ['\uFEFF{"version":1}', 'byte order mark'],
      [{ version: 2 }, 'version must be 1'],
      [{ version: 1, tool: [] }, "'tool' is not known"],
      [{ version: 1, tools: {} }, 'tools must be an array'],
      [{ version: 1, tools: ['x'] }, 'tools must hold objects only'],
    ];
    for (const [content, reason] of wrongs) {
      const { registry } = await keepFiles({
        ...PROJECT,
        'server.d/register.json': content,
        'server.d/register.sh': 'mcp_register_tool \'{"name":"x","path":"found/tool.sh"}\'\n',
      });
      await expect(registry.current()).rejects.toMatchObject({
        wire: -32_603,
        message: expect.stringContaining(reason),
      });
    }
  },
);

test('lists return when register.json is mended', async () => {
  const { registry, root } = await keepFiles(
    { ...PROJECT, 'server.d/register.json': '{' },
    { env: { MCP_TOOLS_TTL: '0' } },
  );
  await expect(registry.current()).rejects.toThrow('Invalid JSON');
  await write(root, { 'server.d/register.json': { version: 1, tools: [] } });
  expect((await registry.current()).tools.items).toEqual([]);
});

const REGISTER = `
mcp_register_tool '{"name":"by-script","path":"found/tool.sh","description":"d"}'
mcp_completion_manual_begin
mcp_completion_register_manual '{"name":"ns.completion","path":"completions/name.sh","timeoutSecs":5}'
mcp_completion_manual_finalize
`;

verifies(
  ['bash:register:sh', 'bash:register:completions'],
  'register.sh replaces the kinds it registers',
  async () => {
    const { registry } = await keepFiles({ ...PROJECT, 'server.d/register.sh': REGISTER });
    const { tools, resources, completions } = await registry.current();
    expect(tools.items).toMatchObject([{ name: 'by-script', path: 'found/tool.sh' }]);
    expect(namesOf(resources)).toEqual(['found']);
    expect(completions.items).toEqual([
      { name: 'ns.completion', path: 'completions/name.sh', timeoutSecs: 5 },
    ]);
  },
);

verifies('bash:register:output', 'register.sh may print lists instead', async () => {
  const prompts = [{ name: 'printed', path: 'found.txt' }];
  const { registry } = await keepFiles({
    ...PROJECT,
    'server.d/register.sh': `printf '%s' '${JSON.stringify({ prompts })}'\n`,
  });
  const { prompts: listed, tools } = await registry.current();
  expect([namesOf(listed), namesOf(tools)]).toEqual([['printed'], ['found']]);
});

verifies('bash:register:sh-fails', 'a register.sh that fails ends every list', async () => {
  const { registry } = await keepFiles({
    ...PROJECT,
    'server.d/register.sh': `${REGISTER}\necho 'no database' >&2\nexit 3\n`,
  });
  await expect(registry.current()).rejects.toMatchObject({
    wire: -32_603,
    message: expect.stringContaining('register.sh: failed with status 3: no database'),
  });
});

verifies('bash:register:size', 'what is registered by hand is bounded', async () => {
  const env = { MCPBASH_MAX_MANUAL_REGISTRY_BYTES: '100' };
  const long = JSON.stringify({ name: 'x', path: 'found/tool.sh', description: 'd'.repeat(100) });
  const inJson = await keepFiles(
    { ...PROJECT, 'server.d/register.json': `{"version":1,"tools":[${long}]}` },
    { env },
  );
  await expect(inJson.registry.current()).rejects.toThrow('more than 100');
  const inScript = await keepFiles(
    { ...PROJECT, 'server.d/register.sh': `mcp_register_tool '${long}'\n` },
    { env },
  );
  await expect(inScript.registry.current()).rejects.toThrow('registers more than 100 bytes');
});

verifies('bash:register:hooks-off', 'hooks can be turned off, data cannot', async () => {
  const env = { MCPBASH_ALLOW_PROJECT_HOOKS: 'false' };
  const script = await keepFiles({ ...PROJECT, 'server.d/register.sh': REGISTER }, { env });
  expect(namesOf((await script.registry.current()).tools)).toEqual(['found']);
  const data = await keepFiles(
    { ...PROJECT, 'server.d/register.json': { version: 1, tools: [] } },
    { env },
  );
  expect(namesOf((await data.registry.current()).tools)).toEqual([]);
});

verifies('bash:register:trust', 'what others could have written is not run', async () => {
  const writable = await projectFolder({ ...PROJECT, 'server.d/register.sh': REGISTER });
  await chmod(join(writable, 'server.d/register.sh'), 0o664);
  const folder = await projectFolder({ ...PROJECT, 'server.d/register.sh': REGISTER });
  await chmod(join(folder, 'server.d'), 0o777);
  const linked = await projectFolder({ ...PROJECT, 'server.d/real.sh': REGISTER });
  await symlink(join(linked, 'server.d/real.sh'), join(linked, 'server.d/register.sh'));
  const reasons = [
    [writable, 'server.d/register.sh can be written by others; run `chmod go-w '],
    [folder, 'server.d can be written by others'],
    [linked, 'server.d/register.sh is a link'],
  ] as const;
  for (const [root, reason] of reasons) {
    const { tools } = await keep(root).registry.current();
    expect(namesOf(tools)).toEqual(['found']);
    expect(said(tools)).toContain(reason);
  }
  const data = await projectFolder({ ...PROJECT, 'server.d/register.json': { version: 1 } });
  await chmod(join(data, 'server.d/register.json'), 0o666);
  await expect(keep(data).registry.current()).rejects.toThrow('can be written by others');
});

verifies('bash:register:ttl', 'register.sh is run again when its time is up', async () => {
  const script = `mcp_register_tool "{\\"name\\":\\"$(cat name)\\",\\"path\\":\\"found/tool.sh\\"}"\n`;
  const { registry, root, changes } = await keepFiles(
    { ...PROJECT, name: 'first', 'server.d/register.sh': script },
    { watch: true, env: { MCPBASH_REGISTER_TTL: '0' } },
  );
  expect(namesOf((await registry.current()).tools)).toEqual(['first']);
  await write(root, { name: 'second' });
  await waitUntil(async () => namesOf((await registry.current()).tools)[0] === 'second');
  expect(changes).toContain('tools');
});

verifies(
  'bash:registry:verbose',
  'paths and the words of register.sh are logged on request',
  async () => {
    const files = {
      ...PROJECT,
      'tools/broken/tool.sh': SCRIPT,
      'tools/broken/tool.meta.json': '{',
      'server.d/register.sh': "echo 'I register' >&2\n",
    };
    const quiet = await keepFiles(files);
    await quiet.registry.current();
    expect(quiet.logs.join('\n')).not.toContain(quiet.project.root);
    expect(quiet.logs.join('\n')).not.toContain('I register');
    const verbose = await keepFiles(files, { env: { MCPBASH_LOG_VERBOSE: 'true' } });
    await verbose.registry.current();
    expect(verbose.logs.join('\n')).toContain(verbose.project.root);
    expect(verbose.logs).toContain('debug register.sh: I register');
  },
);

test('a register.sh that is put there later is seen', async () => {
  const { registry, root } = await keepFiles(
    { ...PROJECT, 'server.d/later': REGISTER },
    { watch: true },
  );
  expect(namesOf((await registry.current()).tools)).toEqual(['found']);
  await rename(join(root, 'server.d/later'), join(root, 'server.d/register.sh'));
  await waitUntil(async () => namesOf((await registry.current()).tools)[0] === 'by-script');
});
