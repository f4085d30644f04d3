// Renders a catalog as Rust: the types of its tools and a typed client, on serde alone.
import type { JsonObject } from '../../core/json.ts';
import { renderHeader } from '../artifact.ts';
import type { Catalog, CatalogTool, RenderOptions } from '../catalog.ts';
import { openNameScope, type NameScope } from '../names.ts';
import { IMPORTS, renderRustClient, type ToolMethod } from './client-text.ts';
import { renderItem } from './render-item.ts';
import { toRustPascal } from './rust-names.ts';
import { findRings, type RustItem } from './rust-type.ts';
import { itemsOfSchema } from './type-of-schema.ts';

/** Names the file uses itself. */
const OWN_TYPES = (
  'BTreeMap Box CallResult Deserialize DeserializeOwned Future Option Result Self Serialize ' +
  'String ToolCaller ToolFailure Value Vec'
).split(' ');

export function emitRust(catalog: Catalog, { name, provenance }: RenderOptions): string {
  const clientType = `${toRustPascal(name)}Client`;
  const scope = openNameScope({ reserved: [...OWN_TYPES, clientType] });
  const bases = openNameScope();
  const tools = catalog.tools.map((tool) =>
    typesOfTool(tool, bases.take(toRustPascal(tool.name)), scope),
  );
  const client = renderRustClient(
    tools.map(({ method }) => method),
    { server: catalog.server, clientType },
  );
  const header = renderHeader(provenance, '//');
  const types = tools.flatMap(({ items }) => renderItems(items));
  return [`${header}\n${IMPORTS}`, client, ...types].join('\n');
}

function renderItems(items: readonly RustItem[]): readonly string[] {
  const ringsOf = findRings(items);
  return items.map((item) => renderItem(item, ringsOf(item)));
}

interface ToolTypes {
  readonly method: ToolMethod;
  readonly items: readonly RustItem[];
}

function typesOfTool(tool: CatalogTool, base: string, scope: NameScope): ToolTypes {
  const { name, title, description = title ?? '', inputSchema, outputSchema } = tool;
  const argsType = scope.take(`${base}Args`);
  const inputs = itemsOfSchema({
    schema: { ...inputSchema, type: 'object' },
    name: argsType,
    scope,
    doc: [`What ${oneLine(name)} takes.`],
  });
  if (!outputSchema) return { method: { tool: name, description, argsType }, items: inputs };
  const outputType = scope.take(`${base}Output`);
  const outputs = itemsOfSchema({
    schema: openObject(outputSchema),
    name: outputType,
    scope,
    doc: [`What ${oneLine(name)} gives.`],
  });
  const method = { tool: name, description, argsType, outputType };
  return { method, items: [...inputs, ...outputs] };
}

/** An output that names no property may hold any. */
function openObject(schema: JsonObject): JsonObject {
  const isSilent =
    schema['properties'] === undefined && schema['additionalProperties'] === undefined;
  return schema['type'] === 'object' && isSilent
    ? { ...schema, additionalProperties: true }
    : schema;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
