// Toolsets: how they are found, filtered and merged, and what their files may not say.
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateMciFile } from '../../src/app/mci/validate-mci-file.ts';
import { localContext } from '../../src/core/local-context.ts';
import { clientOf, refusalOf, schemaFolder, sourceOf, textOf, toText } from './support/project.ts';
import { proves } from './support/proves.ts';

const tool = (name: string, tags: string[] = [], text = name) => ({
  name,
  tags,
  execution: { type: 'text', text },
});
const WEATHER = {
  metadata: {
    name: 'Weather Toolset',
    description: 'Tools for weather information',
    version: '1.0.0',
  },
  tools: [tool('get_weather', ['weather', 'read']), tool('get_forecast', ['weather', 'read'])],
};
const DATABASE = { tools: [tool('query', ['read']), tool('drop_table', ['destructive'])] };
const LIBRARY = {
  'mci/weather.mci.json': WEATHER,
  'mci/database.mci.json': DATABASE,
  'mci/github/prs.mci.json': { tools: [tool('list_prs')] },
  'mci/github/issues.mci.json': { tools: [tool('list_issues')] },
};

const namesWith = async (
  toolsets: readonly unknown[],
  files: Record<string, object | string> = LIBRARY,
) => (await clientOf({ toolsets }, { files })).listTools();

describe('references', () => {
  proves(
    [
      'mci:toolset:references-library-collections',
      'mci:schema:library-dir-default',
      'mci:schema:example-with-toolsets',
      'mci:toolset:example-only-with-spaces',
      'mci:toolset:example-without-tags',
      'mci:toolset:example-no-filter',
      'mci:toolset-file:example-directory-layout',
      'mci:toolset-file:example-directory-reference',
    ],
    'the example: own tools first, then those of the library',
    async () => {
      const schema = {
        metadata: {
          name: 'My Application',
          description: 'Main application with multiple tool libraries',
        },
        libraryDir: './mci',
        tools: [
          {
            name: 'main_tool',
            description: 'Main application tool',
            execution: { type: 'text', text: 'Main tool output' },
          },
        ],
        toolsets: [
          { name: 'weather', filter: 'only', filterValue: 'get_weather, get_forecast' },
          { name: 'database', filter: 'withoutTags', filterValue: 'destructive' },
          { name: 'github' },
        ],
      };
      const client = await clientOf(schema, { files: LIBRARY });
      expect(client.listTools()).toEqual([
        'main_tool',
        'get_weather',
        'get_forecast',
        'query',
        'list_issues',
        'list_prs',
      ]);
      expect(client.toolsets(['github', 'database']).map(({ name }) => name)).toEqual([
        'query',
        'list_issues',
        'list_prs',
      ]);
      const byDefault = await clientOf({ ...schema, libraryDir: undefined }, { files: LIBRARY });
      expect(byDefault.listTools()).toEqual(client.listTools());
    },
  );

  proves(
    ['mci:toolset:library-dir-custom', 'mci:toolset:library-dir-relative-to-main-schema'],
    'the library is where the schema says, seen from the schema, also by a variable',
    async () => {
      const files = { 'lib/tools/x.mci.json': WEATHER };
      const schema = { libraryDir: 'lib/tools', toolsets: ['x'] };
      expect((await clientOf(schema, { files })).listTools()).toHaveLength(2);
      const byEnv = { libraryDir: './{{env.LIB}}/tools', toolsets: ['x'] };
      expect((await clientOf(byEnv, { files, env: { LIB: 'lib' } })).listTools()).toHaveLength(2);
      expect((await refusalOf(byEnv, { files })).message).toMatch(
        /libraryDir .*'env\.LIB' not found.* at line 3/u,
      );
      const byProps = { libraryDir: '{{props.x}}', toolsets: ['x'] };
      expect((await refusalOf(byProps, { files })).message).toContain(
        'only {{env.NAME}} can be used here',
      );
    },
  );

  proves('mci:toolset:name-required', 'a reference has a name', async () => {
    expect((await refusalOf({ toolsets: [{}] })).message).toContain(
      "toolsets[0] 'name' is required",
    );
    const { message } = await refusalOf({ toolsets: ['nowhere'] });
    expect(message).toMatch(
      /toolsets\[0\] toolset 'nowhere' not found in .*mci at line 4 column 5/u,
    );
  });

  test('a name alone is a reference too', async () => {
    expect(await namesWith(['weather'])).toEqual(['get_weather', 'get_forecast']);
  });

  proves(
    'mci-decision:load:toolset-name-stays-in-library',
    'no name leaves the library',
    async () => {
      for (const name of [
        '../main',
        '/etc/passwd',
        'a/../../main.mci.json',
        '..',
        'C:\\x',
        'a\\..\\..\\b',
      ]) {
        const { message } = await refusalOf({ toolsets: [name] }, { files: LIBRARY });
        expect(message).toContain('leaves the library directory');
      }
      expect(await namesWith(['github/prs'])).toEqual(['list_prs']);
    },
  );
});

const named = (text: string) => ({ tools: [tool(text)] });

describe('name resolution', () => {
  const all = {
    'mci/x/a.mci.json': named('directory'),
    'mci/x.mci.json': named('json'),
    'mci/x.mci.yaml': toText(named('yaml')),
    'mci/x.mci.yml': toText(named('yml')),
  };
  const { 'mci/x/a.mci.json': _, ...noDirectory } = all;

  proves('mci:toolset:directory-first', 'a directory comes first', async () => {
    expect(await namesWith(['x'], all)).toEqual(['directory']);
  });
  proves('mci:toolset:direct-file-next', 'then the very file', async () => {
    expect(await namesWith(['x.mci.yaml'], all)).toEqual(['yaml']);
  });
  proves('mci:toolset:extension-next', 'then .mci.json', async () => {
    expect(await namesWith(['x'], noDirectory)).toEqual(['json']);
  });
  proves('mci:toolset:yaml-extensions', 'then .mci.yaml and .mci.yml', async () => {
    const { 'mci/x.mci.json': _json, ...yaml } = noDirectory;
    expect(await namesWith(['x'], yaml)).toEqual(['yaml']);
    expect(
      await namesWith(['x'], { 'mci/x.mci.yml': 'schemaVersion: "1.0"\ntools: []\n' }),
    ).toEqual([]);
  });
  proves(
    'mci:toolset:directory-loads-all',
    'every schema file of a directory, in order, nothing else',
    async () => {
      const files = {
        'mci/d/b.mci.json': named('b'),
        'mci/d/a.mci.yaml': toText(named('a')),
        'mci/d/c.mci.yml': toText(named('c')),
        'mci/d/readme.md': 'no tools',
        'mci/d/other.json': '{}',
        'mci/d/deeper/x.mci.json': named('deeper'),
      };
      expect(await namesWith(['d'], files)).toEqual(['a', 'b', 'c']);
    },
  );
});

const refusedWith = async (fields: object, files: Record<string, object>) =>
  (await refusalOf({ toolsets: [{ name: 's', ...fields }] }, { files })).message;

describe('filters', () => {
  const rows: readonly [id: string, filter: string, value: string, names: string[]][] = [
    ['filter-only', 'only', 'b', ['b']],
    ['filter-except', 'except', 'b', ['a', 'c']],
    ['filter-tags', 'tags', 'x,y', ['a', 'b']],
    ['filter-without-tags', 'withoutTags', 'x', ['b', 'c']],
  ];
  const files = { 'mci/s.mci.json': { tools: [tool('a', ['x']), tool('b', ['y']), tool('c')] } };
  for (const [id, filter, filterValue, names] of rows) {
    proves(
      [`mci:toolset:${id}`, 'mci:toolset:filter-types'],
      `${filter} ${filterValue}`,
      async () => {
        expect(await namesWith([{ name: 's', filter, filterValue }], files)).toEqual(names);
      },
    );
  }
  proves('mci-decision:filter:both-spellings', 'without-tags is withoutTags', async () => {
    const reference = { name: 's', filter: 'without-tags', filterValue: 'x' };
    expect(await namesWith([reference], files)).toEqual(['b', 'c']);
  });
  proves(
    ['mci:toolset:filter-value-list', 'mci-decision:filter:values-split-and-trimmed'],
    'values are split at commas and trimmed',
    async () => {
      const reference = { name: 's', filter: 'only', filterValue: ' a ,, c , ' };
      expect(await namesWith([reference], files)).toEqual(['a', 'c']);
    },
  );
  proves('mci:toolset:filter-value-required-with-filter', 'mistakes are named', async () => {
    expect(await refusedWith({ filter: 'only' }, files)).toContain(
      "Filter type 'only' specified but filterValue is missing",
    );
    expect(await refusedWith({ filter: 'tags', filterValue: ' , ' }, files)).toContain(
      "cannot be empty for filter type 'tags'",
    );
    expect(await refusedWith({ filter: 'some', filterValue: 'a' }, files)).toContain(
      "Invalid filter type 'some'. Valid types: only, except, tags, withoutTags",
    );
  });
  proves(
    'mci-decision:filter:enforced-on-call',
    'what is filtered out cannot be called',
    async () => {
      const toolsets = [{ name: 's', filter: 'except', filterValue: 'b' }];
      const path = await schemaFolder({ toolsets, tools: [tool('own')] }, files);
      const source = await sourceOf(path, { filter: { kind: 'except', values: ['own'] } });
      const { items } = await source.tools.list(localContext());
      expect(items.map(({ name }) => name)).toEqual(['a', 'c']);
      for (const name of ['b', 'own']) {
        await expect(source.tools.call(name, {}, localContext())).rejects.toMatchObject({
          code: 'not_found',
        });
      }
    },
  );
});

const refusedFile = async (file: object | string) =>
  refusalOf({ toolsets: ['x'] }, { files: { 'mci/x.mci.json': file } });

describe('toolset files', () => {
  proves('mci:toolset-file:example-weather', 'the example loads', async () => {
    expect(await namesWith(['weather'])).toEqual(['get_weather', 'get_forecast']);
  });
  proves(
    [
      'mci:toolset-file:version-required',
      'mci:toolset-file:version-matches-main',
      'mci-decision:load:other-version-fails',
      'mci:toolset-file:directory-same-version',
    ],
    'the version must be that of the main schema',
    async () => {
      expect((await refusedFile('{"tools": []}')).message).toContain("'schemaVersion' is required");
      const other = await refusedFile('{\n"schemaVersion": "1.1",\n"tools": []}');
      expect(other.message).toMatch(
        /x\.mci\.json: schemaVersion "1\.1" is not supported.* at line 2/u,
      );
      const files = {
        'mci/d/a.mci.json': WEATHER,
        'mci/d/b.mci.json': '{"schemaVersion":"0.9","tools":[]}',
      };
      expect((await refusalOf({ toolsets: ['d'] }, { files })).message).toContain('b.mci.json');
    },
  );
  proves('mci:toolset-file:tools-required', 'tools must be there', async () => {
    expect((await refusedFile({})).message).toContain("'tools' is required");
  });
  const forbidden = {
    toolsets: { id: 'no-toolsets', value: [] },
    libraryDir: { id: 'no-library-dir', value: './x' },
    enableAnyPaths: { id: 'no-enable-any-paths', value: true },
    directoryAllowList: { id: 'no-directory-allow-list', value: ['/'] },
  };
  for (const [field, { id, value }] of Object.entries(forbidden)) {
    proves(
      [
        `mci:toolset-file:${id}`,
        'mci-decision:load:forbidden-field-fails',
        'mci-decision:load:failure-names-file-line-field',
      ],
      `${field} is refused with its place`,
      async () => {
        const error = await refusedFile({ tools: [], [field]: value });
        expect(error.message).toMatch(/mci\/x\.mci\.json/u);
        expect(error.data).toMatchObject({ field, line: 4 });
      },
    );
  }
  proves(
    ['mci:toolset-file:metadata-optional', 'mci:toolset-file:only-tools-merged'],
    'its metadata stays its own, its tools join the others',
    async () => {
      const toolsets = ['weather', 'database'];
      const silent = await sourceOf(await schemaFolder({ toolsets }, LIBRARY));
      expect(silent.info).toBeUndefined();
      const metadata = { name: 'Main', version: '3.0.0' };
      const spoken = await sourceOf(await schemaFolder({ metadata, toolsets }, LIBRARY));
      expect(spoken.info).toEqual({ name: 'main', title: 'Main', version: '3.0.0' });
      const { items } = await spoken.tools.list(localContext());
      expect(items.map(({ name }) => name)).toEqual([
        'get_weather',
        'get_forecast',
        'query',
        'drop_table',
      ]);
    },
  );
  test('mcp_servers is ignored with a warning, expiresAt without', async () => {
    const file = { tools: [], mcp_servers: { x: { command: 'no-such-program' } }, expiresAt: 'x' };
    const path = await schemaFolder({ toolsets: ['x'] }, { 'mci/x.mci.json': file });
    const source = await sourceOf(path);
    expect(await source.tools.list(localContext())).toEqual({ items: [], problems: [] });
    expect(await validateMciFile(path, {})).toMatchObject([
      {
        severity: 'warning',
        file: join(dirname(path), 'mci/x.mci.json'),
        field: 'mcp_servers',
        message: 'is ignored in a toolset file',
      },
    ]);
  });
});

proves(
  'mci-decision:env:toolset-env-limits-reading',
  'a toolset that may read one variable sees that one, in templates and in its commands',
  async () => {
    const files = {
      'mci/x.mci.json': {
        tools: [
          tool('fine', [], '{{env.PUBLIC}}'),
          tool('sly', [], '{{env.SECRET}}'),
          tool('asks', [], '@if(env.SECRET)yes@else no@endif'),
          { name: 'child', execution: { type: 'cli', command: 'env' } },
        ],
      },
    };
    const schema = {
      toolsets: [{ name: 'x', env: ['PUBLIC'] }],
      tools: [tool('own', [], '{{env.SECRET}}')],
    };
    const client = await clientOf(schema, { files, env: { PUBLIC: 'p', SECRET: 's' } });
    expect(await textOf(client, {}, 'own')).toBe('s');
    expect(await textOf(client, {}, 'fine')).toBe('p');
    expect(await textOf(client, {}, 'asks')).toBe(' no');
    expect((await client.execute('sly')).error).toContain("Path 'env.SECRET' not found");
    const child = String(await textOf(client, {}, 'child'));
    expect(child).toContain('PUBLIC=p');
    expect(child).toContain('PATH=');
    expect(child).not.toMatch(/SECRET|VITEST/u);
  },
);
