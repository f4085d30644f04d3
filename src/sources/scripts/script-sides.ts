// The tool and resource sides of the scripts source: finds the script, waits for its turn, runs it.
import { basename } from 'node:path';
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/result.ts';
import type { Listing, ResourceSide, ResourceTemplate, ToolSide } from '../../core/tool-source.ts';
import { turnstile } from '../../core/wrappers/limited.ts';
import { spawnErrnoOf } from '../../platform/spawn.ts';
import { callScript, type CallLimits } from './call.ts';
import type { Catalog } from './catalog.ts';
import type { RunScript } from './run-script.ts';
import type { ScriptUpdates } from './script-updates.ts';
import type { Script } from './script.ts';
import type { Snapshot } from './snapshot.ts';
import { findByUri, readState } from './state-resources.ts';

export interface SidesOptions {
  readonly root: string;
  readonly catalog: Catalog;
  readonly run: RunScript;
  readonly updates: ScriptUpdates;
  readonly limits: CallLimits & { readonly maxConcurrent: number };
  readonly closing: AbortSignal;
}

type Gate = ReturnType<typeof turnstile>;

const NO_TEMPLATES: Listing<ResourceTemplate> = { items: [], problems: [] };

export function scriptSides(options: SidesOptions): { tools: ToolSide; resources: ResourceSide } {
  const { catalog, run, updates, limits, closing } = options;
  const gate = turnstile(limits.maxConcurrent);
  const stateGates = new Map<string, Gate>();
  /** Calls that change the same state come one after the other, under whatever name. */
  const stateGate = (script: Script): Gate => {
    const { realPath } = script.file;
    const known = stateGates.get(realPath) ?? turnstile(1);
    stateGates.set(realPath, known);
    return known;
  };

  const call = async (name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> => {
    const script = await findScript(name, options);
    const run1 = () =>
      inTurn(gate, ctx, () => callScript({ script, args, run, limits, closing }, ctx));
    if (!script.metadata.hasState) return run1();
    try {
      return await inTurn(stateGate(script), ctx, run1);
    } finally {
      updates.announce(script.file.name);
    }
  };
  return {
    tools: {
      list: async () => (await catalog.current()).tools,
      call: (name, args, ctx) => call(name, args, ctx).catch(refuseVanished(name, catalog)),
    },
    resources: {
      list: async () => (await catalog.current()).resources,
      templates: async () => NO_TEMPLATES,
      read: async (uri, ctx) => {
        const script = await findState(uri, catalog);
        const { maxOutputBytes } = limits;
        return inTurn(gate, ctx, () => readState({ script, run, maxOutputBytes, closing }, ctx));
      },
      subscribe: async (uri, onUpdate) => {
        const script = await findState(uri, catalog);
        return updates.subscribe(script.file.name, onUpdate);
      },
    },
  };
}

async function inTurn<Value>(
  gate: Gate,
  ctx: CallContext,
  act: () => Promise<Value>,
): Promise<Value> {
  const leave = await gate(ctx.signal);
  try {
    return await act();
  } finally {
    leave();
  }
}

/** A name nobody knows may belong to a script that was added a moment ago. */
async function findScript(name: string, { root, catalog }: SidesOptions): Promise<Script> {
  const find = ({ scripts }: Snapshot) =>
    // mcpd lists scripts/inner of a root called scripts as inner; clients may know it by that name.
    scripts.get(name) ?? scripts.get(`${basename(root)}/${name}`);
  const script = find(await catalog.current()) ?? find(await catalog.refresh());
  if (script) return script;
  const { scripts } = await catalog.current();
  throw new PlugboardError('not_found', { kind: 'tool', name, available: [...scripts.keys()] });
}

async function findState(uri: string, catalog: Catalog): Promise<Script> {
  const script =
    findByUri((await catalog.current()).scripts, uri) ??
    findByUri((await catalog.refresh()).scripts, uri);
  if (script) return script;
  const { resources } = await catalog.current();
  const available = resources.items.map((resource) => resource.uri);
  throw new PlugboardError('not_found', { kind: 'resource', name: uri, available });
}

/** The file went away after it was listed: that is not the script's failure. */
function refuseVanished(name: string, catalog: Catalog) {
  return async (thrown: unknown): Promise<never> => {
    if (spawnErrnoOf(thrown) !== 'ENOENT') throw thrown;
    const { scripts } = await catalog.refresh();
    if (scripts.has(name)) throw thrown;
    throw new PlugboardError('not_found', { kind: 'tool', name }, { cause: thrown });
  };
}
