// A scan of a part of the project only: the rest is taken from the registry files.
import type { BashProject } from '../bash-project.ts';
import { cachedRegistry } from './cached-registry.ts';
import type { Discovered } from './compose.ts';
import { discovered, NOTHING_FOUND } from './discovered.ts';
import type { Finds } from './found.ts';
import { narrowed, TREE_NAMES, type ProjectTrees, type TreeName } from './project-scan.ts';

export async function narrowedScan(
  trees: ProjectTrees,
  filter: string,
  project: BashProject,
): Promise<Discovered> {
  const kept = cachedRegistry(project);
  const places = new Map<TreeName, string>();
  for (const name of TREE_NAMES) {
    const place = narrowed(project, name, filter);
    if (place === undefined) continue;
    places.set(name, place);
    await trees[name].lookAll(place);
  }
  const seen = discovered(trees);
  const rest = <Item extends { readonly path?: string }>(
    tree: TreeName,
    now: Finds<Item>,
    before: Finds<Item> = NOTHING_FOUND,
  ): Finds<Item> => {
    const place = places.get(tree);
    const outside = before.found.filter(({ item }) => !isInside(item.path ?? '', place));
    return { found: [...outside, ...now.found], problems: now.problems };
  };
  return {
    tools: rest('tools', seen.tools, kept?.tools),
    resources: rest('resources', seen.resources, kept?.resources),
    prompts: rest('prompts', seen.prompts, kept?.prompts),
    resourceTemplates: rest('resources', seen.resourceTemplates, kept?.resourceTemplates),
    completions: kept?.completions ?? NOTHING_FOUND,
    pages: places.has('ui') || !kept ? seen.pages : kept.pages,
  };
}

function isInside(path: string, place: string | undefined): boolean {
  if (place === undefined) return false;
  return place === '' || path === place || path.startsWith(`${place}/`);
}
