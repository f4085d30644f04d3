// Opens a source by the word that names it: one row per kind of source.
import { basename } from 'node:path';
import type { ToolSource } from '../core/tool-source.ts';
import type { BashOptions } from '../sources/bash/open-bash.ts';
import type { ScriptsOpening } from '../sources/scripts/open-scripts.ts';
import { toAbsolutePath } from './locate.ts';
import type { MciFileOptions } from './mci/open-mci-file.ts';
import { sourceKindOf, type SourceKind } from './source-kind.ts';

export interface OpenOptions {
  /** Where relative paths start. */
  readonly cwd: string;
  /** What scripts are told and bound by; ignored by sources of other kinds. */
  readonly scripts?: (root: string) => ScriptsOpening;
  /** What MCI schemas read and whether they are watched; ignored by sources of other kinds. */
  readonly mci?: MciFileOptions;
  /** What mcp-bash projects read and whether they are watched; ignored by sources of other kinds. */
  readonly bash?: BashOptions;
}

type OpenKind = (path: string, options: OpenOptions) => Promise<ToolSource>;

const OPEN: Readonly<Record<SourceKind, OpenKind>> = {
  bash: openBashProject,
  scripts: openDirectory,
  mci: openSchema,
};

/** Opens what a path names. */
export async function openSource(text: string, options: OpenOptions): Promise<ToolSource> {
  const path = toAbsolutePath(text, options.cwd);
  return OPEN[await sourceKindOf(path, text)](path, options);
}

/** A name for a source on a shared wire: letters, digits, `_` and `-` of the last part of its path. */
function toSourceId(path: string): string {
  return basename(path).replaceAll(/[^A-Za-z0-9_-]+/gu, '_') || 'source';
}

async function openDirectory(path: string, { scripts }: OpenOptions): Promise<ToolSource> {
  const { openScripts } = await import('../sources/scripts/open-scripts.ts');
  return openScripts(path, { id: toSourceId(path), ...scripts?.(path) });
}

async function openBashProject(path: string, { bash }: OpenOptions): Promise<ToolSource> {
  const { openBash } = await import('../sources/bash/open-bash.ts');
  return openBash(path, { id: toSourceId(path), ...bash });
}

async function openSchema(path: string, { mci }: OpenOptions): Promise<ToolSource> {
  const { openMciFile } = await import('./mci/open-mci-file.ts');
  return openMciFile(path, { id: toSourceId(withoutEndings(path)), ...mci });
}

/** `tools.mci.yaml` as `tools`. */
function withoutEndings(path: string): string {
  return path.replace(/(?:\.mci)?\.(?:json|ya?ml)$/iu, '');
}
