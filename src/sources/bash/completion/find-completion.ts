// Which script completes an argument: one that was registered, or one beside the prompt or resource.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { BashProject } from '../bash-project.ts';
import { matchTemplate } from '../providers/match-template.ts';
import type {
  CompletionItem,
  PromptItem,
  Registry,
  ResourceItem,
  TemplateItem,
} from '../registry-items.ts';

/** What is being completed: a prompt, or a resource by its URI or template. */
export interface CompletionRef {
  readonly type: 'ref/prompt' | 'ref/resource';
  /** The name of the prompt, or the URI. */
  readonly name: string;
}

export interface FoundCompletion {
  /** What it is called in cursors and to scripts. */
  readonly name: string;
  readonly script?: string;
  readonly timeoutMs: number;
  /** Facts about the prompt or resource, for the script. */
  readonly env: Readonly<Record<string, string>>;
  /** The JSON Schema of the arguments of a prompt. */
  readonly schema?: JsonObject;
}

const REGISTERED_TIMEOUT_MS = 30_000;
const ENDINGS = ['.completion.sh', '.completion'] as const;

export function parseRef(ref: JsonObject): CompletionRef | undefined {
  const { type, name, uri } = ref;
  if (type === 'ref/prompt' && typeof name === 'string') return { type, name };
  return type === 'ref/resource' && typeof uri === 'string' ? { type, name: uri } : undefined;
}

export async function findCompletion(
  ref: CompletionRef,
  registry: Registry,
  project: BashProject,
): Promise<FoundCompletion | undefined> {
  const subject = ref.type === 'ref/prompt' ? promptSubject : resourceSubject;
  const found = subject(ref.name, registry, project);
  const names = [ref.name, ...(found ? [found.name] : [])];
  const item = names.map((name) => registry.completions.byName.get(name)).find((one) => one);
  if (item) return { ...registered(item, project), ...(found ? factsOf(found) : { env: {} }) };
  if (!found) return undefined;
  const script = await firstFile(found.scripts);
  const { completionTimeoutMs: timeoutMs } = project.settings;
  return { name: found.name, timeoutMs, ...factsOf(found), ...(script && { script }) };
}

function registered(item: CompletionItem, { root }: BashProject) {
  const script = resolve(root, item.path);
  const timeoutMs =
    item.timeoutSecs === undefined ? REGISTERED_TIMEOUT_MS : item.timeoutSecs * 1000;
  return { name: item.name, script, timeoutMs };
}

interface Subject {
  readonly name: string;
  /** Where a script may lie, in the order of preference. */
  readonly scripts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly schema?: JsonObject;
}

function factsOf({ env, schema }: Subject): Pick<FoundCompletion, 'env' | 'schema'> {
  return { env, ...(schema && { schema }) };
}

function promptSubject(name: string, { prompts }: Registry, project: BashProject) {
  const item: PromptItem | undefined = prompts.byName.get(name);
  if (!item) return undefined;
  const path = join(project.folders.prompts, item.path);
  return {
    name,
    scripts: besides(path),
    env: {
      MCP_PROMPT_REL_PATH: item.path,
      MCP_PROMPT_PATH: path,
      MCP_PROMPT_METADATA: JSON.stringify(item),
    },
    ...(isJsonObject(item.arguments) && { schema: item.arguments }),
  };
}

function resourceSubject(uri: string, registry: Registry, { folders }: BashProject) {
  const item = findResource(uri, registry);
  if (!item) return undefined;
  const { name, path: relPath = '', provider } = item;
  const path = relPath === '' ? '' : join(folders.resources, relPath);
  const named = join(folders.resources, name);
  const nested = join(named, name);
  return {
    name,
    scripts: [...(path === '' ? [] : besides(path)), ...besides(named), ...besides(nested)],
    env: {
      MCP_RESOURCE_REL_PATH: relPath,
      MCP_RESOURCE_PATH: path,
      MCP_RESOURCE_URI: 'uriTemplate' in item ? item.uriTemplate : item.uri,
      MCP_RESOURCE_PROVIDER: provider,
      MCP_RESOURCE_METADATA: JSON.stringify(item),
    },
  };
}

/** Clients name the template itself, or a URI they made of it. */
function findResource(
  uri: string,
  { resources, templates }: Registry,
): ResourceItem | TemplateItem | undefined {
  return (
    resources.items.find((item) => item.uri === uri) ??
    templates.items.find((item) => item.uriTemplate === uri) ??
    templates.items.find((item) => matchTemplate(item.uriTemplate, uri))
  );
}

/** `x.txt.completion.sh`, `x.completion.sh`, and both without `.sh`. */
function besides(path: string): readonly string[] {
  const stem = path.replace(/(?:\.meta\.json|\.[^./\\]+)$/u, '');
  return [...new Set([path, stem])].flatMap((base) => ENDINGS.map((ending) => base + ending));
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile()) return path;
  }
  return undefined;
}
