// A project of shell scripts for a test, and a registry that holds what the test says.
import type { RequestFacts } from '../../src/core/call-context.ts';
import { localContext } from '../../src/core/local-context.ts';
import type { BashProject } from '../../src/sources/bash/bash-project.ts';
import { openProject } from '../../src/sources/bash/open-project.ts';
import type {
  Registry,
  RegistryKeeper,
  RegistryPart,
} from '../../src/sources/bash/registry-items.ts';
import { folderWith } from './temp-folder.ts';

type Items = { readonly [Kind in keyof Registry]?: Registry[Kind]['items'] };

/** The environment has a PATH and what the test adds. */
export async function projectWith(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<BashProject> {
  const root = await folderWith({ 'server.d/server.meta.json': '{"name":"sample"}', ...files });
  return openProject(root, { PATH: process.env['PATH'], ...env });
}

export function keeperOf(items: Items): RegistryKeeper {
  const registry: Registry = {
    tools: partOf(items.tools ?? []),
    resources: partOf(items.resources ?? []),
    templates: partOf(items.templates ?? []),
    prompts: partOf(items.prompts ?? []),
    completions: partOf(items.completions ?? []),
  };
  return {
    current: async () => registry,
    refresh: async () => registry,
    onChange: () => ({ [Symbol.dispose]: () => {} }),
    [Symbol.asyncDispose]: async () => {},
  };
}

function partOf<Item extends { readonly name: string }>(
  items: readonly Item[],
): RegistryPart<Item> {
  return { items, byName: new Map(items.map((item) => [item.name, item])), hash: '', problems: [] };
}

/** A call whose request has these parameters. */
export function requestOf(params: RequestFacts['params']) {
  return localContext({ request: { id: 1, params } });
}
