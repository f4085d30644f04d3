// A server as an object whose methods are its tools.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import type { CallResult } from './call-result.ts';
import type { CallOptions } from './runtime-options.ts';
import type { Runtime } from './runtime.ts';

/**
 * One server of a runtime.
 *
 * @example
 * ```ts
 * import { Runtime, ServerProxy } from 'plugboard';
 *
 * await using runtime = await Runtime.fromConfig();
 * const chrome = new ServerProxy(runtime, 'chrome-devtools');
 * const snapshot = await chrome.call('take_snapshot', {});
 * ```
 */
export class ServerProxy {
  readonly #runtime: Runtime;
  readonly #server: string;

  constructor(runtime: Runtime, server: string) {
    this.#runtime = runtime;
    this.#server = server;
  }

  /** Calls a tool by its own name. */
  call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<CallResult> {
    return this.#runtime.callTool(this.#server, tool, args, options);
  }

  listTools(options: CallOptions = {}): Promise<readonly Tool[]> {
    return this.#runtime.listTools(this.#server, options);
  }
}

/** A method for each tool: one object is its arguments, other values fill its required fields. */
export type ToolMethods = Readonly<Record<string, ToolMethod>>;
export type ToolMethod = (...values: readonly JsonValue[]) => Promise<CallResult>;

/**
 * The server as an object with a method for each tool, under its name in camel case.
 *
 * @example
 * ```ts
 * import { createRuntime, createServerProxy } from 'plugboard';
 *
 * await using runtime = await createRuntime();
 * const chrome = createServerProxy(runtime, 'chrome-devtools');
 * const snapshot = await chrome['takeSnapshot']?.({ verbose: true });
 * ```
 */
export function createServerProxy(runtime: Runtime, server: string): ServerProxy & ToolMethods {
  const proxy = new ServerProxy(runtime, server);
  const own = { call: proxy.call.bind(proxy), listTools: proxy.listTools.bind(proxy) };
  const methods = new Proxy(own, {
    get: (target, property) => {
      if (typeof property !== 'string' || property === 'then') return undefined;
      if (Object.hasOwn(target, property)) return target[property as keyof typeof target];
      return async (...values: readonly JsonValue[]) => {
        const tool = findTool(property, await proxy.listTools(), server);
        return proxy.call(tool.name, toArguments(values, tool));
      };
    },
  });
  return methods as unknown as ServerProxy & ToolMethods;
}

/** `takeSnapshot` is `take_snapshot`, `take-snapshot` or whatever reads the same. */
function findTool(method: string, tools: readonly Tool[], server: string): Tool {
  const exact = tools.find(({ name }) => name === method);
  const alike = tools.filter(({ name }) => plain(name) === plain(method));
  const tool = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (tool) return tool;
  throw new PlugboardError('not_found', { kind: 'tool', name: method, on: server });
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/gu, '').toLowerCase();
}

function toArguments(values: readonly JsonValue[], { inputSchema }: Tool): JsonObject {
  const [first, ...others] = values;
  if (isJsonObject(first) && others.length === 0) return first;
  const { properties, required } = inputSchema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const needed = Array.isArray(required) ? required : [];
  const fields = [
    ...names.filter((name) => needed.includes(name)),
    ...names.filter((name) => !needed.includes(name)),
  ];
  if (values.length > fields.length) {
    const reason = `${values.length} values, but only ${fields.length} to fill`;
    throw new PlugboardError('invalid_arguments', { reason });
  }
  return Object.fromEntries(values.map((value, at) => [fields[at] ?? '', value]));
}
