// The prompts of a project: listed from the registry, rendered from their templates.
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { memoByObject } from '../../core/memo.ts';
import type { PromptResult } from '../../core/result.ts';
import type { Listing, Prompt, PromptArgument, PromptSide } from '../../core/tool-source.ts';
import { invalidParams } from '../../mcp/wire/invalid-params.ts';
import { errnoOf } from '../../platform/errno.ts';
import type { BashProject } from './bash-project.ts';
import type { PromptItem, RegistryKeeper, RegistryPart } from './registry-items.ts';
import { renderPrompt } from './render-prompt.ts';

export function promptSide(project: BashProject, registry: RegistryKeeper): PromptSide {
  return {
    list: async () => toListing((await registry.current()).prompts),
    get: async (name, args) => {
      const { prompts } = await registry.current();
      const item = prompts.byName.get(name);
      if (!item) throw unknownPrompt(name, prompts);
      refuseMissing(item, args);
      const template = await loadTemplate(item, project);
      return toResult(item, args, renderPrompt(template, args));
    },
  };
}

/** `text` and `arguments` are what clients of the original read. */
function toResult(
  { description, role, metadata }: PromptItem,
  args: Readonly<Record<string, string>>,
  text: string,
): PromptResult {
  return {
    ...(description !== '' && { description }),
    // MCP knows two roles; whatever else is written speaks for the user.
    messages: [{ role: role === 'assistant' ? role : 'user', content: { type: 'text', text } }],
    text,
    arguments: args,
    ...(metadata && { _meta: { 'mcpbash/metadata': metadata } }),
  };
}

function unknownPrompt(name: string, { items }: RegistryPart<PromptItem>): PlugboardError {
  const available = items.map((item) => item.name);
  return new PlugboardError('not_found', { kind: 'prompt', name, available });
}

/** An argument that was given may be empty. */
function refuseMissing(item: PromptItem, args: Readonly<Record<string, string>>): void {
  const missing = requiredOf(item.arguments).filter((name) => !Object.hasOwn(args, name));
  if (missing.length === 0) return;
  const [s, names] = [missing.length === 1 ? '' : 's', missing.join(', ')];
  throw invalidParams(`Missing required argument${s} of prompt '${item.name}': ${names}`);
}

/** Templates are read anew each time, so that an edit counts at once. */
async function loadTemplate(item: PromptItem, { folders }: BashProject): Promise<string> {
  const path = normalize(item.path);
  const isInside = !isAbsolute(path) && !/^\.\.(?:[\\/]|$)/u.test(path);
  if (!isInside) throw unreadable(item, 'lies outside the folder of prompts');
  try {
    const template = await readFile(join(folders.prompts, path), 'utf8');
    return template.replace(/\n+$/u, '');
  } catch (cause) {
    throw unreadable(item, `cannot be read (${errnoOf(cause) ?? 'unknown error'})`, cause);
  }
}

function unreadable({ name, path }: PromptItem, why: string, cause?: unknown): PlugboardError {
  const reason = `the template of prompt '${name}' ${why}`;
  return new PlugboardError('config_error', { file: path, reason }, { cause });
}

const toListing = memoByObject((part: RegistryPart<PromptItem>): Listing<Prompt> => ({
  items: part.items.map(toPrompt),
  problems: part.problems,
}));

function toPrompt(item: PromptItem): Prompt {
  const { path: _path, role: _role, metadata: _metadata, arguments: schema, ...shown } = item;
  return { ...shown, arguments: toArguments(schema) };
}

function toArguments(schema: JsonObject): readonly PromptArgument[] {
  const { properties } = schema;
  const required = requiredOf(schema);
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const description = isJsonObject(property) ? property['description'] : undefined;
    return {
      name,
      ...(typeof description === 'string' && { description }),
      required: required.includes(name),
    };
  });
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
