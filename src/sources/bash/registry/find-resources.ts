// Which files of a folder are resources or resource templates, and what is said about them.
import type { Problem } from '../../../core/tool-source.ts';
import type { BashProject } from '../bash-project.ts';
import type { ResourceItem, TemplateItem } from '../registry-items.ts';
import {
  relativePath,
  toProblem,
  type Finds,
  type Folder,
  type Found,
  type Metadata,
} from './found.ts';
import { boundOf } from './item-fields.ts';
import { isListable } from './listable.ts';
import { loadInlineMetadata, loadMetadata, META_ENDING, metaNameOf, stemOf } from './metadata.ts';
import { fileBehind, toResourceItem, toTemplateItem } from './to-resource-item.ts';

export type ResourceOrTemplate = ResourceItem | TemplateItem;

export function findResources(folder: Folder, project: BashProject): Finds<ResourceOrTemplate> {
  const found: Found<ResourceOrTemplate>[] = [];
  const problems: Problem[] = [];
  const attempt = (name: string, describe: () => Found<ResourceOrTemplate>) => {
    try {
      found.push(describe());
    } catch (thrown) {
      problems.push(toProblem(relativePath(folder, name), thrown));
    }
  };
  const used = new Set<string>();
  for (const name of folder.files.filter(isListable)) {
    const metaName = metaNameOf(name, folder);
    if (metaName !== undefined) used.add(metaName);
    attempt(name, () => describeFile({ folder, name, metaName, project }));
  }
  const alone = folder.files.filter((name) => name.endsWith(META_ENDING) && !used.has(name));
  for (const name of alone) attempt(name, () => describeMetadata(folder, name, project));
  return { found, problems };
}

interface FileFacts {
  readonly folder: Folder;
  readonly name: string;
  readonly metaName: string | undefined;
  readonly project: BashProject;
}

function describeFile({ folder, name, metaName, project }: FileFacts): Found<ResourceOrTemplate> {
  const said =
    metaName === undefined ? loadInlineMetadata(folder, name) : loadMetadata(folder, metaName);
  // A template with a neighbour of its name, such as the script that completes it.
  if (metaName !== undefined && isTemplate(said))
    return describeMetadata(folder, metaName, project);
  const path = relativePath(folder, name);
  const { data, chars, origin } = said ?? { data: {}, chars: 0, origin: path };
  const fields = { data, origin, folder: folder.path };
  const resource = toResourceItem(fields, { project, path, name: stemOf(name) });
  return { ...asFound(resource, chars), isDeclared: said !== undefined };
}

function describeMetadata(
  folder: Folder,
  metaName: string,
  project: BashProject,
): Found<ResourceOrTemplate> {
  const path = relativePath(folder, metaName);
  const meta = loadMetadata(folder, metaName);
  const name = metaName.slice(0, -META_ENDING.length);
  const fields = { data: meta.data, origin: path, folder: folder.path };
  if (!isTemplate(meta)) return asFound(toResourceItem(fields, { project, name }), meta.chars);
  const item = toTemplateItem(fields, { project, path, name });
  return { item, maxBytes: boundOf(meta.chars, {}), isDeclared: true };
}

function isTemplate(meta: Metadata | undefined): boolean {
  return meta?.data['uriTemplate'] !== undefined && meta.data['uri'] === undefined;
}

function asFound(resource: ResourceItem, chars: number): Found<ResourceOrTemplate> {
  const file = fileBehind(resource.uri);
  return {
    item: resource,
    maxBytes: boundOf(chars, resource),
    ...(file !== undefined && { file }),
    isDeclared: true,
  };
}
