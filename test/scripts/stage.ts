// A directory of scripts opened as a source for one test, and short ways to ask it.
import { onTestFinished } from 'vitest';
import type { LogLevel } from '../../src/core/call-context.ts';
import { toPlugboardError, type PlugboardError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import type { ToolResult } from '../../src/core/result.ts';
import type { Listing, Tool, ToolSource } from '../../src/core/tool-source.ts';
import { openScripts, type ScriptsOptions } from '../../src/sources/scripts/open-scripts.ts';
import { folderWith } from '../support/temp-folder.ts';

export interface LogLine {
  readonly level: LogLevel;
  readonly data: string;
  readonly logger: string | undefined;
}

export interface Stage {
  readonly root: string;
  readonly source: ToolSource;
  readonly logs: LogLine[];
  list(): Promise<Listing<Tool>>;
  names(): Promise<string[]>;
  tool(name: string): Promise<Tool>;
  /** What is reported instead of listed, by subject. */
  problems(): Promise<Record<string, PlugboardError>>;
  call(name: string, args?: JsonObject, signal?: AbortSignal): Promise<ToolResult>;
  /** The text of a call. */
  text(name: string, args?: JsonObject): Promise<string>;
  /** The error of a call that throws. */
  failure(name: string, args?: JsonObject, signal?: AbortSignal): Promise<PlugboardError>;
  read(uri: string): Promise<{ mimeType?: string; text?: string }>;
}

/** Opened without a cache on disk, unless asked for. */
export async function stageWith(
  files: Readonly<Record<string, string>>,
  options: ScriptsOptions = {},
): Promise<Stage> {
  return stageAt(await folderWith(files), options);
}

export async function stageAt(root: string, options: ScriptsOptions = {}): Promise<Stage> {
  const source = await openScripts(root, { cache: false, ...options });
  onTestFinished(() => source[Symbol.asyncDispose]());
  return toStage(root, source);
}

export function toStage(root: string, source: ToolSource): Stage {
  const logs: LogLine[] = [];
  const contextWith = (signal?: AbortSignal) =>
    localContext({
      ...(signal && { signal }),
      onLog: (level, data, logger) => {
        logs.push({ level, data: typeof data === 'string' ? data : JSON.stringify(data), logger });
      },
    });
  const list = () => source.tools.list(contextWith());
  const call: Stage['call'] = (name, args = {}, signal) =>
    source.tools.call(name, args, contextWith(signal));
  return {
    root,
    source,
    logs,
    list,
    call,
    names: async () => (await list()).items.map(({ name }) => name),
    tool: async (name) => {
      const tool = (await list()).items.find((item) => item.name === name);
      if (!tool) throw new Error(`${name} is not listed`);
      return tool;
    },
    problems: async () =>
      Object.fromEntries((await list()).problems.map(({ subject, error }) => [subject, error])),
    text: async (name, args) => String((await call(name, args)).content[0]?.['text']),
    failure: async (name, args, signal) => {
      const outcome = await call(name, args, signal).catch((thrown: unknown) =>
        toPlugboardError(thrown),
      );
      if (outcome instanceof Error) return outcome;
      throw new Error(`${name} did not fail: ${JSON.stringify(outcome)}`);
    },
    read: async (uri) => {
      const result = await source.resources?.read(uri, contextWith());
      return result?.contents[0] ?? {};
    },
  };
}
