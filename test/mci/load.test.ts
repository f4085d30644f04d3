// Loading a schema file: formats, required fields, metadata, and what is said about mistakes.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateMciFile } from '../../src/app/mci/validate-mci-file.ts';
import { localContext } from '../../src/core/local-context.ts';
import { MciClient } from '../../src/sources/mci/mci-client.ts';
import { proves } from './support/proves.ts';
import {
  clientOf,
  refusalOf,
  schemaFolder,
  sourceOf,
  TEXT_TOOL,
  textOf,
  toText,
} from './support/project.ts';

const YAML = `schemaVersion: '1.0'
metadata:
  name: My API Tools
  description: Tools for interacting with my API
  version: 1.0.0
  license: MIT
  authors:
    - John Doe
enableAnyPaths: false
directoryAllowList:
  - /home/user/data
  - ./configs
tools: []
`;
const SAME_AS_JSON = {
  metadata: {
    name: 'My API Tools',
    description: 'Tools for interacting with my API',
    version: '1.0.0',
    license: 'MIT',
    authors: ['John Doe'],
  },
  enableAnyPaths: false,
  directoryAllowList: ['/home/user/data', './configs'],
  tools: [],
};

describe('formats', () => {
  proves(
    [
      'mci:overview:json-and-yaml-identical',
      'mci:overview:json-extension',
      'mci:overview:yaml-extensions',
    ],
    'JSON and YAML give the same tools, by whatever extension',
    async () => {
      const yaml = `schemaVersion: "1.0"
tools:
  - name: greet
    description: Greets
    tags: [a, b]
    inputSchema: { type: object, properties: { name: { type: string, default: you } } }
    execution: { type: text, text: "Hello {{props.name}}!" }
`;
      const json = {
        tools: [
          {
            name: 'greet',
            description: 'Greets',
            tags: ['a', 'b'],
            inputSchema: {
              type: 'object',
              properties: { name: { type: 'string', default: 'you' } },
            },
            execution: { type: 'text', text: 'Hello {{props.name}}!' },
          },
        ],
      };
      const path = await schemaFolder(json);
      const others = ['x.yaml', 'x.yml', 'X.YAML'].map((name) => join(dirname(path), name));
      await Promise.all(others.map((file) => writeFile(file, yaml)));
      await using first = await MciClient.open(path, { env: {} });
      expect(first.listTools()).toEqual(['greet']);
      for (const file of others) {
        await using client = await MciClient.open(file, { env: {} });
        expect(client.tools()).toEqual(first.tools());
        expect(await textOf(client, {}, 'greet')).toBe('Hello you!');
      }
    },
  );

  test('other files are refused, and a file that is not there is not found', async () => {
    const path = await schemaFolder({ tools: [] }, { 'x.toml': 'a = 1' });
    await expect(MciClient.open(join(dirname(path), 'x.toml'))).rejects.toThrow(
      '.json, .yaml or .yml',
    );
    await expect(MciClient.open(join(dirname(path), 'no.json'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  proves('mci:schema:example-yaml', 'the YAML example loads', async () => {
    expect((await clientOf(YAML)).listTools()).toEqual([]);
  });
  proves('mci:schema:example-json', 'the JSON example loads', async () => {
    expect((await clientOf(SAME_AS_JSON)).listTools()).toEqual([]);
  });
});

describe('the top level', () => {
  proves(
    ['mci:schema:schema-version-required', 'mci:overview:schema-version-1-0'],
    'the version must be there, a string, and one we know',
    async () => {
      const missing = await refusalOf('{"tools": []}');
      expect(missing).toMatchObject({ code: 'config_error' });
      expect(missing.message).toMatch(
        /main\.mci\.json: 'schemaVersion' is required at line 1 column 1/,
      );
      const other = await refusalOf('{\n  "schemaVersion": "2.0",\n  "tools": []\n}');
      expect(other.message).toContain(
        '"2.0" is not supported; this program reads "1.0" at line 2 column 20',
      );
      const number = await refusalOf('schemaVersion: 1.0\ntools: []\n');
      expect(number.message).toContain('schemaVersion must be a string');
      expect((await clientOf({ tools: [] })).listTools()).toEqual([]);
    },
  );

  proves(
    [
      'mci:schema:none-of-three-is-error',
      'mci:schema:any-combination',
      'mci:schema:metadata-optional',
    ],
    'one of tools, toolsets and mcp_servers must be there',
    async () => {
      expect((await refusalOf({ metadata: {} })).message).toContain(
        "'tools', 'toolsets' or 'mcp_servers' must be provided",
      );
      for (const schema of [{ tools: [] }, { toolsets: [] }, { mcp_servers: {} }]) {
        expect((await clientOf(schema)).listTools()).toEqual([]);
      }
      expect((await clientOf({ tools: [], toolsets: [], mcp_servers: {} })).listTools()).toEqual(
        [],
      );
    },
  );
  proves('mci-decision:load:mcp-servers-alone', 'servers alone are a schema', async () => {
    expect((await clientOf({ mcp_servers: {} })).problems()).toEqual([]);
  });

  proves(
    ['mci:schema:tools-array', 'mci:schema:toolsets-array', 'mci:schema:mcp-servers-object'],
    'kinds',
    async () => {
      for (const [field, value] of Object.entries({
        tools: {},
        toolsets: 'abc',
        mcp_servers: [],
      })) {
        const { message } = await refusalOf({ [field]: value });
        expect(message).toMatch(
          new RegExp(`${field} must be an (array|object) at line \\d+ column \\d+`, 'u'),
        );
      }
    },
  );

  proves(
    'mci-decision:load:every-allowed-file-loads',
    'JSON may have a byte order mark',
    async () => {
      expect((await clientOf(`\uFEFF${toText({ tools: [] })}`)).listTools()).toEqual([]);
    },
  );
});

describe('metadata', () => {
  const metadata = {
    name: 'Weather API Tools',
    description: 'Tools for fetching weather information',
    version: '1.2.0',
    license: 'MIT',
    authors: ['Weather Team', 'API Team'],
  };
  const ids = ['name', 'description', 'version', 'license', 'authors', 'example-json'];
  proves(
    ids.map((id) => `mci:metadata:${id}`),
    'is optional, checked, and shown to clients',
    async () => {
      const source = await sourceOf(await schemaFolder({ metadata, tools: [] }));
      expect(source.info).toEqual({
        name: 'main',
        title: 'Weather API Tools',
        version: '1.2.0',
        instructions: 'Tools for fetching weather information',
      });
      expect((await clientOf({ metadata: {}, tools: [] })).listTools()).toEqual([]);
      for (const [field, value] of Object.entries(metadata)) {
        const wrong = Array.isArray(value) ? [1] : 1;
        const { message } = await refusalOf({ metadata: { [field]: wrong }, tools: [] });
        expect(message).toContain(`metadata.${field}`);
      }
    },
  );
  proves('mci:metadata:example-yaml', 'the YAML example', async () => {
    const yaml = `schemaVersion: '1.0'
tools: []
metadata:
  name: Weather API Tools
  description: Tools for fetching weather information
  version: 1.2.0
  license: MIT
  authors:
    - Weather Team
    - API Team
`;
    const source = await sourceOf(await schemaFolder(yaml));
    expect(source.info).toMatchObject({ title: 'Weather API Tools', version: '1.2.0' });
  });
});

describe('mistakes', () => {
  test('have file, line and column, in JSON and in YAML, also when the file is no JSON at all', async () => {
    const json = await refusalOf(
      '{\n  "schemaVersion": "1.0",\n  "tools": [\n    {"name": 7}\n  ]\n}',
    );
    expect(json.message).toContain(
      'tools[0].name must be a string that is not empty at line 4 column 14',
    );
    expect(json.message).toContain("tools[0] 'execution' is required at line 4 column 5");
    expect(json.data).toMatchObject({ line: 4, column: 14, field: 'tools[0].name' });
    const yaml = await refusalOf(
      "schemaVersion: '1.0'\ntools:\n  - name: x\n    execution:\n      type: magic\n",
    );
    expect(yaml.message).toContain(
      'tools[0].execution.type must be one of: http, cli, file, text, mcp at line 5 column 13',
    );
    expect((await refusalOf('{\n "schemaVersion": "1.0",\n oops\n}')).message).toMatch(
      /Invalid JSON: .* at line 3/u,
    );
    expect((await refusalOf('a: [1\nb: 2')).message).toMatch(/Invalid YAML: .* at line \d/u);
    expect((await refusalOf('[1]')).message).toContain('the file must hold an object');
  });

  test('are shown three at a time', async () => {
    const { message } = await refusalOf({ tools: [{}, {}, {}] });
    expect(message).toContain('; and 3 more');
  });

  proves('mci-decision:load:unknown-fields-warn', 'unknown fields are warnings', async () => {
    const path = await schemaFolder({ tools: [{ ...TEXT_TOOL, colour: 'red' }], extra: 1 });
    await using client = await MciClient.open(path, { env: {} });
    expect(client.listTools()).toEqual(['t']);
    expect(await validateMciFile(path, {})).toMatchObject([
      { severity: 'warning', field: 'tools[0].colour', line: 10, column: 17 },
      { severity: 'warning', field: 'extra' },
    ]);
  });

  test('two tools of one name: the first counts, the second is a problem with its place', async () => {
    const second = { ...TEXT_TOOL, execution: { type: 'text', text: 'second' } };
    const path = await schemaFolder({ tools: [TEXT_TOOL, second] });
    const source = await sourceOf(path);
    const { items, problems } = await source.tools.list(localContext());
    expect(items.map(({ name }) => name)).toEqual(['t']);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.error.message).toMatch(
      /tools\[1\]\.name 't' is defined twice.* at line 12/u,
    );
    const result = await source.tools.call('t', {}, localContext());
    expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
  });
});
