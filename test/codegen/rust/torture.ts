// The torture catalog, and what generators are told besides.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  ArtifactKind,
  Catalog,
  CatalogTool,
  RenderOptions,
} from '../../../src/codegen/catalog.ts';
import type { JsonObject } from '../../../src/core/json.ts';

export function codegenFixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/codegen/${name}`, import.meta.url));
}

export function loadTorture(): Catalog {
  return JSON.parse(readFileSync(codegenFixture('torture-catalog.json'), 'utf8')) as Catalog;
}

export function optionsFor(catalog: Catalog, kind: ArtifactKind): RenderOptions {
  const { server, tools } = catalog;
  return {
    name: server,
    provenance: {
      format: 1,
      kind,
      version: '1.2.3',
      server,
      source: 'node server.mjs',
      origin: { kind: 'configured', server },
      options: {},
      tools: tools.map((tool) => tool.name),
    },
  };
}

export function catalogOf(tools: readonly CatalogTool[], server = 'demo'): Catalog {
  return { server, connection: { kind: 'stdio', command: 'demo', args: [], env: {} }, tools };
}

/** A catalog of one tool named `t` that takes these properties. */
export function catalogWith(properties: JsonObject, more: JsonObject = {}): Catalog {
  return catalogOf([{ name: 't', inputSchema: { type: 'object', properties, ...more } }]);
}
