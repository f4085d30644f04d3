// What a tool says of itself: name, annotations, tags, disabled; and what its input may be.
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import { answer, httpFixture } from './support/http-fixture.ts';
import {
  clientOf,
  clientOfTool,
  refusalOf,
  schemaFolder,
  sourceOf,
  TEXT_TOOL,
  textOf,
} from './support/project.ts';
import { proves } from './support/proves.ts';

async function listed(tool: object): Promise<readonly unknown[]> {
  const source = await sourceOf(await schemaFolder({ tools: [tool] }));
  return (await source.tools.list(localContext())).items;
}

describe('fields', () => {
  proves('mci:tool:name-required', 'a tool has a name', async () => {
    const { message } = await refusalOf({ tools: [{ execution: TEXT_TOOL.execution }] });
    expect(message).toContain("tools[0] 'name' is required");
    expect((await refusalOf({ tools: [{ ...TEXT_TOOL, name: ' ' }] })).message).toContain(
      'not empty',
    );
  });
  proves('mci:tool:execution-required', 'a tool has an execution', async () => {
    expect((await refusalOf({ tools: [{ name: 'x' }] })).message).toContain(
      "'execution' is required",
    );
  });
  proves(
    [
      'mci:tool:description-optional',
      'mci:tool:annotations-optional',
      'mci:tool:input-schema-optional',
      'mci:annotations:all-optional',
    ],
    'everything else is optional',
    async () => {
      expect(await listed(TEXT_TOOL)).toEqual([
        { name: 't', inputSchema: { type: 'object', properties: {} } },
      ]);
      expect(
        await listed({ ...TEXT_TOOL, annotations: {}, inputSchema: {}, description: 'D' }),
      ).toEqual([
        {
          name: 't',
          description: 'D',
          annotations: {},
          inputSchema: { type: 'object', properties: {} },
        },
      ]);
    },
  );
  proves('mci:tool:example-get-weather', 'the example as clients see it', async () => {
    const tool = {
      name: 'get_weather',
      annotations: { title: 'Get Weather Information', readOnlyHint: true, openWorldHint: true },
      description: 'Fetch current weather for a location',
      tags: ['api', 'external', 'weather'],
      inputSchema: {
        type: 'object',
        properties: {
          location: { type: 'string', description: 'City name or zip code' },
          units: { type: 'string', enum: ['metric', 'imperial'], default: 'metric' },
        },
        required: ['location'],
      },
      execution: {
        type: 'http',
        method: 'GET',
        url: 'https://api.weather.com/v1/current',
        params: { location: '{{props.location}}', units: '{{props.units}}' },
      },
    };
    expect(await listed(tool)).toEqual([
      {
        name: 'get_weather',
        title: 'Get Weather Information',
        description: 'Fetch current weather for a location',
        annotations: tool.annotations,
        inputSchema: tool.inputSchema,
      },
    ]);
    const server = await httpFixture();
    const url = tool.execution.url.replace('https://api.weather.com', server.url);
    const client = await clientOf({ tools: [{ ...tool, execution: { ...tool.execution, url } }] });
    await client.execute('get_weather', { location: 'New York' });
    expect(server.asked[0]?.url).toBe('/v1/current?location=New%20York&units=metric');
    await expect(client.execute('get_weather', { location: 'x', units: 'kelvin' })).rejects.toThrow(
      'units must be one of: metric, imperial',
    );
  });
  proves(
    'mci-decision:load:tool-title-is-annotations-title',
    'a title beside the annotations',
    async () => {
      expect(await listed({ ...TEXT_TOOL, title: 'T' })).toMatchObject([
        { title: 'T', annotations: { title: 'T' } },
      ]);
      expect(await listed({ ...TEXT_TOOL, title: 'T', annotations: { title: 'A' } })).toMatchObject(
        [{ title: 'A', annotations: { title: 'A' } }],
      );
    },
  );
});

describe('annotations', () => {
  const yaml = `schemaVersion: '1.0'
tools:
  - name: delete_resource
    annotations:
      title: Delete Resource
      readOnlyHint: false
      destructiveHint: true
      idempotentHint: false
      openWorldHint: true
    description: Delete a resource from the remote server
    execution:
      type: http
      method: DELETE
      url: "https://api.example.com/resources/{{props.id}}"
`;
  const hints = [
    'title',
    'read-only-hint',
    'destructive-hint',
    'idempotent-hint',
    'open-world-hint',
  ];
  proves(
    ['mci:tool:example-all-annotations-yaml', ...hints.map((id) => `mci:annotations:${id}`)],
    'the example reaches clients whole',
    async () => {
      const source = await sourceOf(await schemaFolder(yaml));
      expect((await source.tools.list(localContext())).items).toMatchObject([
        {
          title: 'Delete Resource',
          annotations: {
            title: 'Delete Resource',
            readOnlyHint: false,
            destructiveHint: true,
            idempotentHint: false,
            openWorldHint: true,
          },
        },
      ]);
    },
  );
  proves('mci:annotations:advisory-only', 'enforce nothing', async () => {
    const tool = { annotations: { readOnlyHint: true, destructiveHint: false } };
    const client = await clientOfTool({ type: 'cli', command: 'touch', args: ['made'] }, { tool });
    expect((await client.execute('t')).isError).toBe(false);
  });
});

const tagged = (name: string, tags?: string[]) => ({ ...TEXT_TOOL, name, ...(tags && { tags }) });

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

describe('disabled tools and tags', () => {
  const disabled = {
    name: 'legacy_api',
    disabled: true,
    annotations: { title: 'Legacy API Tool (Deprecated)' },
    description: 'This tool is disabled and will not be available',
    tags: ['x'],
    execution: { type: 'http', url: 'https://api.example.com/legacy' },
  };
  proves(
    [
      'mci:tool:disabled-default',
      'mci:tool:example-disabled',
      'mci:disabled:not-listed-filtered-or-found',
      'mci:disabled:cannot-be-executed',
    ],
    'a disabled tool is as if it were not there',
    async () => {
      const schema = { tools: [disabled, { ...TEXT_TOOL, disabled: false }] };
      const client = await clientOf(schema);
      expect(client.listTools()).toEqual(['t']);
      expect(client.tools()).toHaveLength(1);
      expect(client.only(['legacy_api'])).toEqual([]);
      expect(client.tags(['x'])).toEqual([]);
      expect(client.without([])).toHaveLength(1);
      expect(() => client.getToolSchema('legacy_api')).toThrow('not found');
      await expect(client.execute('legacy_api')).rejects.toMatchObject({ code: 'not_found' });
      const source = await sourceOf(await schemaFolder(schema));
      await expect(source.tools.call('legacy_api', {}, localContext())).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );

  proves(
    [
      'mci:tool:tags-default',
      'mci:tags:zero-or-more',
      'mci:tags:case-sensitive-exact',
      'mci:tags:filter-methods',
    ],
    'tags select tools, letter by letter',
    async () => {
      const client = await clientOf({
        tools: [tagged('none'), tagged('a', ['api']), tagged('b', ['API', 'x']), tagged('c', [])],
      });
      expect(client.tools().map(({ tags }) => tags)).toEqual([[], ['api'], ['API', 'x'], []]);
      expect(names(client.tags(['api']))).toEqual(['a']);
      expect(names(client.tags(['api', 'x']))).toEqual(['a', 'b']);
      expect(names(client.tags([]))).toEqual([]);
      expect(names(client.withoutTags(['api']))).toEqual(['none', 'b', 'c']);
      expect(names(client.withoutTags([]))).toEqual(['none', 'a', 'b', 'c']);
      expect(names(client.only(['c', 'a']))).toEqual(['a', 'c']);
      expect(names(client.without(['c', 'a']))).toEqual(['none', 'b']);
      expect(client.toolsets(['x'])).toEqual([]);
    },
  );
});

const PROPERTIES = {
  pattern: { type: 'string', description: 'Search pattern' },
  directory: { type: 'string', description: 'Directory to search in' },
  include_images: { type: 'boolean', default: false },
  case_sensitive: { type: 'boolean', default: true },
  max_results: { type: 'number', default: 100 },
  file_extensions: { type: 'array', items: { type: 'string' } },
};

async function searched(props: JsonObject): Promise<unknown> {
  const server = await httpFixture(answer('{}'));
  const client = await clientOfTool(
    {
      type: 'http',
      method: 'POST',
      url: `${server.url}/search`,
      body: {
        type: 'json',
        content: {
          pattern: '{{props.pattern}}',
          directory: '{{props.directory}}',
          include_images: '{!!props.include_images!!}',
          case_sensitive: '{!!props.case_sensitive!!}',
          max_results: '{!!props.max_results!!}',
          file_extensions: '{!!props.file_extensions!!}',
        },
      },
    },
    {
      tool: {
        inputSchema: { type: 'object', properties: PROPERTIES, required: ['pattern', 'directory'] },
      },
    },
  );
  await client.execute('t', props);
  return JSON.parse(server.asked[0]?.body ?? '');
}

const withSchema = (inputSchema: object, text: string) =>
  clientOfTool({ type: 'text', text }, { tool: { inputSchema } });

describe('input and defaults', () => {
  proves(
    [
      'mci:input:default-used',
      'mci:input:optional-without-default-skipped',
      'mci:input:example-minimal-defaults-used',
      'mci:input:example-minimal-field-skipped',
      'mci-decision:native:absent-optional-leaves-field-out',
    ],
    'the example with the required properties alone',
    async () => {
      expect(await searched({ pattern: 'TODO', directory: '/home/user/projects' })).toEqual({
        pattern: 'TODO',
        directory: '/home/user/projects',
        include_images: false,
        case_sensitive: true,
        max_results: 100,
      });
    },
  );
  proves(
    [
      'mci:input:given-beats-default',
      'mci:input:example-overridden-defaults',
      'mci:input:example-optional-array-provided',
    ],
    'the example with overridden defaults',
    async () => {
      const props = {
        pattern: 'FIXME',
        directory: '/tmp',
        include_images: true,
        max_results: 50,
        file_extensions: ['.py', '.js'],
      };
      expect(await searched(props)).toEqual({ ...props, case_sensitive: true });
    },
  );

  proves(
    ['mci:input:required-must-be-provided', 'mci-decision:input:missing-required-message'],
    'missing properties are named in the words of the original, through both doors',
    async () => {
      const schema = {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' } },
        required: ['a', 'b'],
      };
      const client = await withSchema(schema, '{{props.a}}');
      const message = "Tool 't' requires properties: a, b. Missing: b";
      await expect(client.execute('t', { a: '1' })).rejects.toThrow(message);
      const tools = [{ ...TEXT_TOOL, inputSchema: schema }];
      const source = await sourceOf(await schemaFolder({ tools }));
      await expect(source.tools.call('t', { a: '1' }, localContext())).rejects.toMatchObject({
        code: 'invalid_arguments',
        message,
      });
    },
  );

  proves('mci:input:default-any-json-type', 'a default can be anything', async () => {
    const values: readonly JsonValue[] = [true, 1.5, 'text', [1, 'a'], { a: { b: null } }, null];
    for (const value of values) {
      const client = await withSchema(
        { type: 'object', properties: { v: { default: value } } },
        '{{props.v}}',
      );
      expect(await textOf(client)).toBe(typeof value === 'string' ? value : JSON.stringify(value));
    }
  });

  proves(
    'mci-decision:input:nested-defaults',
    'defaults apply inside objects and arrays, and by reference',
    async () => {
      const point = { type: 'object', properties: { x: { default: 1 }, y: { default: 2 } } };
      const client = await withSchema(
        {
          type: 'object',
          properties: {
            one: { ...point, default: {} },
            given: point,
            many: { type: 'array', items: { $ref: '#/$defs/point' } },
            absent: point,
          },
          $defs: { point },
        },
        '{{props}}',
      );
      const given = { given: { x: 9 }, many: [{}, { y: 3 }] };
      expect(JSON.parse(String(await textOf(client, given)))).toEqual({
        one: { x: 1, y: 2 },
        given: { x: 9, y: 2 },
        many: [
          { x: 1, y: 2 },
          { x: 1, y: 3 },
        ],
      });
      expect(given).toEqual({ given: { x: 9 }, many: [{}, { y: 3 }] });
    },
  );

  test('a schema that asks for defaults without end is filled in to some depth', async () => {
    const schema = {
      type: 'object',
      properties: { l: { $ref: '#', default: {} }, r: { $ref: '#', default: {} } },
    };
    const client = await clientOfTool(
      { type: 'text', text: 'done' },
      { tool: { inputSchema: schema }, compile: () => () => undefined },
    );
    expect(await textOf(client)).toBe('done');
  });

  proves(
    'mci-decision:input:whole-json-schema',
    'everything JSON Schema can say is checked',
    async () => {
      const client = await withSchema(
        {
          type: 'object',
          properties: {
            n: { type: 'integer', minimum: 1 },
            s: { type: 'string', pattern: '^a+$' },
            o: {
              type: 'object',
              required: ['k'],
              additionalProperties: false,
              properties: { k: {} },
            },
          },
          additionalProperties: false,
        },
        'fine',
      );
      const wrong: readonly JsonObject[] = [
        { n: 0 },
        { n: 'x' },
        { s: 'b' },
        { o: {} },
        { o: { k: 1, z: 1 } },
        { q: 1 },
      ];
      for (const props of wrong) {
        await expect(client.execute('t', props)).rejects.toMatchObject({
          code: 'invalid_arguments',
        });
      }
      expect(await textOf(client, { n: 1, s: 'aa', o: { k: null } })).toBe('fine');
    },
  );

  proves(
    'mci:input:absent-optional-no-placeholder-error',
    'also below a declared object and in loops',
    async () => {
      const user = { type: 'object', properties: { nick: { type: 'string' } } };
      const client = await withSchema(
        { type: 'object', properties: { o: user, users: { type: 'array', items: user } } },
        '[{{props.o.nick}}|{{props.o}}]@foreach(u in props.users)<{{u.nick}}>@endforeach',
      );
      expect(await textOf(client, { users: [{}, { nick: 'n' }] })).toBe('[|]<><n>');
      const strict = await withSchema(
        { type: 'object', properties: { o: user } },
        '{{props.o.other}}',
      );
      expect((await strict.execute('t', { o: {} })).error).toContain(
        "Path 'props.o.other' not found",
      );
    },
  );
});
