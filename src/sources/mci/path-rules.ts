// Which files and directories a tool may touch, and the one place where a path is checked.
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';

export interface PathRules {
  /** Where relative paths start; always allowed. */
  readonly schemaDir: string;
  readonly anyPaths: boolean;
  /** Allowed beside the directory of the schema, absolute. */
  readonly allowed: readonly string[];
}

/** What a tool says about paths; absent means that the schema decides. */
export interface OwnPathSettings {
  readonly enableAnyPaths?: boolean;
  readonly directoryAllowList?: readonly string[];
}

/** A tool of the main schema may say what it likes; a present setting overrides the schema's. */
export function overridden(rules: PathRules, own: OwnPathSettings): PathRules {
  return {
    schemaDir: rules.schemaDir,
    anyPaths: own.enableAnyPaths ?? rules.anyPaths,
    allowed: own.directoryAllowList?.map((text) => resolve(rules.schemaDir, text)) ?? rules.allowed,
  };
}

/** A tool that came from elsewhere can give up what the main schema allows, and gain nothing. */
export function narrowed(rules: PathRules, own: OwnPathSettings): PathRules {
  const wanted = overridden(rules, own);
  const roots = [rules.schemaDir, ...rules.allowed];
  const isWithin = (path: string) => rules.anyPaths || roots.some((root) => contains(root, path));
  return {
    schemaDir: rules.schemaDir,
    anyPaths: rules.anyPaths && own.enableAnyPaths !== false,
    allowed: wanted.allowed.filter(isWithin),
  };
}

/**
 * The real path behind a text, symbolic links followed, if the rules allow it. Whoever opens it
 * must open exactly this path.
 */
export async function allowedPath(text: string, rules: PathRules): Promise<string> {
  if (text.includes('\0')) throw refused(text, 'holds a NUL character');
  const real = await realPathOf(resolve(rules.schemaDir, text));
  if (rules.anyPaths) return real;
  for (const root of [rules.schemaDir, ...rules.allowed]) {
    if (contains(await realPathOf(root), real)) return real;
  }
  throw refused(text, 'is outside the directory of the schema and its allow-list');
}

function refused(what: string, reason: string): PlugboardError {
  const hint = 'Add its directory to directoryAllowList, or set enableAnyPaths';
  return new PlugboardError('forbidden', { what, reason }, { hint });
}

/** What does not exist yet counts as being where its nearest existing parent really is. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    const parent = dirname(path);
    if (parent === path || !isAbsence(thrown)) throw unreadable(path, thrown);
    return join(await realPathOf(parent), basename(path));
  }
}

function isAbsence(thrown: unknown): boolean {
  return errnoOf(thrown) === 'ENOENT' || errnoOf(thrown) === 'ENOTDIR';
}

function unreadable(path: string, cause: unknown): PlugboardError {
  const reason = `cannot be read (${errnoOf(cause) ?? 'unknown error'})`;
  return new PlugboardError('forbidden', { what: path, reason }, { cause });
}

/** Whether a path is a directory itself or lies in it; both absolute. */
export function contains(directory: string, path: string): boolean {
  const way = relative(directory, path);
  // On Windows the way to another drive is an absolute path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
