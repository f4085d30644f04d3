// The library's own way to use a schema: list, filter and execute its tools without any server.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import type { Problem } from '../../core/tool-source.ts';
import { toFailure, type ExecutionResult } from './execution-result.ts';
import type { MciTool } from './mci-tool.ts';
import { openProject, type MciOptions, type Project } from './project.ts';
import type { Execution } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import { toPredicate, type FilterKind } from './tool-filter.ts';

/** A tool as its author wrote it; templates are not rendered. */
export interface MciToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: JsonObject;
  readonly inputSchema?: JsonObject;
  readonly tags: readonly string[];
  /** The toolset or MCP server it came from. */
  readonly toolset?: string;
  readonly execution: Execution;
}

/** What an execution gives back, as the specification says. */
export type MciResult = Pick<ExecutionResult, 'isError' | 'content' | 'error' | 'metadata'>;

export interface ExecuteOptions {
  readonly signal?: AbortSignal;
}

export class MciClient implements AsyncDisposable {
  readonly #project: Project;
  readonly #snapshot: Snapshot;

  private constructor(project: Project, snapshot: Snapshot) {
    this.#project = project;
    this.#snapshot = snapshot;
  }

  /** Loads a schema; what it offers stays as it is until the client is disposed. */
  static async open(path: string, options: Omit<MciOptions, 'watch'> = {}): Promise<MciClient> {
    const project = await openProject(path, { ...options, watch: false });
    return new MciClient(project, await project.current());
  }

  /** All tools that are not disabled. */
  tools(): readonly MciToolInfo[] {
    return [...this.#snapshot.tools.values()].map(toInfo);
  }

  /** The names of all tools. */
  listTools(): readonly string[] {
    return [...this.#snapshot.tools.keys()];
  }

  /** The tools of these names. */
  only(names: readonly string[]): readonly MciToolInfo[] {
    return this.#filtered('only', names);
  }

  /** All tools but those of these names. */
  without(names: readonly string[]): readonly MciToolInfo[] {
    return this.#filtered('except', names);
  }

  /** The tools with at least one of these tags. */
  tags(tags: readonly string[]): readonly MciToolInfo[] {
    return this.#filtered('tags', tags);
  }

  /** The tools with none of these tags. */
  withoutTags(tags: readonly string[]): readonly MciToolInfo[] {
    return this.#filtered('withoutTags', tags);
  }

  /** The tools of these toolsets or MCP servers; tools of the main schema belong to none. */
  toolsets(names: readonly string[]): readonly MciToolInfo[] {
    return this.#filtered('toolsets', names);
  }

  /** The input schema of a tool, empty where it has none. */
  getToolSchema(name: string): JsonObject {
    return this.#find(name).definition.inputSchema ?? {};
  }

  /** What could not be loaded: servers that did not answer, names that are taken. */
  problems(): readonly Problem[] {
    return this.#snapshot.listing.problems;
  }

  /** Runs a tool. An unknown tool and wrong arguments are thrown, every other failure is a result. */
  async execute(
    name: string,
    properties: JsonObject = {},
    options: ExecuteOptions = {},
  ): Promise<MciResult> {
    const tool = this.#find(name);
    const { caller } = this.#project;
    await caller.check(tool, properties);
    const ctx = localContext(options);
    try {
      return toMciResult(await caller.run(tool, properties, ctx));
    } catch (thrown) {
      return toMciResult(toFailure(thrown));
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#project.close();
  }

  #find(name: string): MciTool {
    const tool = this.#snapshot.tools.get(name);
    if (tool) return tool;
    throw new PlugboardError('not_found', { kind: 'tool', name, available: [...this.listTools()] });
  }

  #filtered(kind: FilterKind, values: readonly string[]): readonly MciToolInfo[] {
    const isWanted = toPredicate({ kind, values });
    return [...this.#snapshot.tools.values()].filter(isWanted).map(toInfo);
  }
}

function toInfo({ name, tags, toolset, tool, definition }: MciTool): MciToolInfo {
  const { description, annotations } = tool;
  return {
    name,
    tags,
    ...(description !== undefined && { description }),
    ...(annotations && { annotations }),
    ...(definition.inputSchema && { inputSchema: definition.inputSchema }),
    ...(toolset !== undefined && { toolset }),
    execution: definition.execution,
  };
}

/** An error always has words, also when an MCP server put them into its content. */
function toMciResult({ isError, content, error, metadata }: ExecutionResult): MciResult {
  const texts = content?.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const words = error ?? texts?.join('\n');
  return {
    isError,
    ...(content && { content }),
    ...(isError && words !== undefined && { error: words }),
    ...(metadata && { metadata }),
  };
}
