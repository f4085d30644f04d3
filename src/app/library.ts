// What the library offers beyond core, so made that importing it loads none of the heavy parts.
import { compileWhenNeeded } from '../platform/compile-when-needed.ts';
import type { CompileSchema } from '../core/tool-checks.ts';
import type { ToolSource } from '../core/tool-source.ts';
import { validated as validatedWith } from '../core/wrappers/validated.ts';
import type { ScriptsOptions } from '../sources/scripts/open-scripts.ts';

/**
 * Opens a directory of executables as a source: every file that answers `--help` is a tool.
 * Dispose it to stop watching the directory.
 *
 * @example
 * ```ts
 * import { localContext, openScripts } from 'plugboard';
 *
 * await using source = await openScripts('./scripts', { watch: false });
 * const { items, problems } = await source.tools.list(localContext());
 * process.stdout.write(`${items.length} tools, ${problems.length} problems\n`);
 * ```
 */
export async function openScripts(root: string, options: ScriptsOptions = {}): Promise<ToolSource> {
  const scripts = await import('../sources/scripts/open-scripts.ts');
  return scripts.openScripts(root, options);
}

/**
 * Checks the arguments of every call against the input schema, and results against the output
 * schema. `serveHttp` and `serveStdio` do this already.
 *
 * @example
 * ```ts
 * import { defineTools, localContext, validated } from 'plugboard';
 *
 * const inputSchema = { type: 'object', required: ['name'] };
 * const greet = { inputSchema, call: () => 'hello' };
 * const source = validated(defineTools({ name: 'demo', tools: { greet } }));
 * await source.tools.call('greet', {}, localContext()).catch((error: Error) => error.message);
 * ```
 */
export function validated(
  source: ToolSource,
  compile: CompileSchema = compileWhenNeeded,
): ToolSource {
  return validatedWith(source, compile);
}
