// The registry as its files have it: for static mode, and for what a narrowed refresh leaves alone.
import { join } from 'node:path';
import type { BashProject } from '../bash-project.ts';
import type { Discovered } from './compose.ts';
import { NOTHING_FOUND } from './discovered.ts';
import type { Finds } from './found.ts';
import { fromGiven, type ItemOf } from './given-items.ts';
import type { RegisteredKind } from './registered.ts';
import { loadRegistryFile } from './registry-files.ts';

/** Nothing unless tools, resources and prompts all have a usable file. */
export function cachedRegistry(project: BashProject): Discovered | undefined {
  const [tools, resources, prompts] = [
    cached('tools', 'tools', project),
    cached('resources', 'resources', project),
    cached('prompts', 'prompts', project),
  ];
  if (!tools || !resources || !prompts) return undefined;
  return {
    tools,
    resources,
    prompts,
    resourceTemplates: cached('resourceTemplates', 'resource-templates', project) ?? NOTHING_FOUND,
    completions: cached('completions', 'completions', project) ?? NOTHING_FOUND,
    pages: cached('resources', 'ui-resources', project) ?? NOTHING_FOUND,
  };
}

function cached<Kind extends RegisteredKind>(
  kind: Kind,
  name: string,
  project: BashProject,
): Finds<ItemOf[Kind]> | undefined {
  const { folders, settings } = project;
  const file = loadRegistryFile(folders.registry, name, settings.registryMaxBytes);
  if (!file) return undefined;
  const origin = join(folders.registry, `${name}.json`);
  return fromGiven(kind, { list: file.items, origin, project });
}
