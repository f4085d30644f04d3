// Finds the files of a toolset in the library by its name.
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface ToolsetFiles {
  readonly files: readonly string[];
  /** Present when the toolset is a directory: a file added to it belongs to the toolset. */
  readonly directory?: string;
}

const EXTENSIONS = ['.mci.json', '.mci.yaml', '.mci.yml'] as const;

/** A directory first, then the very file, then the file with one of the extensions. */
export async function findToolset(
  libraryDir: string,
  name: string,
): Promise<ToolsetFiles | undefined> {
  const path = resolve(libraryDir, name);
  if ((await kindOf(path)) === 'directory') {
    return { files: await listDirectory(path), directory: path };
  }
  for (const file of candidatesOf(path)) {
    if ((await kindOf(file)) === 'file') return { files: [file] };
  }
  return undefined;
}

/** Where a toolset may be, in the order they are looked at. */
export function candidatesOf(path: string): readonly string[] {
  return [path, ...EXTENSIONS.map((extension) => `${path}${extension}`)];
}

async function listDirectory(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)))
    .toSorted()
    .map((name) => join(directory, name));
}

async function kindOf(path: string): Promise<'file' | 'directory' | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return 'directory';
  return stats?.isFile() ? 'file' : undefined;
}
