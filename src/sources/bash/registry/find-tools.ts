// Which files of a folder are tools, and what they say about themselves.
import { statSync } from 'node:fs';
import type { Problem } from '../../../core/tool-source.ts';
import type { ToolItem } from '../registry-items.ts';
import {
  relativePath,
  toProblem,
  type Finds,
  type Folder,
  type Found,
  type Metadata,
} from './found.ts';
import { isListable } from './listable.ts';
import { boundOf } from './item-fields.ts';
import { hasShebang, loadInlineMetadata, loadMetadata, metaNameOf, stemOf } from './metadata.ts';
import { pageUri } from './find-pages.ts';
import { toToolItem } from './to-tool-item.ts';

/** What `scaffold` puts beside a tool to try it. */
const TRIAL = 'smoke.sh';
const SHELL_ENDINGS = ['.sh', '.bash'] as const;
const TOOL_STEM = 'tool';

const NO_PROBLEMS: readonly Problem[] = [];

export function findTools(folder: Folder, serverName: string): Finds<ToolItem> {
  const found: Found<ToolItem>[] = [];
  let problems = NO_PROBLEMS;
  for (const name of toolFiles(folder)) {
    try {
      found.push(describe(folder, name, serverName));
    } catch (thrown) {
      problems = [...problems, toProblem(relativePath(folder, name), thrown)];
    }
  }
  return { found, problems };
}

/** `tool.*`, files with metadata, or the one executable; everything else helps them. */
function toolFiles(folder: Folder): readonly string[] {
  const { path, files, isBelowFound } = folder;
  const candidates = files.filter((name) => isListable(name) && name !== TRIAL);
  const isRoot = folder.relative === '';
  const chosen = candidates.filter(
    (name) =>
      (metaNameOf(name, folder) !== undefined || (!isRoot && stemOf(name) === TOOL_STEM)) &&
      isRunnable(path, name),
  );
  if (chosen.length > 0 || isRoot || isBelowFound) return chosen;
  const executables = candidates.filter((name) => isExecutable(`${path}/${name}`));
  return executables.length === 1 ? executables : [];
}

function isRunnable(folder: string, name: string): boolean {
  if (SHELL_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  const path = `${folder}/${name}`;
  return isExecutable(path) || hasShebang(path);
}

function isExecutable(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o111) !== 0;
}

/** Metadata that names nothing and describes nothing gives way to a comment that does. */
function metadataOf(folder: Folder, file: string): Metadata {
  const metaName = metaNameOf(file, folder);
  const own = metaName === undefined ? undefined : loadMetadata(folder, metaName);
  if (own?.data['name'] !== undefined || own?.data['description'] !== undefined) return own;
  const inline = loadInlineMetadata(folder, file);
  return inline ?? own ?? { data: {}, chars: 0, origin: relativePath(folder, file) };
}

function describe(folder: Folder, file: string, serverName: string): Found<ToolItem> {
  const relative = relativePath(folder, file);
  const { data, chars, origin } = metadataOf(folder, file);
  const item = toToolItem(
    { data, origin, folder: folder.path },
    { path: relative, name: usualName(folder, file) },
  );
  const shown = withPage(item, folder, serverName);
  return { item: shown, maxBytes: boundOf(chars, item), isDeclared: true };
}

/** `tools/greet/tool.sh` is `greet`, any other file has its own name. */
function usualName(folder: Folder, file: string): string {
  const { relative } = folder;
  const stem = stemOf(file);
  return stem === TOOL_STEM && relative !== ''
    ? relative.slice(relative.lastIndexOf('/') + 1)
    : stem;
}

/** A tool with a page beside it shows that page, unless it says otherwise. */
function withPage(item: ToolItem, folder: Folder, serverName: string): ToolItem {
  if (!folder.folders.includes('ui') || item._meta?.['ui'] !== undefined) return item;
  const resourceUri = pageUri(serverName, folder.path, 'ui');
  if (resourceUri === undefined) return item;
  return { ...item, _meta: { ...item._meta, ui: { resourceUri, visibility: ['model', 'app'] } } };
}
