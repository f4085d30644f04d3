// The library client, the complete example, and reloading when files change.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { MciClient } from '../../src/sources/mci/mci-client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { httpFixture } from './support/http-fixture.ts';
import {
  clientOf,
  clientOfTool,
  schemaFolder,
  sourceOf,
  TEXT_TOOL,
  textOf,
  toText,
} from './support/project.ts';
import { proves } from './support/proves.ts';

const COMPLETE = {
  metadata: {
    name: 'Example API Tools',
    description: 'Comprehensive example of MCI features',
    version: '1.0.0',
    license: 'MIT',
    authors: ['MCI Team'],
  },
  tools: [
    {
      name: 'get_weather',
      title: 'Get Weather',
      description: 'Fetch weather with API key auth',
      inputSchema: {
        type: 'object',
        properties: { location: { type: 'string' } },
        required: ['location'],
      },
      execution: {
        type: 'http',
        method: 'GET',
        url: 'https://api.weather.com/v1/current',
        auth: { type: 'apiKey', in: 'header', name: 'X-API-Key', value: '{{env.WEATHER_API_KEY}}' },
        params: { location: '{{props.location}}' },
      },
    },
    {
      name: 'search_logs',
      title: 'Search Logs',
      description: 'Search log files with grep',
      inputSchema: {
        type: 'object',
        properties: { pattern: { type: 'string' }, directory: { type: 'string' } },
        required: ['pattern', 'directory'],
      },
      execution: {
        type: 'cli',
        command: 'grep',
        args: ['-r', '{{props.pattern}}'],
        cwd: '{{props.directory}}',
      },
    },
    {
      name: 'load_report',
      title: 'Load Report',
      description: 'Load report template',
      execution: { type: 'file', path: './templates/report.txt', enableTemplating: true },
    },
    {
      name: 'generate_greeting',
      title: 'Generate Greeting',
      description: 'Generate personalized greeting',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      execution: { type: 'text', text: 'Hello {{props.name}}! Welcome to MCI.' },
    },
  ],
};

describe('the complete example', () => {
  const ids = [
    'loads',
    'get-weather',
    'search-logs-templated-args',
    'load-report',
    'generate-greeting',
    'tool-title',
  ];
  proves(
    [
      ...ids.map((id) => `mci:complete-example:${id}`),
      'mci:execution:four-types',
      'mci:execution:type-selects-executor',
      'mci:result:consistent-format',
      'mci:result:is-error',
      'mci-decision:result:library-shape',
    ],
    'runs, tool by tool, with one shape of result',
    async () => {
      const server = await httpFixture();
      const schema = toText(COMPLETE).replace('https://api.weather.com', server.url);
      const files = {
        'logs/a.log': 'fine\nTODO here\n',
        'templates/report.txt': 'Report of {{env.USER_NAME}}',
      };
      const client = await clientOf(schema, {
        files,
        env: { WEATHER_API_KEY: 'k', USER_NAME: 'Ada' },
      });
      expect(client.tools().map(({ annotations }) => annotations?.['title'])).toEqual([
        'Get Weather',
        'Search Logs',
        'Load Report',
        'Generate Greeting',
      ]);
      expect(await textOf(client, { location: 'Paris' }, 'get_weather')).toBe('ok');
      expect(server.asked[0]).toMatchObject({
        url: '/v1/current?location=Paris',
        headers: { 'x-api-key': 'k' },
      });
      expect(await textOf(client, { pattern: 'TODO', directory: './logs' }, 'search_logs')).toBe(
        'a.log:TODO here\n',
      );
      expect(await textOf(client, {}, 'load_report')).toBe('Report of Ada');
      expect(await textOf(client, { name: 'Ada' }, 'generate_greeting')).toBe(
        'Hello Ada! Welcome to MCI.',
      );
    },
  );
});

describe('the client', () => {
  proves(
    ['mci:result:error', 'mci:result:metadata-optional'],
    'a failure is a result with words',
    async () => {
      const client = await clientOfTool({ type: 'text', text: '{{props.no}}' });
      expect(await client.execute('t')).toEqual({
        isError: true,
        error: expect.stringContaining("Path 'props.no' not found in context"),
        metadata: { line: 1, column: 1 },
      });
      const fine = await clientOfTool({ type: 'text', text: 'x' });
      expect(await fine.execute('t')).toEqual({
        isError: false,
        content: [{ type: 'text', text: 'x' }],
      });
    },
  );

  test('schemas of tools, unknown tools, and what a tool looks like', async () => {
    const inputSchema = { properties: { a: {} } };
    const client = await clientOf({ tools: [TEXT_TOOL, { ...TEXT_TOOL, name: 'u', inputSchema }] });
    expect(client.getToolSchema('t')).toEqual({});
    expect(client.getToolSchema('u')).toEqual(inputSchema);
    expect(() => client.getToolSchema('x')).toThrow("Tool 'x' not found. Available: t, u");
    await expect(client.execute('x')).rejects.toThrow("Tool 'x' not found");
    expect(client.tools()[0]).toEqual({ name: 't', tags: [], execution: TEXT_TOOL.execution });
  });

  proves(
    ['mci-decision:env:process-environment', 'mci-decision:env:open-mci-env-replaces'],
    'templates read the environment of the process, or the one given instead',
    async () => {
      vi.stubEnv('MCI_TEST_VALUE', 'from the process');
      const path = await schemaFolder({
        tools: [{ name: 't', execution: { type: 'text', text: '{{env.MCI_TEST_VALUE}}' } }],
      });
      await using own = await MciClient.open(path);
      expect(await textOf(own)).toBe('from the process');
      await using given = await MciClient.open(path, { env: { MCI_TEST_VALUE: 'given' } });
      expect(await textOf(given)).toBe('given');
      await using empty = await MciClient.open(path, { env: {} });
      expect((await empty.execute('t')).error).toContain("'env.MCI_TEST_VALUE' not found");
    },
  );

  proves(
    'mci-decision:engine:one-engine',
    'every field of every executor is the same template',
    async () => {
      const server = await httpFixture();
      const value = '@foreach(x in props.l)@if(x != "b"){{x}}@endif@endforeach';
      const client = await clientOf(
        {
          tools: [
            { name: 'text', execution: { type: 'text', text: value } },
            { name: 'cli', execution: { type: 'cli', command: 'printf', args: ['%s', value] } },
            { name: 'file', execution: { type: 'file', path: `./${value}.txt` } },
            {
              name: 'http',
              execution: {
                type: 'http',
                url: `${server.url}/${value}`,
                headers: { 'X-V': value },
                params: { v: value },
              },
            },
          ],
        },
        { files: { 'ac.txt': value } },
      );
      const props = { l: ['a', 'b', 'c'] };
      for (const name of ['text', 'cli', 'file'])
        expect(await textOf(client, props, name)).toBe('ac');
      await client.execute('http', props);
      expect(server.asked[0]).toMatchObject({ url: '/ac?v=ac', headers: { 'x-v': 'ac' } });
    },
  );
});

const names = async (source: ToolSource): Promise<readonly string[]> =>
  (await source.tools.list(localContext())).items.map(({ name }) => name);
const named = (name: string) => ({ tools: [{ ...TEXT_TOOL, name }] });

async function watched(main: object, files: Record<string, object> = {}) {
  const path = await schemaFolder(main, files);
  const source = await sourceOf(path);
  const before = await source.tools.list(localContext());
  let changes = 0;
  const listening = source.onChange?.(() => (changes += 1));
  onTestFinished(() => listening?.[Symbol.dispose]());
  const untilNames = (...wanted: string[]) =>
    waitUntil(async () => changes > 0 && (await names(source)).join() === wanted.join());
  return { path, source, before, untilNames, changes: () => changes };
}

describe('reloading', () => {
  test('a changed schema is seen and announced, also after a rename-over', async () => {
    const { path, untilNames, changes } = await watched(named('one'));
    await writeFile(path, toText(named('two')));
    await untilNames('two');
    expect(changes()).toBe(1);
    const draft = join(dirname(path), 'draft.json');
    await writeFile(draft, toText(named('three')));
    await rename(draft, path);
    await untilNames('three');
  });

  test('toolset files, files new in a toolset directory, and files that take precedence', async () => {
    const { path, source, untilNames } = await watched(
      { toolsets: ['x', 'd'] },
      { 'mci/x.mci.json': named('one'), 'mci/d/a.mci.json': named('a') },
    );
    const library = join(dirname(path), 'mci');
    await writeFile(join(library, 'x.mci.json'), toText(named('two')));
    await untilNames('two', 'a');
    await writeFile(join(library, 'd/b.mci.yaml'), toText(named('b')));
    await untilNames('two', 'a', 'b');
    await rm(join(library, 'd/a.mci.json'));
    await untilNames('two', 'b');
    await writeFile(join(library, 'x'), toText(named('not a schema by its name')));
    await waitUntil(
      async () => (await source.tools.list(localContext())).problems.length === 1,
      2_000,
    );
    expect(await names(source)).toEqual(['two', 'b']);
  });

  test('a broken file keeps the tools that worked and is reported until it is repaired', async () => {
    const { path, source, untilNames } = await watched(named('one'));
    await writeFile(path, '{ "schemaVersion": "1.0", "tools": [');
    const problems = async () => (await source.tools.list(localContext())).problems;
    await waitUntil(async () => (await problems()).length === 1);
    expect(await names(source)).toEqual(['one']);
    expect((await problems())[0]?.error.message).toContain('Invalid JSON');
    await rm(path);
    await waitUntil(
      async () => /not found/u.test((await problems())[0]?.error.message ?? ''),
      2_000,
    );
    await writeFile(path, toText(named('two')));
    await untilNames('two');
    expect(await problems()).toEqual([]);
  });

  test('the list stays the same object while nothing changed, and so do tools that did not', async () => {
    const { path, source, before, untilNames, changes } = await watched({
      tools: [TEXT_TOOL, { ...TEXT_TOOL, name: 'u' }],
    });
    expect(await source.tools.list(localContext())).toBe(before);
    await writeFile(path, await readFile(path));
    await source.tools.call('unknown', {}, localContext()).catch(() => {});
    expect(await source.tools.list(localContext())).toBe(before);
    expect(changes()).toBe(0);
    await writeFile(path, toText({ tools: [TEXT_TOOL, { ...TEXT_TOOL, name: 'v' }] }));
    await untilNames('t', 'v');
    const after = await source.tools.list(localContext());
    expect(after.items[0]).toBe(before.items[0]);
  });

  test('a tool added a moment ago can be called at once', async () => {
    const path = await schemaFolder(named('one'));
    const source = await sourceOf(path, { watch: false });
    expect(source.onChange).toBeUndefined();
    await writeFile(path, toText(named('two')));
    expect(await source.tools.call('two', {}, localContext())).toMatchObject({ isError: false });
  });

  test('closing twice does nothing, and nothing is announced after', async () => {
    const { path, source, changes } = await watched(named('one'));
    await source[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
    await writeFile(path, toText(named('two')));
    expect(changes()).toBe(0);
  });
});
