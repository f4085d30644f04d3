// What the trees of a project hold, sorted by kind.
import type { Problem } from '../../../core/tool-source.ts';
import type { ResourceItem, TemplateItem, ToolItem } from '../registry-items.ts';
import type { Discovered } from './compose.ts';
import type { Finds, Found } from './found.ts';
import type { ProjectTrees } from './project-scan.ts';
import type { WalkedTree } from './walked-tree.ts';

export const NOTHING_FOUND: Finds<never> = { found: [], problems: [] };

export function discovered(trees: ProjectTrees): Discovered {
  const [pages, tools] = split(trees.tools, isResource);
  const [templates, resources] = split(trees.resources, isTemplate);
  const [, prompts] = split(trees.prompts, isNothing);
  const [, named] = split(trees.ui, isNothing);
  return {
    tools,
    resources,
    resourceTemplates: { found: templates, problems: [] },
    prompts,
    completions: NOTHING_FOUND,
    pages: { found: [...named.found, ...pages], problems: named.problems },
  };
}

/** Everything below a tree, apart what a test picks out; one pass, because trees are large. */
function split<Item extends object, Picked extends Item>(
  tree: WalkedTree<Item>,
  isPicked: (item: Item) => item is Picked,
): readonly [readonly Found<Picked>[], Finds<Exclude<Item, Picked>>] {
  const picked: Found<Picked>[] = [];
  const found: Found<Exclude<Item, Picked>>[] = [];
  const problems: Problem[] = [];
  let maxBytes = 0;
  for (const folder of tree.folders.values()) {
    for (const one of folder.found) {
      if (isPicked(one.item)) picked.push(one as Found<Picked>);
      else found.push(one as Found<Exclude<Item, Picked>>);
      maxBytes += one.maxBytes;
    }
    for (const one of folder.problems) problems.push(one);
  }
  return [picked, { found, problems, maxBytes }];
}

function isResource(item: ToolItem | ResourceItem): item is ResourceItem {
  return 'uri' in item;
}

function isTemplate(item: ResourceItem | TemplateItem): item is TemplateItem {
  return 'uriTemplate' in item;
}

function isNothing(_item: object): _item is never {
  return false;
}
