// Resources of a project: listing, reading through each provider, templates and subscriptions.
import { existsSync } from 'node:fs';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keeperOf, projectWith } from '../../../test/support/bash-content.ts';
import { folderWith } from '../../../test/support/temp-folder.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { localContext } from '../../core/local-context.ts';
import type { BashProject } from './bash-project.ts';
import type { ResourceItem, TemplateItem } from './registry-items.ts';
import { resourceSide } from './resource-side.ts';
import { readBashSettings } from './settings.ts';

const ctx = localContext();

interface Given {
  readonly resources?: readonly Partial<ResourceItem>[];
  readonly templates?: readonly Partial<TemplateItem>[];
  readonly roots?: readonly string[];
}

const RESOURCE: ResourceItem = {
  name: 'one',
  description: 'A resource',
  uri: 'echo://one',
  mimeType: 'text/plain',
  provider: 'echo',
};

const TEMPLATE: TemplateItem = { name: 'any', uriTemplate: 'x://{a}', provider: 'x' };

function sideOf(project: BashProject, { resources = [], templates = [], roots = [] }: Given) {
  const registry = keeperOf({
    resources: resources.map((item) => ({ ...RESOURCE, ...item })),
    templates: templates.map((item) => ({ ...TEMPLATE, ...item })),
  });
  const side = resourceSide(project, registry, async () => roots.map((path) => ({ path })));
  onTestFinished(() => side[Symbol.asyncDispose]());
  return side;
}

async function textOf(side: ReturnType<typeof sideOf>, uri: string) {
  return (await side.read(uri, ctx)).contents[0]?.text;
}

test('[bash-content:resource:list] lists what MCP knows, and the same object while nothing changed', async () => {
  const project = await projectWith({});
  const side = sideOf(project, {
    resources: [{ path: 'a.txt', provider: 'file', _meta: { a: 1 }, title: 'One' }],
  });
  const listing = await side.list(ctx);
  expect(listing.items).toEqual([
    {
      name: 'one',
      title: 'One',
      description: 'A resource',
      uri: 'echo://one',
      mimeType: 'text/plain',
      _meta: { a: 1 },
    },
  ]);
  expect(await side.list(ctx)).toBe(listing);
});

test('[bash-content:template:list] templates are listed without their provider', async () => {
  const side = sideOf(await projectWith({}), {
    templates: [{ path: 'a.meta.json', mimeType: 'text/plain', description: 'Any' }],
  });
  expect((await side.templates(ctx)).items).toEqual([
    { name: 'any', uriTemplate: 'x://{a}', mimeType: 'text/plain', description: 'Any' },
  ]);
});

describe('contents', () => {
  test('[bash-content:resource:by-name] are found by URI and by name', async () => {
    const side = sideOf(await projectWith({}), { resources: [{}] });
    const expected = { contents: [{ uri: 'echo://one', mimeType: 'text/plain', text: 'one' }] };
    expect(await side.read('echo://one', ctx)).toEqual(expected);
    expect(await side.read('one', ctx)).toEqual(expected);
  });

  test.each([
    ['text/markdown', 'text'],
    ['application/json', 'text'],
    ['image/svg+xml', 'text'],
    ['image/png', 'blob'],
    ['application/pdf', 'blob'],
    ['application/octet-stream', 'blob'],
  ])('[bash-content:resource:mime] declared as %s they are %s', async (mimeType, field) => {
    const side = sideOf(await projectWith({}), { resources: [{ mimeType }] });
    const [contents] = (await side.read('one', ctx)).contents;
    expect(contents).toMatchObject({ mimeType, [field]: expect.any(String) });
  });

  test('[bash-content:resource:mime] of any size up to the limit are whole', async () => {
    const text = 'x'.repeat(3_000_000);
    const project = await projectWith({ 'resources/a.txt': text });
    const side = sideOf(project, {});
    const uri = pathToFileURL(join(project.folders.resources, 'a.txt')).href;
    expect((await textOf(side, uri)) === text).toBe(true);
    const settings = { ...project.settings, maxResourceBytes: text.length - 1 };
    await expect(sideOf({ ...project, settings }, {}).read(uri, ctx)).rejects.toMatchObject({
      data: { exitCode: 6 },
    });
  });

  test('[bash-content:resource:blob] bytes that are no text stay bytes', async () => {
    const project = await projectWith({ 'resources/a.txt': '' });
    const path = join(project.folders.resources, 'a.txt');
    const side = sideOf(project, {});
    for (const bytes of [Buffer.from([0xff, 0xfe]), Buffer.from('a\0b'), Buffer.from('%PDF-1.4')]) {
      await writeFile(path, bytes);
      const [contents] = (await side.read(pathToFileURL(path).href, ctx)).contents;
      expect(contents).toEqual({
        uri: pathToFileURL(path).href,
        mimeType: 'text/plain',
        blob: bytes.toString('base64'),
      });
    }
  });

  test('[bash-content:provider:echo] of echo:// are the address, decoded', async () => {
    const side = sideOf(await projectWith({}), { resources: [{ uri: 'echo://a%20b' }] });
    expect(await textOf(side, 'one')).toBe('a b');
    expect(await textOf(side, 'echo://other%21')).toBe('other!');
  });

  test('an address of a scheme nobody declared is no resource', async () => {
    const side = sideOf(await projectWith({ 'providers/x.sh': 'echo hi' }), {});
    for (const address of ['x://a', 'echo://a', 'ui://a/b', 'nothing']) {
      await expect(side.read(address, ctx)).rejects.toMatchObject({
        code: 'not_found',
        facts: { kind: 'resource', name: address },
      });
    }
  });

  test('[bash-content:resource:unsupported] a provider nobody wrote is named', async () => {
    const side = sideOf(await projectWith({}), { resources: [{ provider: 'toString' }] });
    await expect(side.read('one', ctx)).rejects.toMatchObject({
      message: expect.stringContaining("Unsupported resource provider 'toString'"),
      wire: -32603,
    });
  });

  test('[bash-content:resource:limit] [bash-content:resource:no-parts] over the limit are an error', async () => {
    const env = { MCPBASH_MAX_RESOURCE_BYTES: '10' };
    const project = await projectWith({ 'resources/a.txt': '01234567890' }, env);
    const side = sideOf(project, { resources: [{ uri: 'echo://01234567890' }] });
    const message = 'Resource content exceeds 10 bytes';
    await expect(side.read('one', ctx)).rejects.toMatchObject({ message, wire: -32603 });
    await expect(side.read('file://./a.txt', ctx)).rejects.toMatchObject({ message, wire: -32603 });
    const { MCPBASH_MAX_RESOURCE_BYTES: _, ...rest } = env;
    expect(readBashSettings(rest).maxResourceBytes).toBe(10_485_760);
    const like = readBashSettings({ MCPBASH_MAX_TOOL_OUTPUT_SIZE: '7' });
    expect(like.maxResourceBytes).toBe(7);
  });

  test('[bash-content:provider:ui] of a page come with its _meta, whatever the roots are', async () => {
    const project = await projectWith({ 'ui/board/index.html': '<p>hi</p>\n' });
    const side = sideOf(project, {
      resources: [
        {
          name: 'board',
          uri: 'ui://sample/board',
          mimeType: 'text/html;profile=mcp-app',
          provider: 'ui',
          path: '../ui/board/index.html',
          _meta: { ui: { prefersBorder: true } },
        },
        { name: 'bad', uri: 'ui://sample/bad', provider: 'ui', path: '../server.d/x.html' },
      ],
    });
    expect((await side.read('ui://sample/board', ctx)).contents).toEqual([
      {
        uri: 'ui://sample/board',
        mimeType: 'text/html;profile=mcp-app',
        text: '<p>hi</p>',
        _meta: { ui: { prefersBorder: true } },
      },
    ]);
    await expect(side.read('ui://sample/bad', ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('[bash-content:provider:file] files', () => {
  test('[bash-content:provider:file-relative] start at the resources folder, then at the project', async () => {
    const project = await projectWith({
      'resources/a.txt': 'resource\n',
      'a.txt': 'project',
      'b.txt': 'project',
    });
    const side = sideOf(project, { roots: [project.root] });
    expect(await textOf(side, 'file://./a.txt')).toBe('resource');
    expect(await textOf(side, 'file://./b.txt')).toBe('project');
  });

  test('[bash-content:provider:file-decoded] have percent signs taken out of their names', async () => {
    const project = await projectWith({ 'resources/a b#c.txt': 'odd', 'resources/5%.txt': 'five' });
    const side = sideOf(project, {});
    const uri = pathToFileURL(join(project.folders.resources, 'a b#c.txt')).href;
    expect(uri).toContain('a%20b%23c.txt');
    expect(await textOf(side, uri)).toBe('odd');
    expect(await textOf(side, `file://${project.folders.resources}/5%.txt`)).toBe('five');
  });

  test('[bash-content:provider:file-roots] [bash-content:provider:file-exits] lie below a root, or are refused', async () => {
    const outside = await folderWith({ 'secret.txt': 'secret' });
    const project = await projectWith({ 'resources/a.txt': 'a' });
    const side = sideOf(project, { roots: [project.root] });
    const refused = { code: 'forbidden', wire: -32603, data: { exitCode: 2 } };
    await expect(side.read(`file://${outside}/secret.txt`, ctx)).rejects.toMatchObject(refused);
    await expect(side.read(`file://${outside}/absent.txt`, ctx)).rejects.toMatchObject(refused);
    await expect(side.read('file://./../../etc/passwd', ctx)).rejects.toMatchObject(refused);
    await expect(side.read('file://./%2e%2e/%2e%2e/etc/passwd', ctx)).rejects.toMatchObject(
      refused,
    );
    const missing = { code: 'not_found', wire: -32601, data: { exitCode: 3 } };
    await expect(side.read('file://./absent.txt', ctx)).rejects.toMatchObject(missing);
    await expect(side.read(`file://${project.folders.resources}`, ctx)).rejects.toMatchObject(
      missing,
    );
    const withRoot = sideOf(project, { roots: [outside] });
    expect(await textOf(withRoot, `file://${outside}/secret.txt`)).toBe('secret');
  });

  test('[bash-content:provider:file-links] are never reached through a link', async () => {
    const outside = await folderWith({ 'secret.txt': 'secret' });
    const project = await projectWith({ 'resources/a.txt': 'a' });
    const { resources } = project.folders;
    await symlink(join(outside, 'secret.txt'), join(resources, 'out.txt'));
    await symlink(join(resources, 'a.txt'), join(resources, 'in.txt'));
    await symlink(outside, join(resources, 'dir'));
    const side = sideOf(project, {});
    for (const name of ['out.txt', 'in.txt', 'dir/secret.txt']) {
      await expect(side.read(`file://./${name}`, ctx)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  test('[bash-content:provider:resource-roots] MCP_RESOURCES_ROOTS is the whole list', async () => {
    const project = await projectWith(
      { 'resources/a.txt': 'a', 'shared/b.txt': 'b' },
      { MCP_RESOURCES_ROOTS: './shared:./absent' },
    );
    const side = sideOf(project, { roots: [project.root] });
    expect(await textOf(side, `file://${project.root}/shared/b.txt`)).toBe('b');
    await expect(side.read('file://./a.txt', ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('[bash-content:provider:file-closed] [bash-content:provider:file-missing-roots] without a root that exists nothing is read', async () => {
    const env = { MCP_RESOURCES_ROOTS: '/no/such/root' };
    const project = await projectWith({ 'resources/a.txt': 'a' }, env);
    const side = sideOf(project, { roots: [project.root] });
    await expect(side.read('file://./a.txt', ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('[bash-content:provider:script] scripts of the project', () => {
  const SCRIPT = '#!/bin/bash\necho "asked for $1"; echo "$MCP_RESOURCE_TEMPLATE_VARS"';

  test('[bash-content:template:read] [bash-content:template:variables] read what a template means', async () => {
    const project = await projectWith({ 'providers/x.sh': SCRIPT });
    const side = sideOf(project, { templates: [{ uriTemplate: 'x://{a}/{+b}' }] });
    expect(await textOf(side, 'x://1/2/3%2F')).toBe(
      'asked for x://1/2/3%2F\n{"a":"1","b":"2/3%2F"}',
    );
  });

  test('[bash-content:template:variables] are told of a template only where one matched', async () => {
    const script = 'echo "${MCP_RESOURCE_TEMPLATE_NAME-none} ${MCP_RESOURCE_TEMPLATE_VARS-none}"';
    const env = { MCP_RESOURCE_TEMPLATE_NAME: 'host', MCP_RESOURCE_TEMPLATE_VARS: '{"host":1}' };
    for (const mode of ['isolate', 'inherit']) {
      const all = { ...env, MCPBASH_PROVIDER_ENV_MODE: mode };
      const project = await projectWith({ 'providers/x.sh': script }, all);
      const side = sideOf(project, { resources: [{ provider: 'x' }], templates: [{}] });
      expect(await textOf(side, 'one')).toBe('none none');
      expect(await textOf(side, 'x://7')).toBe('any {"a":"7"}');
    }
  });

  test('are never reached by an address of a scheme nobody declared for them', async () => {
    const ran = 'touch "$PWD/ran"; echo ran';
    const names = ['x', 'git', 'https', 'file', 'bar'];
    const scripts = names.map((name) => [`providers/${name}.sh`, ran]);
    const project = await projectWith(Object.fromEntries(scripts) as Record<string, string>);
    const side = sideOf(project, { resources: [{ uri: 'bar://x', provider: 'x' }] });
    const addresses = ['x://a', 'git://a.example/b#c', 'https://a.example/', 'file:///etc/passwd'];
    for (const address of [...addresses, 'bar://y', 'BAR://x']) {
      await expect(side.read(address, ctx)).rejects.toThrow(/\S/u);
    }
    expect(existsSync(join(project.root, 'ran'))).toBe(false);
    const own = sideOf(project, { resources: [{ uri: 'x://status', provider: 'x' }] });
    expect(await textOf(own, 'x://other')).toBe('ran');
  });

  test('go before ours of the same name, executable or not', async () => {
    const project = await projectWith({ 'providers/echo.sh': 'echo "mine: $1 $PWD"' });
    const side = sideOf(project, { resources: [{}] });
    expect(await textOf(side, 'one')).toBe(`mine: echo://one ${project.root}`);
  });

  test.each([
    [2, 'forbidden', -32603],
    [3, 'not_found', -32601],
    [4, 'invalid_arguments', -32602],
    [5, 'tool_failed', -32603],
    [6, 'tool_failed', -32603],
    [9, 'tool_failed', -32603],
  ])('[bash-content:provider:other-exits] status %d is %s, %d', async (status, code, wire) => {
    const project = await projectWith({ 'providers/x.sh': `echo why >&2; exit ${status}` });
    const side = sideOf(project, { resources: [{ provider: 'x' }] });
    const error = await side.read('one', ctx).catch((thrown) => thrown);
    expect(error).toMatchObject({ code, wire, data: { exitCode: status } });
    expect(error.message).toContain(status > 3 ? 'why' : 'echo://one');
  });

  test('[bash-content:resource:errors] that run on are ended, as an error of the protocol', async () => {
    const env = { MCPBASH_DEFAULT_TOOL_TIMEOUT: '1' };
    const project = await projectWith({ 'providers/x.sh': 'sleep 30' }, env);
    const side = sideOf(project, { resources: [{ provider: 'x' }] });
    await expect(side.read('one', ctx)).rejects.toMatchObject({
      message: 'Timeout after 1s calling echo://one',
      wire: -32603,
    });
  });

  test('[bash-content:provider:script-env] get little of our environment unless told otherwise', async () => {
    const script = 'env | cut -d= -f1 | sort | tr "\\n" " "';
    const ours = { SECRET_PLAN: 'x', MCP_API_TOKEN: 'y', MCPBASH_REMOTE_TOKEN: 'z', LC_ALL: 'C' };
    const namesWith = async (env: Record<string, string>) => {
      const project = await projectWith({ 'providers/x.sh': script }, { ...ours, ...env });
      const side = sideOf(project, { resources: [{ provider: 'x' }] });
      return (await textOf(side, 'one'))?.split(' ');
    };
    const isolated = await namesWith({});
    expect(isolated).toEqual(
      expect.arrayContaining([
        'LC_ALL',
        'MCPBASH_HOME',
        'MCPBASH_JSON_TOOL_BIN',
        'MCP_SDK',
        'PATH',
      ]),
    );
    for (const name of Object.keys(ours).slice(0, 3)) expect(isolated).not.toContain(name);
    const mode = 'MCPBASH_PROVIDER_ENV_MODE';
    const list = 'MCPBASH_PROVIDER_ENV_ALLOWLIST';
    const listed = await namesWith({ [mode]: 'allowlist', [list]: 'SECRET_PLAN' });
    expect(listed).toContain('SECRET_PLAN');
    expect(listed).not.toContain('MCP_API_TOKEN');
    const inherited = await namesWith({ [mode]: 'inherit' });
    expect(inherited).toEqual(expect.arrayContaining(['SECRET_PLAN', 'MCP_API_TOKEN']));
    expect(inherited).not.toContain('MCPBASH_REMOTE_TOKEN');
  });
});

describe('subscriptions', () => {
  test('[bash-content:subscription:watched] tell of a file that is replaced, removed and back', async () => {
    const env = { MCPBASH_RESOURCES_POLL_INTERVAL_SECS: '0' };
    const project = await projectWith({ 'resources/a.txt': 'one', 'resources/b.txt': 'two' }, env);
    const { resources } = project.folders;
    const side = sideOf(project, {});
    let updates = 0;
    const subscription = await side.subscribe('file://./a.txt', () => (updates += 1), ctx);
    await rename(join(resources, 'b.txt'), join(resources, 'a.txt'));
    await waitUntil(() => updates === 1);
    await rename(join(resources, 'a.txt'), join(resources, 'c.txt'));
    await waitUntil(() => updates === 2);
    await rename(join(resources, 'c.txt'), join(resources, 'a.txt'));
    await waitUntil(() => updates === 3);
    await subscription[Symbol.asyncDispose]();
    expect(updates).toBe(3);
  });

  test('[bash-content:subscription:polled] without a file are read again and again', async () => {
    const env = { MCPBASH_RESOURCES_POLL_INTERVAL_SECS: '1' };
    const project = await projectWith({ 'providers/x.sh': 'cat state', state: 'one' }, env);
    const side = sideOf(project, { resources: [{ provider: 'x' }] });
    let updates = 0;
    await side.subscribe('echo://one', () => (updates += 1), ctx);
    await writeFile(join(project.root, 'state'), 'two');
    await waitUntil(() => updates > 0);
    expect(updates).toBe(1);
  });

  test('[bash-content:subscription:reads-once] to what cannot be read fail', async () => {
    const side = sideOf(await projectWith({ 'resources/a': '' }), {});
    await expect(side.subscribe('file://./absent', () => {}, ctx)).rejects.toMatchObject({
      wire: -32601,
    });
  });
});

test('[bash-content:provider:https-caps] [bash-content:provider:git-caps] limits have caps', () => {
  const settings = readBashSettings({
    MCPBASH_HTTPS_TIMEOUT: '600',
    MCPBASH_HTTPS_MAX_BYTES: '999999999',
    MCPBASH_GIT_TIMEOUT: '600',
    MCPBASH_GIT_MAX_KB: '99999999',
  });
  expect(settings).toMatchObject({
    httpsTimeoutMs: 60_000,
    httpsMaxBytes: 20_971_520,
    gitTimeoutMs: 60_000,
    gitMaxKb: 1_048_576,
  });
  expect(readBashSettings({})).toMatchObject({ gitTimeoutMs: 30_000, gitMaxKb: 51_200 });
});
