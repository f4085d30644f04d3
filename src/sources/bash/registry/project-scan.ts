// Everything a project holds, found by looking: four trees, of which only what changed is read again.
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { BashProject } from '../bash-project.ts';
import type { PromptItem, ResourceItem, TemplateItem, ToolItem } from '../registry-items.ts';
import { findPages } from './find-pages.ts';
import { findPrompts } from './find-prompts.ts';
import { findResources } from './find-resources.ts';
import { findTools } from './find-tools.ts';
import type { Finds, Folder } from './found.ts';
import { walkedTree, type WalkedTree } from './walked-tree.ts';

type ToolOrPage = ToolItem | ResourceItem;
type ResourceOrTemplate = ResourceItem | TemplateItem;

export interface ProjectTrees {
  readonly tools: WalkedTree<ToolOrPage>;
  readonly resources: WalkedTree<ResourceOrTemplate>;
  readonly prompts: WalkedTree<PromptItem>;
  readonly ui: WalkedTree<ResourceItem>;
}

export type TreeName = keyof ProjectTrees;
export const TREE_NAMES: readonly TreeName[] = ['tools', 'resources', 'prompts', 'ui'];

const PAGE_FOLDER = 'ui';

export interface TreesOptions {
  /** What the server is called now. */
  readonly serverName: () => string;
  readonly onRead: (path: string) => void;
}

export function projectTrees(project: BashProject, options: TreesOptions): ProjectTrees {
  const { folders } = project;
  const { serverName, onRead } = options;
  const shared = { except: [folders.registry], onRead };
  const pagesOf = (folder: Folder) => findPages(folder, { project, serverName: serverName() });
  return {
    tools: walkedTree<ToolOrPage>({
      ...shared,
      root: folders.tools,
      read: (folder) => (isPageFolder(folder) ? pagesOf(folder) : findTools(folder, serverName())),
    }),
    resources: walkedTree<ResourceOrTemplate>({
      ...shared,
      root: folders.resources,
      read: (folder) => findResources(folder, project),
    }),
    prompts: walkedTree<PromptItem>({
      ...shared,
      root: folders.prompts,
      read: (folder) => findPrompts(folder, folders.prompts),
    }),
    ui: walkedTree<ResourceItem>({
      ...shared,
      root: folders.ui,
      read: (folder) => (isNamedPage(folder) ? pagesOf(folder) : NOTHING),
    }),
  };
}

const NOTHING: Finds<never> = { found: [], problems: [] };

function isPageFolder({ relative: path }: Folder): boolean {
  return path.endsWith(`/${PAGE_FOLDER}`);
}

function isNamedPage({ relative: path }: Folder): boolean {
  return path !== '' && !path.includes('/');
}

/** Looks again where something changed; says whether a tree was concerned. */
export function lookWhere(trees: ProjectTrees, changed: ReadonlySet<string>): boolean {
  let isConcerned = false;
  for (const name of TREE_NAMES) {
    const tree = trees[name];
    for (const path of changed) {
      const place = placeIn(tree, path);
      if (place === undefined) continue;
      isConcerned = true;
      tree.look(place);
      // A tool says whether it has a page.
      if (name === 'tools' && place.endsWith(`/${PAGE_FOLDER}`)) {
        tree.look(place.slice(0, -PAGE_FOLDER.length - 1));
      }
    }
  }
  return isConcerned;
}

/** Addresses of pages hold the name of the server: all are made anew when that has changed. */
export async function lookAtPages({ tools, ui }: ProjectTrees): Promise<void> {
  await tools.lookAll('');
  await ui.lookAll('');
}

/** Which folder of a tree a path is; its root, where that has come or gone in a folder above. */
function placeIn(tree: WalkedTree<object>, path: string): string | undefined {
  if (path === tree.root) return '';
  if (path.startsWith(tree.root + sep)) {
    const place = relative(tree.root, path).replaceAll(sep, '/');
    return tree.folders.has(place) || tree.folders.has(parentOf(place)) ? place : undefined;
  }
  return path === dirname(tree.root) ? '' : undefined;
}

function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/')));
}

/** Reads again what has changed by the times of files; a stat for each, no file is opened. */
export function lookWhereStale(tree: WalkedTree<object>): void {
  if (!tree.folders.has('')) tree.look('');
  for (const place of tree.folders.keys()) if (tree.isStale(place)) tree.look(place);
}

/** Which folder of a tree a filter means: from the project, or from the tree itself. */
export function narrowed(project: BashProject, name: TreeName, filter: string): string | undefined {
  const root = project.folders[name];
  const places = [resolve(project.root, filter), resolve(root, filter)];
  const inside = places.find(
    (path) => (path === root || path.startsWith(root + sep)) && existsSync(path),
  );
  return inside === undefined ? undefined : relative(root, inside).replaceAll(sep, '/');
}

export function isNarrowedTo(project: BashProject, name: TreeName, filter: string): boolean {
  return narrowed(project, name, filter) !== undefined;
}
