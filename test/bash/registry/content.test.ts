// Which files become resources, templates, prompts and pages, and what is known about them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { keepFiles, namesOf, said, SCRIPT } from './stage.ts';

verifies('bash:resources:fields', 'a file with and without metadata', async () => {
  const { registry, project } = await keepFiles({
    'resources/readme/guide.md': '# Guide',
    'resources/readme/guide.meta.json': {
      name: 'file-guide',
      description: 'Guide',
      mimeType: 'text/x-guide',
      annotations: { audience: ['user'] },
    },
    'resources/plain data.json': '{}',
  });
  const uri = (name: string) => pathToFileURL(join(project.folders.resources, name)).href;
  expect((await registry.current()).resources.items).toEqual([
    {
      name: 'file-guide',
      description: 'Guide',
      path: 'readme/guide.md',
      uri: uri('readme/guide.md'),
      mimeType: 'text/x-guide',
      provider: 'file',
      annotations: { audience: ['user'] },
    },
    {
      name: 'plain data',
      description: '',
      path: 'plain data.json',
      uri: uri('plain data.json'),
      mimeType: 'application/json',
      provider: 'file',
    },
  ]);
});

verifies(
  ['bash:resources:inferred-provider', 'bash:resources:own-provider', 'bash:resources:alone'],
  'the scheme tells the provider',
  async () => {
    const { registry } = await keepFiles({
      'resources/web.meta.json': { name: 'web', uri: 'https://example.com/a' },
      'resources/code.meta.json': { name: 'code', uri: 'git://example.com/r#main:a' },
      'resources/code2.meta.json': { name: 'code2', uri: 'git+https://example.com/r#main:a' },
      'resources/text.meta.json': { name: 'text', uri: 'echo://hello' },
      'resources/own.meta.json': { name: 'own', uri: 'weather://berlin' },
      'resources/odd.meta.json': { name: 'odd', uri: 'other://x' },
      'resources/said.meta.json': { name: 'said', uri: 'x://y', provider: 'weather' },
      'providers/weather.sh': SCRIPT,
    });
    const { items } = (await registry.current()).resources;
    expect(Object.fromEntries(items.map(({ name, provider }) => [name, provider]))).toEqual({
      code: 'git',
      code2: 'git',
      odd: 'file',
      own: 'weather',
      said: 'weather',
      text: 'echo',
      web: 'https',
    });
  },
);

verifies('bash:resources:broken-metadata', 'what is wrong is told and hides nothing', async () => {
  const { registry, logs } = await keepFiles({
    'resources/no-uri.meta.json': { name: 'no-uri' },
    'resources/bad.meta.json': 'not json',
    'resources/strange.meta.json': { name: 'strange', uri: 'x://y', provider: 'nobody' },
    'resources/fine.txt': 'fine',
  });
  const { resources } = await registry.current();
  expect(namesOf(resources)).toEqual(['fine']);
  expect(said(resources)).toContain('no-uri.meta.json: uri is missing');
  expect(said(resources)).toContain("provider 'nobody' is not supported");
  expect(logs.filter((line) => line.startsWith('warn resources: '))).toHaveLength(3);
});

verifies(
  'bash:resources:relative-uri',
  'file://./x starts at resources, then at the project',
  async () => {
    const { registry, project } = await keepFiles({
      'resources/a.meta.json': { name: 'a', uri: 'file://./data/a.txt' },
      'resources/data/a.txt': 'A',
      'resources/b.meta.json': { name: 'b', uri: 'file://./docs/b.txt' },
      'docs/b.txt': 'B',
    });
    const { items } = (await registry.current()).resources;
    expect(items.map(({ name, uri }) => [name, uri])).toEqual([
      ['a', pathToFileURL(join(project.root, 'resources/data/a.txt')).href],
      ['b', pathToFileURL(join(project.root, 'docs/b.txt')).href],
    ]);
  },
);

verifies(
  'bash:resources:no-readme',
  'README files and completion scripts are nothing',
  async () => {
    const { registry } = await keepFiles({
      'resources/README.md': 'about',
      'resources/a.txt': 'A',
      'resources/a.completion.sh': SCRIPT,
      'prompts/README.md': 'about',
      'prompts/ask.txt': 'Ask',
      'prompts/ask.completion.sh': SCRIPT,
    });
    const { resources, prompts } = await registry.current();
    expect([namesOf(resources), namesOf(prompts)]).toEqual([['a'], ['ask']]);
  },
);

verifies('bash:templates:discovery', 'a uriTemplate with a variable is a template', async () => {
  const { registry } = await keepFiles({
    'resources/logs.meta.json': {
      name: 'logs',
      uriTemplate: 'file:///var/log/{date}.log',
      description: 'Logs',
      mimeType: 'text/plain',
    },
    'resources/none.meta.json': { name: 'none', uriTemplate: 'file:///fixed' },
    'resources/taken.txt': 'x',
    'resources/other.meta.json': { name: 'taken', uriTemplate: 'file:///{x}' },
  });
  const { templates, resources } = await registry.current();
  expect(templates.items).toEqual([
    {
      name: 'logs',
      uriTemplate: 'file:///var/log/{date}.log',
      provider: 'file',
      description: 'Logs',
      mimeType: 'text/plain',
      path: 'logs.meta.json',
    },
  ]);
  expect(said(templates)).toContain("the name 'taken' is taken by a resource");
  expect(said(resources)).toContain('uriTemplate must hold at least one {variable}');
});

verifies('bash:prompts:fields', 'prompts by file, by metadata and by path', async () => {
  const meta = {
    name: 'summarise-notes',
    description: 'Summarise',
    arguments: { type: 'object', required: ['notes'], properties: { notes: { type: 'string' } } },
    role: 'assistant',
    metadata: { own: true },
  };
  const { registry } = await keepFiles({
    'prompts/summarise/summarise.txt': '{{notes}}',
    'prompts/summarise/summarise.meta.json': meta,
    'prompts/elsewhere.meta.json': { name: 'elsewhere', path: 'texts/e.txt' },
    'prompts/texts/e.txt': 'E',
    'prompts/bare.md': 'Bare',
  });
  expect((await registry.current()).prompts.items).toEqual([
    { name: 'bare', description: '', path: 'bare.md', arguments: EMPTY },
    { name: 'elsewhere', description: '', path: 'texts/e.txt', arguments: EMPTY },
    { ...meta, path: 'summarise/summarise.txt' },
  ]);
});

const EMPTY = { type: 'object', properties: {} };

verifies('bash:prompts:broken-metadata', 'a prompt with wrong metadata is left out', async () => {
  const { registry } = await keepFiles({
    'prompts/a.txt': 'A',
    'prompts/a.meta.json': { name: 'a', arguments: ['x'] },
    'prompts/b.txt': 'B',
    'prompts/b.meta.json': { name: 'b', metadata: 'text' },
    'prompts/c.meta.json': { name: 'c', path: '../secret.txt' },
    'secret.txt': 'secret',
    'prompts/d.txt': 'D',
  });
  const { prompts } = await registry.current();
  expect(namesOf(prompts)).toEqual(['d']);
  expect(said(prompts)).toContain('arguments must be an object');
  expect(said(prompts)).toContain('metadata must be an object');
  expect(said(prompts)).toContain("path '../secret.txt' is outside the prompts folder");
});

verifies(
  ['bash:ui:static', 'bash:ui:tool-meta'],
  'pages come last, and a tool shows its own',
  async () => {
    const { registry } = await keepFiles({
      'server.d/server.meta.json': { name: 'demo' },
      'tools/chart/tool.sh': SCRIPT,
      'tools/chart/ui/index.html': '<p>chart</p>',
      'tools/plain/tool.sh': SCRIPT,
      'ui/board/index.html': '<p>board</p>',
      'ui/board/ui.meta.json': { description: 'Board', meta: { prefersBorder: false } },
      'ui/form/ui.meta.json': { template: 'form' },
      'resources/zzz.txt': 'Z',
    });
    const { resources, tools } = await registry.current();
    expect(resources.items).toMatchObject([
      { name: 'zzz' },
      {
        name: 'board',
        description: 'Board',
        uri: 'ui://demo/board',
        mimeType: 'text/html;profile=mcp-app',
        provider: 'ui',
        path: '../ui/board/index.html',
        _meta: { ui: { prefersBorder: false } },
      },
      { name: 'chart', uri: 'ui://demo/chart', _meta: { ui: { prefersBorder: true } } },
    ]);
    expect(tools.items.map(({ _meta }) => _meta)).toEqual([
      { ui: { resourceUri: 'ui://demo/chart', visibility: ['model', 'app'] } },
      undefined,
    ]);
    expect(said(resources)).toContain('pages from templates are not supported yet');
  },
);

test('a comment inside a text file describes it', async () => {
  const { registry } = await keepFiles({
    'resources/notes.txt': '# mcp: {"name":"my-notes","description":"Mine"}\nnotes',
  });
  expect((await registry.current()).resources.items).toMatchObject([
    { name: 'my-notes', description: 'Mine', path: 'notes.txt' },
  ]);
});
