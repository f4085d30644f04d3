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

/** Made a thousand times for a large schema: nothing is copied that need not be. */
export function toMciTool(definition: ToolDefinition, origin: ToolOrigin): MciTool {
  const { toolset, paths, envNames } = origin;
  const { name, tags = NO_TAGS } = definition;
  const tool: Writable<MciTool> = { name, tags, definition, tool: toTool(definition), paths };
  if (toolset !== undefined) tool.toolset = toolset;
  if (envNames) tool.envNames = envNames;
  return tool;
}

type Writable<Value> = { -readonly [Member in keyof Value]: Value[Member] };

const NO_TAGS: readonly string[] = [];

function toTool(definition: ToolDefinition): Tool {
  const { name, description, outputSchema } = definition;
  const annotations = toAnnotations(definition);
  const title = annotations?.['title'];
  const tool = { name } as Writable<Tool>;
  if (typeof title === 'string') tool.title = title;
  if (description !== undefined) tool.description = description;
  tool.inputSchema = toInputSchema(definition.inputSchema);
  if (outputSchema) tool.outputSchema = outputSchema;
  if (annotations) tool.annotations = annotations;
  return tool;
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
