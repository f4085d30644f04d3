// A tool of a schema: what its author wrote, what clients see, and what it may touch.
import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import type { PathRules } from './path-rules.ts';
import type { ToolDefinition } from './schema.ts';
import type { Filterable } from './tool-filter.ts';

export interface MciTool extends Filterable {
  /** As written, checked, never rendered. */
  readonly definition: ToolDefinition;
  /** As clients see it. */
  readonly tool: Tool;
  readonly paths: PathRules;
  /** The only variables it may read; absent means all. */
  readonly envNames?: readonly string[];
}

/** Where a tool comes from, and what follows from it. */
export interface ToolOrigin {
  readonly toolset?: string;
  readonly paths: PathRules;
  readonly envNames?: readonly string[];
}

export function toMciTool(definition: ToolDefinition, origin: ToolOrigin): MciTool {
  const { toolset, paths, envNames } = origin;
  return {
    name: definition.name,
    tags: definition.tags ?? [],
    ...(toolset !== undefined && { toolset }),
    definition,
    tool: toTool(definition),
    paths,
    ...(envNames && { envNames }),
  };
}

function toTool(definition: ToolDefinition): Tool {
  const { name, description, outputSchema } = definition;
  const annotations = toAnnotations(definition);
  const title = annotations?.['title'];
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(description !== undefined && { description }),
    inputSchema: toInputSchema(definition.inputSchema),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}

/** A title beside the annotations counts as one of them. */
function toAnnotations({ title, annotations }: ToolDefinition): JsonObject | undefined {
  return title === undefined ? annotations : { title, ...annotations };
}

const NO_INPUT: JsonObject = { type: 'object', properties: {} };

/** Clients want an object with properties, also where the author saw no need to say so. */
function toInputSchema(schema: JsonObject = NO_INPUT): JsonObject {
  if (schema['type'] !== undefined && schema['properties'] !== undefined) return schema;
  return { ...NO_INPUT, ...schema };
}
