// Reads the servers of one editor from every file it may keep them in.
import { toPlugboardError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { ReadDocument } from '../platform/read-document.ts';
import type { Places } from './config-files.ts';
import {
  looksLikeServer,
  valueAt,
  type Editor,
  type EditorFile,
  type Keys,
} from './editors/editor.ts';
import { entriesOf, folderOf, type FoundEntry } from './found-entry.ts';
import type { ConfigPart, ConfigProblem, DocumentReader } from './read-config-file.ts';

export interface EditorContext {
  readonly editor: Editor;
  readonly places: Places;
  readonly readDocument: DocumentReader;
  /** Only this file, wherever it stands, instead of the usual ones. */
  readonly path?: string;
}

/** Broken files are reported and left out; none of them is one somebody asked for. */
export async function readEditor(context: EditorContext): Promise<ConfigPart> {
  const { name } = context.editor;
  const problems = new Map<string, ConfigProblem>();
  const read: DocumentReader = async (path) => {
    try {
      return await context.readDocument(path);
    } catch (thrown) {
      const error = toPlugboardError(thrown);
      problems.set(path, { file: path, layer: 'import', editor: name, error });
      return undefined;
    }
  };
  const lists = await Promise.all(filesOf(context).map((file) => readFile(file, context, read)));
  return { found: applySwitches(lists.flat()), problems: [...problems.values()] };
}

/** In the home directory the project's files are the user's own. */
function filesOf({ editor, places, path }: EditorContext): readonly EditorFile[] {
  const files = editor.files(places);
  if (path !== undefined) {
    return [{ path, scope: 'user', containers: files.flatMap(({ containers }) => containers) }];
  }
  const known = new Set<string>();
  return files.filter((file) => {
    const key = JSON.stringify([file.path, file.containers]);
    return !known.has(key) && known.add(key);
  });
}

async function readFile(
  file: EditorFile,
  { editor, places }: EditorContext,
  readDocument: DocumentReader,
): Promise<readonly FoundEntry[]> {
  const document = await readDocument(file.path);
  const container = document && findContainer(document, file.containers);
  if (!container) return [];
  const disabled = await readDisabled(file, readDocument);
  const baseDir = file.scope === 'project' ? places.rootDir : folderOf(document);
  return entriesOf(container.servers, (name, value) => ({
    name,
    value,
    document,
    keys: [...container.keys, name],
    layer: 'import',
    baseDir,
    editor: editor.name,
    translate: editor.translate,
    ...(disabled.has(name) && { isSwitchedOn: false }),
  }));
}

function findContainer(
  { data }: ReadDocument,
  containers: readonly Keys[],
): { readonly keys: Keys; readonly servers: JsonObject } | undefined {
  for (const keys of containers) {
    const value = valueAt(data, keys);
    if (!isJsonObject(value) || looksLikeServer(value)) continue;
    if (keys.length > 0) return { keys, servers: value };
    const servers = Object.entries(value).filter(([, member]) => looksLikeServer(member));
    return { keys, servers: Object.fromEntries(servers) };
  }
  return undefined;
}

async function readDisabled(
  { disabledBy = [] }: EditorFile,
  readDocument: DocumentReader,
): Promise<ReadonlySet<unknown>> {
  const lists = await Promise.all(
    disabledBy.map(async ({ path, keys }) => valueAt((await readDocument(path))?.data, keys)),
  );
  return new Set(lists.flatMap((list) => (Array.isArray(list) ? list : [])));
}

/** An entry that only says `enabled` is about the server of that name in a later file. */
function applySwitches(found: readonly FoundEntry[]): readonly FoundEntry[] {
  const switches = new Map<string, boolean>();
  return found.flatMap((entry): readonly FoundEntry[] => {
    const isSwitchedOn = switchOf(entry);
    if (isSwitchedOn !== undefined) {
      if (!switches.has(entry.name)) switches.set(entry.name, isSwitchedOn);
      return [];
    }
    const switchedOn = switches.get(entry.name);
    return [switchedOn === undefined ? entry : { ...entry, isSwitchedOn: switchedOn }];
  });
}

function switchOf({ value }: FoundEntry): boolean | undefined {
  if (!isJsonObject(value) || looksLikeServer(value)) return undefined;
  const { enabled, disabled } = value;
  if (typeof enabled === 'boolean') return enabled;
  return typeof disabled === 'boolean' ? !disabled : undefined;
}
