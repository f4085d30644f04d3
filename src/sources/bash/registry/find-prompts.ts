// Which files of a folder are prompts, and what is said about them.
import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Problem } from '../../../core/tool-source.ts';
import type { PromptItem } from '../registry-items.ts';
import { relativePath, toProblem, type Finds, type Folder, type Found } from './found.ts';
import { boundOf, mistake, textField, type Fields } from './item-fields.ts';
import { isListable } from './listable.ts';
import { loadInlineMetadata, loadMetadata, META_ENDING, metaNameOf, stemOf } from './metadata.ts';
import { toPromptItem } from './to-prompt-item.ts';

export function findPrompts(folder: Folder, promptsFolder: string): Finds<PromptItem> {
  const found: Found<PromptItem>[] = [];
  const problems: Problem[] = [];
  const attempt = (name: string, describe: () => Found<PromptItem>) => {
    try {
      found.push(describe());
    } catch (thrown) {
      problems.push(toProblem(relativePath(folder, name), thrown));
    }
  };
  const files = folder.files.filter(isListable);
  const used = new Set(files.flatMap((name) => metaNameOf(name, folder) ?? []));
  for (const name of files) attempt(name, () => describeFile(folder, name, promptsFolder));
  const alone = folder.files.filter((name) => name.endsWith(META_ENDING) && !used.has(name));
  for (const name of alone) attempt(name, () => describeAlone(folder, name, promptsFolder));
  return { found, problems };
}

function describeFile(folder: Folder, name: string, promptsFolder: string): Found<PromptItem> {
  const metaName = metaNameOf(name, folder);
  const ownPath = relativePath(folder, name);
  const said =
    metaName === undefined ? loadInlineMetadata(folder, name) : loadMetadata(folder, metaName);
  const { data, chars, origin } = said ?? { data: {}, chars: 0, origin: ownPath };
  const fields: Fields = { data, origin, folder: folder.path };
  const path = templatePath(fields, promptsFolder) ?? ownPath;
  const item = toPromptItem(fields, { path, name: stemOf(name) });
  return asFound(item, { chars, promptsFolder, isDeclared: said !== undefined });
}

/** Metadata without a file of its name says itself where the template is. */
function describeAlone(folder: Folder, metaName: string, promptsFolder: string): Found<PromptItem> {
  const { data, chars, origin } = loadMetadata(folder, metaName);
  const fields: Fields = { data, origin, folder: folder.path };
  const path = templatePath(fields, promptsFolder);
  if (path === undefined) throw mistake(fields, 'path is missing');
  const item = toPromptItem(fields, { path, name: metaName.slice(0, -META_ENDING.length) });
  return asFound(item, { chars, promptsFolder, isDeclared: true });
}

/** `path` starts at the prompts folder, or at the folder of its metadata. */
function templatePath(fields: Fields, promptsFolder: string): string | undefined {
  const said = textField(fields, 'path');
  if (said === undefined) return undefined;
  const places = [resolve(promptsFolder, said), resolve(fields.folder, said)];
  const file = places.find((place) => existsSync(place));
  if (file === undefined) throw mistake(fields, `path '${said}' does not exist`);
  const inside = relative(promptsFolder, file);
  if (!inside.startsWith('..') && !isAbsolute(inside)) return inside;
  throw mistake(fields, `path '${said}' is outside the prompts folder`);
}

interface PromptFacts {
  readonly chars: number;
  readonly promptsFolder: string;
  readonly isDeclared: boolean;
}

function asFound(item: PromptItem, facts: PromptFacts): Found<PromptItem> {
  return {
    item,
    maxBytes: boundOf(facts.chars, item),
    file: join(facts.promptsFolder, item.path),
    isDeclared: facts.isDeclared,
  };
}
