// Copies a template that ships with the package, with names put in; nothing that exists is touched.
import { appendFile, chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { packageRoot } from '../../platform/package-root.ts';
import { toTitle } from '../../sources/bash/to-title.ts';
import { exists } from '../locate.ts';
import { makeFolder } from '../../platform/make-folder.ts';

/** The folders below `scaffold/`. */
export type TemplateName =
  | 'server'
  | 'readme'
  | 'hello'
  | 'tool'
  | 'prompt'
  | 'resource'
  | 'completion'
  | 'ui'
  | 'test'
  | 'bootstrap';

export interface Layout {
  readonly template: TemplateName;
  /** Absolute. */
  readonly target: string;
  readonly name: string;
}

/** Hooks that others could write are not run, so the mask of the user must not decide. */
const MODES = { folder: 0o755, script: 0o755, file: 0o644 } as const;

/** npm keeps no `.gitignore` in packages. */
const RENAMED: Readonly<Record<string, string>> = { 'gitignore.txt': '.gitignore' };

/** The files that were written, absolute; those that were there before are left out. */
export async function layOut({ template, target, name }: Layout): Promise<readonly string[]> {
  const from = join(packageRoot(), 'scaffold', template);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const written: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const fileName = RENAMED[entry.name] ?? filled(entry.name, name);
    const file = join(target, relative(from, entry.parentPath), fileName);
    if (await exists(file)) continue;
    await writeNew(file, filled(await readFile(source, 'utf8'), name));
    written.push(file);
  }
  return written.toSorted();
}

/** Adds the lines of a template that a file does not have yet; comments are not missed. */
export async function completeLines(file: string, template: string): Promise<void> {
  const [text, wanted] = await Promise.all(
    [file, join(packageRoot(), 'scaffold', template)].map((path) => readFile(path, 'utf8')),
  );
  const known = new Set((text ?? '').split('\n'));
  const lines = (wanted ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const missing = lines.filter((line) => !known.has(line));
  if (missing.length === 0) return;
  const start = text === '' || text?.endsWith('\n') ? '' : '\n';
  await appendFile(file, `${start}${missing.join('\n')}\n`);
}

export async function writeNew(file: string, text: string): Promise<void> {
  try {
    makeFolder(dirname(file), MODES.folder);
    await writeFile(file, text, { flag: 'wx' });
    await chmod(file, text.startsWith('#!') ? MODES.script : MODES.file);
  } catch (cause) {
    const reason = `cannot be written (${errnoOf(cause) ?? 'unknown error'})`;
    throw new PlugboardError('forbidden', { what: file, reason }, { cause });
  }
}

function filled(text: string, name: string): string {
  return text.replaceAll('__NAME__', name).replaceAll('__TITLE__', toTitle(name));
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/** Names some clients refuse are not made in the first place. */
export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  const reason = `'${name}' is no name: 1 to 64 letters, digits, '-' and '_' make one`;
  const undotted = name.replaceAll('.', '-');
  const hint = `Some clients refuse dots; try ${undotted}`;
  throw new PlugboardError('invalid_arguments', { reason }, NAME.test(undotted) ? { hint } : {});
}

export async function refuseExisting(path: string, what: string): Promise<void> {
  if (!(await exists(path))) return;
  const hint = 'Choose another name, or remove it first';
  throw new PlugboardError('forbidden', { what, reason: 'already exists' }, { hint });
}
