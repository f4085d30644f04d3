// Static pages (`ui://`) of a project: `ui/NAME/` and `tools/TOOL/ui/`.
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { BashProject } from '../bash-project.ts';
import type { ResourceItem } from '../registry-items.ts';
import { toProblem, type Finds, type Folder, type Found } from './found.ts';
import {
  boundOf,
  commonFields,
  mistake,
  objectField,
  textField,
  type Fields,
} from './item-fields.ts';
import { loadMetadata } from './metadata.ts';

const PAGE_MIME_TYPE = 'text/html;profile=mcp-app';
const PAGE_META = 'ui.meta.json';
const PAGE_FILE = 'index.html';

/** The page in a subfolder of a tool, if there is one. */
export function pageUri(serverName: string, toolFolder: string, name: string): string | undefined {
  const folder = join(toolFolder, name);
  if (![PAGE_FILE, PAGE_META].some((file) => existsSync(join(folder, file)))) return undefined;
  return toUri(serverName, basename(toolFolder));
}

function toUri(serverName: string, name: string): string {
  return `ui://${encodeURIComponent(serverName)}/${encodeURIComponent(name)}`;
}

export interface PageContext {
  readonly project: BashProject;
  readonly serverName: string;
}

/** What `ui/NAME`, or the `ui` folder of a tool, shows. */
export function findPages(folder: Folder, context: PageContext): Finds<ResourceItem> {
  const hasMeta = folder.files.includes(PAGE_META);
  if (!(hasMeta || folder.files.includes(PAGE_FILE))) return NOTHING;
  try {
    return { found: [describe(folder, hasMeta, context)], problems: [] };
  } catch (thrown) {
    const subject = relative(context.project.root, folder.path);
    return { found: [], problems: [toProblem(subject, thrown)] };
  }
}

const NOTHING: Finds<ResourceItem> = { found: [], problems: [] };

function describe(folder: Folder, hasMeta: boolean, context: PageContext): Found<ResourceItem> {
  const { project, serverName } = context;
  const origin = relative(project.root, join(folder.path, PAGE_META));
  const meta = hasMeta ? loadMetadata(folder, PAGE_META) : { data: {}, chars: 0 };
  const fields: Fields = { data: meta.data, origin, folder: folder.path };
  const page = textField(fields, 'entrypoint') ?? PAGE_FILE;
  if (!existsSync(join(folder.path, page))) {
    const isTemplate = textField(fields, 'template') !== undefined;
    const reason = isTemplate ? 'pages from templates are not supported yet' : `${page} is missing`;
    throw mistake(fields, reason);
  }
  const own = basename(folder.path);
  const name = own === 'ui' ? basename(dirname(folder.path)) : own;
  const item: ResourceItem = {
    name: textField(fields, 'name') ?? name,
    description: textField(fields, 'description') ?? '',
    path: relative(project.folders.resources, join(folder.path, page)),
    uri: toUri(serverName, name),
    mimeType: PAGE_MIME_TYPE,
    provider: 'ui',
    ...commonFields(fields),
    _meta: { ui: pageMeta(fields) },
  };
  return { item, maxBytes: boundOf(meta.chars, item), isDeclared: true };
}

function pageMeta(fields: Fields): JsonObject {
  const { csp, permissions, prefersBorder } = objectField(fields, 'meta') ?? {};
  return {
    ...(isJsonObject(csp) && { csp }),
    ...(permissions !== undefined && { permissions }),
    prefersBorder: prefersBorder ?? true,
  };
}
