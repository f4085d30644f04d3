// The tools of a project: listed from the registry, checked, let through a few at a time, and run.
import { join } from 'node:path';
import { amendedError } from '../../core/amended-error.ts';
import type { CallContext } from '../../core/call-context.ts';
import { closingWork } from '../../core/closing-work.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { memoByObject } from '../../core/memo.ts';
import type { ToolResult } from '../../core/result.ts';
import { toolChecks, type ToolChecks } from '../../core/tool-checks.ts';
import type { Listing, SourceInfo, Tool, ToolSide } from '../../core/tool-source.ts';
import { wordedShortage } from '../../platform/shortage.ts';
import { turnstile } from '../../core/wrappers/limited.ts';
import { RPC } from '../../mcp/wire/jsonrpc.ts';
import { compileWhenNeeded } from '../../platform/compile-when-needed.ts';
import type { BashProject } from './bash-project.ts';
import type { Registry, RegistryKeeper, RegistryPart, ToolItem } from './registry-items.ts';
import { projectRoots, type ProjectRoot } from './roots.ts';
import { callEnv, projectEnv } from './tool/call-env.ts';
import { callFolders, type CallFolders } from './tool/call-folder.ts';
import { callTool, type CalledTool } from './tool/call-tool.ts';

export interface ToolSideOptions {
  readonly info: SourceInfo;
  /** Variables told to every tool beside those of the contract. */
  readonly told?: Readonly<Record<string, string>>;
  /** The roots of every call, in place of what the client says. */
  readonly roots?: readonly ProjectRoot[];
  /** Shell files whose variables every tool gets on top. */
  readonly sourced?: readonly string[];
  readonly onStderr?: (chunk: Buffer) => void;
}

/** Ends what runs when the source is closed. */
export interface ClosingToolSide extends ToolSide, AsyncDisposable {
  /** The environment a call of the tool would get. */
  environment(name: string, args: JsonObject, ctx: CallContext): Promise<Record<string, string>>;
}

/** Fields of the wire; `path` and the times stay in the registry. */
const toolOf = memoByObject((item: ToolItem): Tool => {
  const { name, title, description, inputSchema, outputSchema, icons, annotations, _meta } = item;
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(icons && { icons }),
    ...(annotations && { annotations }),
    ...(_meta && { _meta }),
  };
});

/** Most of a list is as it was: what stands where it stood is not even looked up. */
function openListings() {
  let last: { readonly items: readonly ToolItem[]; readonly tools: readonly Tool[] } = {
    items: [],
    tools: [],
  };
  const toListing = memoByObject(({ items, problems }: RegistryPart<ToolItem>): Listing<Tool> => {
    const tools = items.map(
      (item, at) => (item === last.items[at] ? last.tools[at] : undefined) ?? toolOf(item),
    );
    last = { items, tools };
    return { items: tools, problems };
  });
  return memoByObject(async (current: Promise<Registry>) => toListing((await current).tools));
}

export function toolSide(
  project: BashProject,
  registry: RegistryKeeper,
  options: ToolSideOptions,
): ClosingToolSide {
  const { staticRegistry, preserveState } = project.settings;
  const folders = callFolders({ isKept: preserveState });
  const listingOf = openListings();
  const work = closingWork();
  let knownEnv: Promise<Readonly<Record<string, string>>> | undefined;
  const workshop: Workshop = {
    project,
    options,
    folders,
    closing: work.signal,
    gate: turnstile(project.settings.maxConcurrent),
    checks: toolChecks(compileWhenNeeded),
    find: (name) => findItem(name, registry, !staticRegistry),
    told: async () => {
      knownEnv ??= projectEnv(project, options.info).then(
        (env) => ({ ...env, ...options.told }),
        (thrown: unknown) => {
          // What failed once may work later.
          knownEnv = undefined;
          throw thrown;
        },
      );
      return knownEnv;
    },
    rootsOf: async (ctx) => options.roots ?? projectRoots(project, ctx),
  };
  return {
    list: () => listingOf(registry.current()),
    call: (name, args, ctx) => work.run(call(workshop, { name, args }, ctx)),
    environment: (name, args, ctx) => environment(workshop, { name, args }, ctx),
    [Symbol.asyncDispose]: async () => {
      await work[Symbol.asyncDispose]();
      folders[Symbol.dispose]();
    },
  };
}

/** What every call of the project shares. */
interface Workshop {
  readonly project: BashProject;
  readonly options: ToolSideOptions;
  readonly folders: CallFolders;
  readonly closing: AbortSignal;
  readonly gate: ReturnType<typeof turnstile>;
  readonly checks: ToolChecks;
  readonly find: (name: string) => Promise<ToolItem>;
  readonly told: () => Promise<Readonly<Record<string, string>>>;
  readonly rootsOf: (ctx: CallContext) => Promise<readonly ProjectRoot[]>;
}

interface Asked {
  readonly name: string;
  readonly args: JsonObject;
}

async function call(workshop: Workshop, asked: Asked, ctx: CallContext): Promise<ToolResult> {
  const { project, checks, closing, options } = workshop;
  const { args } = asked;
  const { sourced = [], onStderr } = options;
  const item = await workshop.find(asked.name);
  const tool = toolOf(item);
  await refuseArguments(checks, tool, args);
  const leave = await workshop.gate(ctx.signal);
  try {
    const [roots, told] = await Promise.all([workshop.rootsOf(ctx), workshop.told()]);
    using folder = workshop.folders.open();
    const shared = { project, closing, sourced, ...(onStderr && { onStderr }) };
    const called = await callTool({ ...shared, item, args, folder, roots, told }, ctx);
    if (tool.outputSchema) await refuseResult(checks, tool, called);
    return called.result;
  } catch (thrown) {
    throw wordedShortage(`call ${item.name}`, thrown);
  } finally {
    leave();
  }
}

async function environment(workshop: Workshop, { name, args }: Asked, ctx: CallContext) {
  const { project } = workshop;
  const item = await workshop.find(name);
  const [roots, told] = await Promise.all([workshop.rootsOf(ctx), workshop.told()]);
  using folder = workshop.folders.open();
  const path = join(project.folders.tools, item.path);
  return callEnv({ project, item, path, args, folder, roots, told }, ctx);
}

/** A name nobody knows may belong to a tool that was added a moment ago, where that may be. */
async function findItem(
  name: string,
  registry: RegistryKeeper,
  mayBeNew: boolean,
): Promise<ToolItem> {
  const known = (await registry.current()).tools.byName.get(name);
  if (known) return known;
  const { tools } = await (mayBeNew ? registry.refresh() : registry.current());
  const found = tools.byName.get(name);
  if (found) return found;
  const available = [...tools.byName.keys()];
  throw new PlugboardError('not_found', { kind: 'tool', name, available });
}

async function refuseArguments(checks: ToolChecks, tool: Tool, args: JsonObject): Promise<void> {
  if (checks.accepts(tool, args)) return;
  await checks.refuseArguments(tool, args).catch(withCode(RPC.invalidParams));
}

/** A result without structured content counts as an empty object, as in the original. */
async function refuseResult(
  checks: ToolChecks,
  tool: Tool,
  { result, debug }: CalledTool,
): Promise<void> {
  const { structuredContent = {} } = result;
  await checks
    .refuseResult(tool, { ...result, structuredContent })
    .catch(withCode(RPC.internalError, debug ? { data: debug } : {}));
}

function withCode(wire: number, more: { readonly data?: JsonObject } = {}) {
  return (thrown: unknown): never => {
    throw thrown instanceof PlugboardError ? amendedError(thrown, { wire, ...more }) : thrown;
  };
}
