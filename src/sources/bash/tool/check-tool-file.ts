// Looks at the file of a tool right before it is run: it must be the project's own and nobody else's.
import { realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { PlugboardError } from '../../../core/errors.ts';
import { memoByObject } from '../../../core/memo.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';
import type { BashProject } from '../bash-project.ts';
import type { ToolItem } from '../registry-items.ts';

export interface ToolFile {
  /** Absolute, with links resolved. */
  readonly path: string;
  readonly isExecutable: boolean;
}

const EXECUTE_BITS = 0o111;
const OTHERS_MAY_WRITE = 0o022;
const ROOT = 0;

export function checkToolFile(project: BashProject, item: ToolItem): ToolFile {
  const { path, stats } = locate(project, item);
  if (!path.startsWith(toolsFolder(project)))
    throw rejected(item, 'it is outside the tools folder');
  const reason = whyForeign(stats);
  if (reason !== undefined) throw rejected(item, reason);
  return { path, isExecutable: (stats.mode & EXECUTE_BITS) !== 0 };
}

/** With a separator at its end; a folder that moves while the project is open is another project. */
const toolsFolder = memoByObject(
  ({ folders }: BashProject) => realpathSync.native(folders.tools) + sep,
);

function locate({ folders }: BashProject, item: ToolItem): { path: string; stats: Stats } {
  try {
    const path = realpathSync.native(join(folders.tools, item.path));
    return { path, stats: statSync(path) };
  } catch (cause) {
    const hint = `Its file ${item.path} is gone`;
    throw new PlugboardError('not_found', { kind: 'tool', name: item.name }, { cause, hint });
  }
}

/** What others can change, they could make us run. */
function whyForeign({ uid, mode }: Stats): string | undefined {
  const ours = process.getuid?.();
  if (ours === undefined) return undefined;
  if (uid !== ours && uid !== ROOT) return 'it belongs to another user';
  return (mode & OTHERS_MAY_WRITE) === 0 ? undefined : 'others may write to it (chmod go-w)';
}

function rejected({ name, path }: ToolItem, why: string): PlugboardError {
  return new PlugboardError(
    'tool_failed',
    { output: `Tool '${name}' path rejected by policy` },
    { wire: RPC.invalidParams, hint: `${path}: ${why}` },
  );
}
