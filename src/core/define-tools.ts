// Makes a source from plain functions: the way a library user brings tools of their own.
import type { CallContext } from './call-context.ts';
import { PlugboardError } from './errors.ts';
import type { JsonObject } from './json.ts';
import {
  textResult,
  type CompletionResult,
  type PromptResult,
  type ReadResult,
  type ToolResult,
} from './result.ts';
import type {
  ChangedSide,
  CompletionRequest,
  Listing,
  PromptArgument,
  ResourceSide,
  ResourceTemplate,
  Tool,
  ToolSource,
} from './tool-source.ts';

/** A tool without its name, plus what runs it; a returned string becomes one text block. */
export interface ToolDefinition {
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
  readonly call: (args: JsonObject, ctx: CallContext) => ToolAnswer | Promise<ToolAnswer>;
}
export type ToolAnswer = ToolResult | string;

export interface ResourceDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly _meta?: JsonObject;
  readonly read: (ctx: CallContext) => ReadResult | Promise<ReadResult>;
}

export interface TemplateDefinition extends ResourceTemplate {
  /** Answers for URIs of this template, `undefined` for others. */
  readonly read: (
    uri: string,
    ctx: CallContext,
  ) => Promise<ReadResult | undefined> | ReadResult | undefined;
}

export interface PromptDefinition {
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly _meta?: JsonObject;
  readonly get: (
    args: Readonly<Record<string, string>>,
    ctx: CallContext,
  ) => PromptResult | Promise<PromptResult>;
}

export interface Definitions {
  readonly name: string;
  readonly version?: string;
  readonly title?: string;
  readonly instructions?: string;
  readonly tools?: Readonly<Record<string, ToolDefinition>>;
  readonly resources?: Readonly<Record<string, ResourceDefinition>>;
  readonly resourceTemplates?: readonly TemplateDefinition[];
  readonly prompts?: Readonly<Record<string, PromptDefinition>>;
  readonly complete?: (
    request: CompletionRequest,
    ctx: CallContext,
  ) => CompletionResult | Promise<CompletionResult>;
}

/** A source of one's own, with the means to announce changes. */
export interface DefinedSource extends ToolSource {
  /** Tells clients that a list changed. */
  announce(what: ChangedSide): void;
  /** Tells subscribers that a resource changed. */
  announceUpdate(uri: string): void;
}

const ANY_OBJECT: JsonObject = { type: 'object' };

/**
 * A source made of plain functions; a returned string becomes one text block.
 *
 * @example
 * ```ts
 * import { defineTools, localContext } from 'plugboard';
 *
 * const source = defineTools({
 *   name: 'greeter',
 *   tools: {
 *     greet: {
 *       description: 'Greets someone.',
 *       inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *       call: ({ name }) => `Hello ${String(name)}`,
 *     },
 *   },
 * });
 * await source.tools.call('greet', { name: 'Ann' }, localContext());
 * ```
 */
export function defineTools(definitions: Definitions): DefinedSource {
  const changes = new Set<(what: ChangedSide) => void>();
  const updates = new Map<string, Set<() => void>>();
  const tools = new Map(Object.entries(definitions.tools ?? {}));
  const toolListing = listingOf(
    [...tools].map(([name, { call: _, ...tool }]): Tool => ({
      name,
      ...tool,
      inputSchema: tool.inputSchema ?? ANY_OBJECT,
    })),
  );
  const { complete } = definitions;
  const hasResources = definitions.resources ?? definitions.resourceTemplates;
  return {
    id: definitions.name,
    info: {
      name: definitions.name,
      version: definitions.version ?? '0.0.0',
      ...(definitions.title !== undefined && { title: definitions.title }),
      ...(definitions.instructions !== undefined && { instructions: definitions.instructions }),
    },
    tools: {
      list: () => toolListing,
      call: async (name, args, ctx) => {
        const tool = tools.get(name);
        if (!tool) throw new PlugboardError('not_found', { kind: 'tool', name });
        const answer = await tool.call(args, ctx);
        return typeof answer === 'string' ? textResult(answer) : answer;
      },
    },
    ...(hasResources && { resources: resourceSide(definitions, updates) }),
    ...(definitions.prompts && { prompts: promptSide(definitions.prompts) }),
    ...(complete && { completions: { complete: async (request, ctx) => complete(request, ctx) } }),
    onChange: (listener) => {
      changes.add(listener);
      return { [Symbol.dispose]: () => changes.delete(listener) };
    },
    announce: (what) => changes.forEach((listener) => listener(what)),
    announceUpdate: (uri) => updates.get(uri)?.forEach((listener) => listener()),
    [Symbol.asyncDispose]: async () => {
      changes.clear();
      updates.clear();
    },
  };
}

/** The promise itself is kept, so that a list costs nothing after the first. */
function listingOf<Item>(items: readonly Item[]): Promise<Listing<Item>> {
  return Promise.resolve({ items, problems: [] });
}

function resourceSide(
  definitions: Definitions,
  updates: Map<string, Set<() => void>>,
): ResourceSide {
  const resources = new Map(Object.entries(definitions.resources ?? {}));
  const templates = definitions.resourceTemplates ?? [];
  const listing = listingOf(
    [...resources].map(([uri, { read: _, ...resource }]) => ({ uri, ...resource })),
  );
  const templateListing = listingOf(
    templates.map(({ read: _, ...template }) => template as ResourceTemplate),
  );
  return {
    list: () => listing,
    templates: () => templateListing,
    read: async (uri, ctx) => {
      const resource = resources.get(uri);
      if (resource) return resource.read(ctx);
      for (const template of templates) {
        const result = await template.read(uri, ctx);
        if (result) return result;
      }
      throw new PlugboardError('not_found', { kind: 'resource', name: uri });
    },
    subscribe: async (uri, onUpdate) => {
      const listeners = updates.get(uri) ?? new Set();
      updates.set(uri, listeners.add(onUpdate));
      return {
        [Symbol.asyncDispose]: async () => {
          listeners.delete(onUpdate);
          if (listeners.size === 0) updates.delete(uri);
        },
      };
    },
  };
}

function promptSide(definitions: Readonly<Record<string, PromptDefinition>>) {
  const prompts = new Map(Object.entries(definitions));
  const listing = listingOf(
    [...prompts].map(([name, { get: _, ...prompt }]) => ({ name, ...prompt })),
  );
  return {
    list: () => listing,
    get: async (name: string, args: Readonly<Record<string, string>>, ctx: CallContext) => {
      const prompt = prompts.get(name);
      if (!prompt) throw new PlugboardError('not_found', { kind: 'prompt', name });
      for (const argument of prompt.arguments ?? []) {
        if (argument.required && args[argument.name] === undefined) {
          throw new PlugboardError(
            'invalid_arguments',
            { reason: `Missing required argument: ${argument.name}` },
            { wire: -32602 },
          );
        }
      }
      return prompt.get(args, ctx);
    },
  };
}
