// The types of every tool of a catalog, each under a name of its own.
import type { Catalog, CatalogTool } from '../catalog.ts';
import { openNameScope, toPascal } from '../names.ts';
import { toLines } from './doc-comment.ts';
import { isUnknown, UNKNOWN, type TypeNode } from './type-node.ts';
import { declareSchema, type Declaration } from './type-of-schema.ts';

export interface ToolTypes {
  readonly tool: CatalogTool;
  readonly input: string;
  /** Absent where the server does not say what the tool gives back. */
  readonly output?: string;
  /** It can be called without arguments. */
  readonly hasNoNeeds: boolean;
  readonly declarations: readonly Declaration[];
}

/** Names generated types must not hide. */
const GLOBALS = (
  'Array AsyncDisposable Boolean CallOptions CallResult Function JSON JsonObject Map Number ' +
  'Object Omit Promise Record Runtime RuntimeOptions Set String Symbol TypedResult'
).split(' ');

/** Arguments are an object, whatever the schema leaves unsaid. */
const ANY_OBJECT: TypeNode = { kind: 'object', members: [], index: UNKNOWN };

export function toolTypesOf({ tools }: Catalog, reserved: readonly string[]): readonly ToolTypes[] {
  const scope = openNameScope({ reserved: [...GLOBALS, ...reserved] });
  return tools.map((tool): ToolTypes => {
    const base = toPascal(tool.name);
    const input = scope.take(`${base}Input`);
    const [first, ...rest] = declareSchema(tool.inputSchema, input, scope);
    const doc = toLines(tool.description ?? tool.title ?? '');
    const type = first && !isUnknown(first.type) ? first.type : ANY_OBJECT;
    const inputs = [{ name: input, type, doc }, ...rest];
    const hasNoNeeds = type.kind === 'object' && type.members.every(({ isOptional }) => isOptional);
    if (!tool.outputSchema) return { tool, input, hasNoNeeds, declarations: inputs };
    const output = scope.take(`${base}Output`);
    const outputs = declareSchema(tool.outputSchema, output, scope);
    return { tool, input, output, hasNoNeeds, declarations: [...inputs, ...outputs] };
  });
}
