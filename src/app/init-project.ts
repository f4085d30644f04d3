// Lays out a new project: a copy of an example that ships with the package.
import { chmod, cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { packageRoot } from '../platform/package-root.ts';
import { exists, toAbsolutePath } from './locate.ts';
import { makeFolder } from '../platform/make-folder.ts';

/** Where the example of each kind of project lies in the package. */
export const TEMPLATES = { scripts: 'examples/scripts' } as const;
export type TemplateName = keyof typeof TEMPLATES;

export interface NewProject {
  readonly template: TemplateName;
  readonly directory: string;
  readonly cwd: string;
}

/** Writes the files and returns their names; a directory that holds anything is left alone. */
export async function initProject(project: NewProject): Promise<readonly string[]> {
  const target = toAbsolutePath(project.directory, project.cwd);
  if (await isInUse(target)) {
    throw new PlugboardError(
      'forbidden',
      { what: project.directory, reason: 'is not empty' },
      { hint: 'Name a directory that does not exist yet' },
    );
  }
  makeFolder(target);
  await cp(join(packageRoot(), TEMPLATES[project.template]), target, { recursive: true });
  const files = await listFiles(target);
  await Promise.all(files.map((file) => keepExecutable(join(target, file))));
  return files;
}

async function isInUse(path: string): Promise<boolean> {
  if (!(await exists(path))) return false;
  return readdir(path).then(
    (entries) => entries.length > 0,
    () => true,
  );
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).toSorted();
}

/** Archives and some file systems lose the right to execute. */
async function keepExecutable(file: string): Promise<void> {
  const start = (await readFile(file)).subarray(0, 2).toString('latin1');
  if (start === '#!') await chmod(file, 0o755);
}
