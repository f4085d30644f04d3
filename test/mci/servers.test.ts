// MCP servers of a schema: connected when needed, cached as toolsets, one failing alone.
import { readFile, symlink, writeFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import { PlugboardError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import { text } from '../../src/core/result.ts';
import { checkSchema } from '../../src/sources/mci/check/check-schema.ts';
import { loadSchemaFile } from '../../src/sources/mci/load-schema.ts';
import { MciClient } from '../../src/sources/mci/mci-client.ts';
import type { OpenUpstream, UpstreamDefinition } from '../../src/sources/mci/open-mci.ts';
import { ServerCatalog } from '../../src/sources/mci/server-tools.ts';
import { upstreamPool } from '../../src/sources/mci/upstreams.ts';
import { clientOf, refusalOf, schemaFolder, sourceOf, TEXT_TOOL } from './support/project.ts';
import { proves } from './support/proves.ts';

const UPSTREAM_TOOLS = {
  search: {
    title: 'Search',
    description: 'Searches',
    inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: true },
    call: (args: JsonObject) => ({
      content: [text(`found ${JSON.stringify(args)}`)],
      structuredContent: { hits: 1 },
      _meta: { cost: 2 },
    }),
  },
  delete_file: {
    annotations: { destructiveHint: true },
    call: () => ({ content: [text('cannot')], isError: true }),
  },
};

interface FakeServers {
  readonly open: OpenUpstream;
  readonly opened: UpstreamDefinition[];
  readonly closed: string[];
}

function fakeServers(fails: (name: string) => boolean = () => false): FakeServers {
  const opened: UpstreamDefinition[] = [];
  const closed: string[] = [];
  return {
    opened,
    closed,
    open: async (definition) => {
      opened.push(definition);
      const { name } = definition;
      if (fails(name)) {
        throw new PlugboardError('connection_refused', { server: name, reason: 'ECONNREFUSED' });
      }
      const source = defineTools({ name, tools: UPSTREAM_TOOLS });
      return { ...source, [Symbol.asyncDispose]: async () => void closed.push(name) };
    },
  };
}

const cacheOf = (path: string, name = 'files') =>
  join(dirname(path), 'mci', 'mcp', `${name}.mci.json`);
const cached = async (path: string, name?: string) =>
  JSON.parse(await readFile(cacheOf(path, name), 'utf8')) as JsonObject;
const ONE = { mcp_servers: { files: { command: 'npx' } } };

const refused = async (server: object) => (await refusalOf({ mcp_servers: { s: server } })).message;

describe('definitions', () => {
  proves(
    [
      'mci:servers:name-to-configuration',
      'mci:servers:stdio-args',
      'mci:servers:stdio-env',
      'mci:servers:config-optional',
      'mci:servers:http-headers',
      'mci:servers:example-http-with-authentication',
      'mci:servers:example-multiple-servers',
      'mci:servers:example-filter-by-tags',
      'mci:servers:env-templating',
      'mci:servers:config-filter',
    ],
    'the examples reach the client kernel with variables filled in',
    async () => {
      const servers = fakeServers();
      const schema = {
        mcp_servers: {
          memory: { command: 'uvx', args: ['mcp-server-memory'], env: { DEBUG: '{{env.LEVEL}}' } },
          github: {
            type: 'http',
            url: 'https://api.githubcopilot.com/mcp/',
            headers: { Authorization: 'Bearer {{env.GITHUB_MCP_PAT}}' },
            config: { expDays: 14, filter: 'tags', filterValue: 'read,IsDestructive' },
          },
        },
      };
      const env = { GITHUB_MCP_PAT: 'pat', LEVEL: '2' };
      const client = await clientOf(schema, { env, openUpstream: servers.open });
      expect(client.problems().map(({ subject }) => subject)).toEqual(['delete_file']);
      expect(client.listTools()).toEqual(['search', 'delete_file']);
      expect(servers.opened.toSorted((a, b) => (a.kind > b.kind ? -1 : 1))).toEqual([
        {
          kind: 'stdio',
          name: 'memory',
          command: 'uvx',
          args: ['mcp-server-memory'],
          env: { DEBUG: '2' },
        },
        {
          kind: 'http',
          name: 'github',
          url: 'https://api.githubcopilot.com/mcp/',
          headers: { Authorization: 'Bearer pat' },
        },
      ]);
    },
  );

  proves(
    [
      'mci:servers:stdio-command-required',
      'mci:servers:http-type',
      'mci:servers:http-url-required',
      'mci:servers:config-filter-value',
    ],
    'mistakes are refused with their place',
    async () => {
      expect(await refused({})).toContain("mcp_servers.s 'command' or 'url' is required");
      expect(await refused({ type: 'http' })).toContain("mcp_servers.s 'url' is required");
      expect(await refused({ type: 'ftp', url: 'x' })).toContain(
        'mcp_servers.s.type must be one of: http',
      );
      expect(await refused({ command: 1 })).toContain('mcp_servers.s.command must be a string');
      expect(await refused({ command: 'x', config: { filter: 'only' } })).toContain(
        'filterValue is missing',
      );
      expect(await refused({ command: 'x', config: { expDays: -1 } })).toContain('expDays');
    },
  );

  proves('mci-decision:load:server-name-stays-in-library', 'a name is a file name', async () => {
    for (const name of ['../x', 'a/b', '..', 'a\\b', '']) {
      const { message } = await refusalOf({ mcp_servers: { [name]: { command: 'x' } } });
      expect(message).toContain('leaves the library directory');
    }
    const path = await schemaFolder(ONE);
    await mkdir(dirname(cacheOf(path)), { recursive: true });
    const victim = join(dirname(path), 'victim.txt');
    await writeFile(victim, 'precious');
    await symlink(victim, cacheOf(path));
    await using client = await MciClient.open(path, { env: {}, openUpstream: fakeServers().open });
    expect(client.listTools()).toEqual(['search', 'delete_file']);
    expect(client.problems()[0]?.error.message).toContain(
      'is a link that leads out of the library',
    );
    expect(await readFile(victim, 'utf8')).toBe('precious');
  });
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('the cache', () => {
  proves(
    [
      'mci:servers:first-load-fetches-all-tools',
      'mci:servers:cache-file-path',
      'mci:servers:cache-is-standard-toolset',
      'mci:servers:later-loads-use-cache',
      'mci:servers:exp-days-default',
      'mci:servers:example-stdio-with-filter',
      'mci:servers:filters-applied-on-register',
    ],
    'all tools are written as a toolset, the filter is applied after, later loads ask nobody',
    async () => {
      const servers = fakeServers();
      const schema = {
        mcp_servers: {
          files: {
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-filesystem', '/workspace'],
            env: { DEBUG: '1' },
            config: { filter: 'except', filterValue: 'delete_file,format_disk' },
          },
        },
      };
      const path = await schemaFolder(schema);
      const options = { env: {}, openUpstream: servers.open };
      await using first = await MciClient.open(path, options);
      expect(first.listTools()).toEqual(['search']);
      expect(first.toolsets(['files'])).toHaveLength(1);
      const inMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      expect(await cached(path)).toMatchObject({
        schemaVersion: '1.0',
        expiresAt: inMonth,
        tools: [
          {
            name: 'search',
            description: 'Searches',
            annotations: { title: 'Search', readOnlyHint: true, openWorldHint: true },
            inputSchema: { type: 'object' },
            execution: { type: 'mcp', serverName: 'files', toolName: 'search' },
            tags: ['IsReadOnly', 'IsOpenWorld'],
          },
          { name: 'delete_file', tags: ['IsDestructive'] },
        ],
      });
      expect(checkSchema(await cached(path), 'toolset')).toEqual([]);
      await using second = await MciClient.open(path, options);
      expect(second.listTools()).toEqual(['search']);
      expect(second.tools()).toEqual(first.tools());
      expect(servers.opened).toHaveLength(1);
    },
  );

  proves(
    ['mci:servers:expired-cache-refetched', 'mci-decision:load:expires-at-date-or-timestamp'],
    'an expired cache is fetched again; dates and timestamps count',
    async () => {
      const servers = fakeServers();
      const path = await schemaFolder(ONE);
      const opensWith = async (expiresAt: unknown): Promise<number> => {
        await mkdir(dirname(cacheOf(path)), { recursive: true });
        const toolset = { schemaVersion: '1.0', tools: [], expiresAt };
        await writeFile(cacheOf(path), JSON.stringify(toolset));
        const before = servers.opened.length;
        await using client = await MciClient.open(path, { env: {}, openUpstream: servers.open });
        expect(client.problems()).toEqual([]);
        return servers.opened.length - before;
      };
      expect(await opensWith(day(2).slice(0, 10))).toBe(0);
      expect(await opensWith(day(0.01))).toBe(0);
      expect(await opensWith(day(0).slice(0, 10))).toBe(1);
      expect(await opensWith(day(-0.01))).toBe(1);
      expect(await opensWith('soon')).toBe(1);
      expect(await opensWith(undefined)).toBe(1);
      await writeFile(cacheOf(path), 'not json');
      await using client = await MciClient.open(path, { env: {}, openUpstream: servers.open });
      expect(client.listTools()).toEqual(['search', 'delete_file']);
    },
  );

  test('one failing server does not break the load, and its expired tools stay', async () => {
    const servers = fakeServers((name) => name === 'down');
    const schema = {
      tools: [TEXT_TOOL],
      mcp_servers: { down: { command: 'x' }, files: { command: 'y' } },
    };
    const old = {
      tools: [{ name: 'old', execution: { type: 'mcp', serverName: 'down', toolName: 'old' } }],
      expiresAt: '2020-01-01',
    };
    const client = await clientOf(schema, {
      openUpstream: servers.open,
      files: { 'mci/mcp/down.mci.json': old },
    });
    expect(client.listTools()).toEqual(['t', 'old', 'search', 'delete_file']);
    expect(client.problems()).toMatchObject([
      {
        subject: 'down',
        error: { code: 'connection_refused', message: 'Cannot connect to down: ECONNREFUSED' },
      },
    ]);
    expect((await client.execute('old')).error).toContain('Cannot connect to down');
  });

  test('a variable that is not set, and a program without a client, are problems too', async () => {
    const schema = { mcp_servers: { s: { command: '{{env.NOT_SET}}' } }, tools: [TEXT_TOOL] };
    const client = await clientOf(schema, { openUpstream: fakeServers().open });
    expect(client.problems()[0]?.error.message).toContain("Path 'env.NOT_SET' not found");
    const alone = await clientOf(ONE);
    expect(alone.problems()[0]?.error).toMatchObject({ code: 'not_supported' });
  });
});

test('a server that failed is left alone for a while, then asked again', async () => {
  let nowMs = 1_000;
  let isDown = true;
  const servers = fakeServers(() => isDown);
  const path = await schemaFolder(ONE);
  await using upstreams = upstreamPool(servers.open);
  const catalog = new ServerCatalog({
    upstreams,
    env: () => ({}),
    loadFile: loadSchemaFile,
    closing: new AbortController().signal,
    nowMs: () => nowMs,
  });
  const ask = () => catalog.toolsOf('files', ONE.mcp_servers.files, join(dirname(path), 'mci'));
  expect((await ask()).problems).toHaveLength(1);
  expect((await ask()).problems).toHaveLength(1);
  expect([servers.opened.length, catalog.isRetryDue()]).toEqual([1, false]);
  nowMs += 30_000;
  expect(catalog.isRetryDue()).toBe(true);
  isDown = false;
  expect(await ask()).toMatchObject({ problems: [], definitions: [{ name: 'search' }, {}] });
  expect([servers.opened.length, catalog.isRetryDue()]).toEqual([2, false]);
  isDown = true;
  await catalog.toolsOf('other', { command: 'x' }, join(dirname(path), 'mci'));
  nowMs += 30_000;
  catalog.keepOnly(new Set(['files']));
  expect(catalog.isRetryDue()).toBe(false);
});

describe('execution', () => {
  test('goes through one kept connection, with the whole result', async () => {
    const servers = fakeServers();
    const path = await schemaFolder(ONE);
    const source = await sourceOf(path, { openUpstream: servers.open });
    const result = await source.tools.call('search', { q: 'x' }, localContext());
    expect(result).toEqual({
      content: [text('found {"q":"x"}')],
      structuredContent: { hits: 1 },
      isError: false,
      _meta: { cost: 2, mcp_server: 'files', mcp_tool: 'search' },
    });
    await source.tools.call('search', {}, localContext());
    expect(servers.opened).toHaveLength(1);
    await source[Symbol.asyncDispose]();
    expect(servers.closed).toEqual(['files']);
  });

  test('an error of the server is an error with its words', async () => {
    const client = await clientOf(ONE, { openUpstream: fakeServers().open });
    expect(await client.execute('delete_file')).toEqual({
      isError: true,
      error: 'cannot',
      content: [text('cannot')],
      metadata: { mcp_server: 'files', mcp_tool: 'delete_file' },
    });
  });

  test('a tool of a server nobody defines says so', async () => {
    const execution = { type: 'mcp', serverName: 'gone', toolName: 'x' };
    const client = await clientOf({ tools: [{ name: 't', execution }] });
    expect((await client.execute('t')).error).toContain("Server 'gone' not found");
  });
});
