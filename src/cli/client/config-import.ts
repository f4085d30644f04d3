// Shows the servers another program has configured, and copies them into a file of ours.
import { addServers, toPortableEntry } from '../../config/edit-config.ts';
import type { ConfiguredServer } from '../../config/found-entry.ts';
import { loadEditorServers } from '../../config/load-config.ts';
import { EDITOR_NAMES, type EditorName } from '../../config/server-definition.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import type { Deps } from '../deps.ts';
import { suggest } from '../suggest.ts';
import { unreadable } from '../unreadable.ts';

export interface ImportOptions {
  readonly path: string | undefined;
  readonly filter: string | undefined;
  readonly root: string | undefined;
  /** Copy them into this file. */
  readonly copyTo: string | undefined;
  readonly isReplacing: boolean;
}

export async function importServers(
  name: string | undefined,
  options: ImportOptions,
  deps: Deps,
): Promise<readonly ConfiguredServer[]> {
  const { path, filter = '', root, copyTo, isReplacing } = options;
  const { cwd, home, env } = deps;
  const { servers, problems } = await loadEditorServers({
    editor: toEditor(name),
    cwd,
    home,
    env,
    ...(path !== undefined && { path: toAbsolutePath(path, cwd) }),
    ...(root !== undefined && { rootDir: root }),
  });
  const [problem] = problems;
  if (problem && servers.size === 0) throw problem.error;
  const found = [...servers.values()].filter((server) => server.name.includes(filter));
  if (copyTo !== undefined && found.length > 0) {
    const usable = found.filter(({ declared }) => declared);
    await addServers(
      copyTo,
      usable.map((server) => ({ name: server.name, entry: toPortableEntry(server), isReplacing })),
    );
  }
  return found;
}

function toEditor(name = ''): EditorName {
  const known = EDITOR_NAMES.find((editor) => editor === name);
  if (known) return known;
  const meant = suggest(name, EDITOR_NAMES);
  const hint = meant === undefined ? undefined : `Did you mean \`${meant}\`?`;
  throw unreadable(`name one of ${EDITOR_NAMES.join(', ')}`, {
    ...(hint !== undefined && { hint }),
  });
}
