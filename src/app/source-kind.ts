// Which kind of source a path is: decided once, for opening it and for looking it over.
import { PlugboardError } from '../core/errors.ts';
import { isBashProject } from './bash/is-bash-project.ts';
import { exists, isDirectory } from './locate.ts';
import { isMciFileName } from './mci/is-mci-file-name.ts';

/** The first that accepts a path has it. */
const ACCEPTS = {
  bash: isBashProject,
  scripts: isDirectory,
  mci: async (path: string) => isMciFileName(path) && exists(path),
} as const;

export type SourceKind = keyof typeof ACCEPTS;

const KINDS = Object.keys(ACCEPTS) as readonly SourceKind[];

/** `text` is what the path was called by whoever named it. */
export async function sourceKindOf(path: string, text: string): Promise<SourceKind> {
  for (const kind of KINDS) if (await ACCEPTS[kind](path)) return kind;
  throw await refusal(text, path);
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
