// Which files of a folder are tools, and what they say about themselves.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/tool-source.ts';
import type { ToolItem } from '../registry-items.ts';
import { relativePath, type Finds, type Folder, type Found, type Metadata } from './found.ts';
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
      const problem = { subject: relativePath(folder, name), error: toPlugboardError(thrown) };
      problems = [...problems, problem];
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

/** Metadata that names nothing and describes nothing is no metadata. */
function ownMetadata(folder: Folder, file: string): (Metadata & { origin: string }) | undefined {
  const metaName = metaNameOf(file, folder);
  if (metaName === undefined) return undefined;
  const origin = relativePath(folder, metaName);
  const { data, chars } = loadMetadata(folder, metaName);
  if (data['name'] === undefined && data['description'] === undefined) return undefined;
  return { data, chars, origin };
}

function describe(folder: Folder, file: string, serverName: string): Found<ToolItem> {
  const relative = relativePath(folder, file);
  const meta = ownMetadata(folder, file);
  const said = meta ?? loadInlineMetadata(folder, file) ?? { data: {}, chars: 0 };
  const item = toToolItem(
    { data: said.data, origin: meta?.origin ?? relative, folder: folder.path },
    { path: relative, name: usualName(folder, file) },
  );
  const shown = withPage(item, folder, serverName);
  return { item: shown, maxBytes: boundOf(said.chars, item), isDeclared: true };
}

/** `tools/greet/tool.sh` is `greet`, any other file has its own name. */
function usualName(folder: Folder, file: string): string {
  const stem = stemOf(file);
  return stem === TOOL_STEM && folder.relative !== '' ? basename(folder.path) : stem;
}

/** A tool with a page beside it shows that page, unless it says otherwise. */
function withPage(item: ToolItem, folder: Folder, serverName: string): ToolItem {
  if (!folder.folders.includes('ui') || item._meta?.['ui'] !== undefined) return item;
  const resourceUri = pageUri(serverName, folder.path, 'ui');
  if (resourceUri === undefined) return item;
  return { ...item, _meta: { ...item._meta, ui: { resourceUri, visibility: ['model', 'app'] } } };
}
