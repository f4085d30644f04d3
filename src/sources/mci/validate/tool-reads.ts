// What the templates of a tool read, found without rendering any of them.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import type { DataPath } from '../check/finding.ts';
import { hasTemplate } from '../check/rules.ts';
import type { Execution, FileExecution } from '../schema.ts';
import { parseFlagPath } from '../template/parse-path.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { isNative, parseNative } from '../template/resolve-native.ts';
import type { Path, TemplateNode } from '../template/template.ts';

/** One text with placeholders; `at` is where it stands below its tool. */
export interface Reading {
  readonly at: DataPath;
  readonly paths: readonly Path[];
  /** Placeholders that fail when none of their paths has a value. */
  readonly needed: readonly (readonly Path[])[];
}

export interface ToolReads {
  readonly readings: readonly Reading[];
  readonly mistakes: readonly { readonly at: DataPath; readonly message: string }[];
  /** Something could not be looked at, or everything is passed on: any property may be used. */
  readonly mayReadAnything: boolean;
}

interface Text {
  readonly at: DataPath;
  readonly text: string;
  /** The text is a path itself, as in the flags of a command. */
  readonly isPath?: true;
}

export async function readsOf(execution: Execution, schemaDir: string): Promise<ToolReads> {
  if (execution.type === 'mcp') return { readings: [], mistakes: [], mayReadAnything: true };
  const texts = textsOf(execution as unknown as JsonValue, ['execution']);
  const file = execution.type === 'file' ? await fileText(execution, schemaDir) : undefined;
  const readings: Reading[] = [];
  const mistakes: { at: DataPath; message: string }[] = [];
  for (const one of file?.text === undefined ? texts : [...texts, file.text]) {
    try {
      readings.push({ at: one.at, ...(one.isPath ? readFlag(one.text) : readText(one.text)) });
    } catch (thrown) {
      mistakes.push({ at: one.at, message: toPlugboardError(thrown).message });
    }
  }
  const readsAll = readings.some(({ paths }) => paths.some(isAllProps));
  const mayReadAnything = readsAll || mistakes.length > 0 || file?.isUnknown === true;
  return { readings, mistakes, mayReadAnything };
}

function isAllProps({ root, keys }: Path): boolean {
  return root === 'props' && keys.length === 0;
}

/** Every string of a value; keys are never templates. */
export function textsOf(value: JsonValue, at: DataPath): readonly Text[] {
  if (typeof value === 'string') {
    const isFlag = at.at(-1) === 'from' && at.at(-3) === 'flags' && at.length === 4;
    return [{ at, text: value, ...(isFlag && { isPath: true }) }];
  }
  if (Array.isArray(value)) return value.flatMap((one, place) => textsOf(one, [...at, place]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, [...at, key]));
}

/** Nothing is needed: an absent value leaves the flag out. */
function readFlag(from: string): Omit<Reading, 'at'> {
  return { paths: [parseFlagPath(from)], needed: [] };
}

export function readText(text: string): Omit<Reading, 'at'> {
  if (isNative(text)) {
    const { path } = parseNative(text);
    return { paths: [path], needed: [[path]] };
  }
  const { paths, nodes } = parseTemplate(text);
  return { paths, needed: neededBy(nodes) };
}

/** What stands in a branch or a loop may never be printed, so nothing there is needed. */
function neededBy(nodes: readonly TemplateNode[]): readonly (readonly Path[])[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string' || node.kind !== 'print') return [];
    const paths = node.alternatives.flatMap((one) => ('path' in one ? [one.path] : []));
    return paths.length === node.alternatives.length ? [paths] : [];
  });
}

/** The template a file tool renders, where its path says which file that is. */
async function fileText(
  { path, enableTemplating = true }: FileExecution,
  schemaDir: string,
): Promise<{ readonly text?: Text; readonly isUnknown?: true }> {
  if (!enableTemplating) return {};
  if (hasTemplate(path)) return { isUnknown: true };
  try {
    const text = await readFile(resolve(schemaDir, path), 'utf8');
    return { text: { at: ['execution', 'path'], text } };
  } catch {
    return { isUnknown: true };
  }
}
