// Opens a source by the word that names it: one row per kind of source.
import { basename } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import type { ToolSource } from '../core/tool-source.ts';
import type { BashOptions } from '../sources/bash/open-bash.ts';
import type { ScriptsOptions } from '../sources/scripts/open-scripts.ts';
import { isBashProject } from './bash/is-bash-project.ts';
import { exists, isDirectory, toAbsolutePath } from './locate.ts';
import { isMciFileName } from './mci/is-mci-file-name.ts';
import type { MciFileOptions } from './mci/open-mci-file.ts';

export interface OpenOptions {
  /** Where relative paths start. */
  readonly cwd: string;
  /** What scripts are told and bound by; ignored by sources of other kinds. */
  readonly scripts?: (root: string) => ScriptsOptions;
  /** What MCI schemas read and whether they are watched; ignored by sources of other kinds. */
  readonly mci?: MciFileOptions;
  /** What mcp-bash projects read and whether they are watched; ignored by sources of other kinds. */
  readonly bash?: BashOptions;
}

interface SourceKind {
  readonly accepts: (path: string) => Promise<boolean>;
  readonly open: (path: string, options: OpenOptions) => Promise<ToolSource>;
}

const KINDS: readonly SourceKind[] = [
  { accepts: isBashProject, open: openBashProject },
  { accepts: isDirectory, open: openDirectory },
  { accepts: isMciFile, open: openSchema },
];

/** Opens what a path names. */
export async function openSource(text: string, options: OpenOptions): Promise<ToolSource> {
  const path = toAbsolutePath(text, options.cwd);
  for (const kind of KINDS) {
    if (await kind.accepts(path)) return kind.open(path, options);
  }
  throw await refusal(text, path);
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

async function isMciFile(path: string): Promise<boolean> {
  return isMciFileName(path) && exists(path);
}

async function openSchema(path: string, { mci }: OpenOptions): Promise<ToolSource> {
  const { openMciFile } = await import('./mci/open-mci-file.ts');
  return openMciFile(path, { id: toSourceId(withoutEndings(path)), ...mci });
}

/** `tools.mci.yaml` as `tools`. */
function withoutEndings(path: string): string {
  return path.replace(/(?:\.mci)?\.(?:json|ya?ml)$/iu, '');
}

async function refusal(text: string, path: string): Promise<PlugboardError> {
  const hint = 'A source is a directory of executables, a mcp-bash project or an MCI file';
  if (!(await exists(path))) {
    return new PlugboardError('not_found', { kind: 'source', name: text }, { hint });
  }
  return new PlugboardError(
    'not_supported',
    { source: 'plugboard', what: `'${text}' as a source` },
    { hint },
  );
}
