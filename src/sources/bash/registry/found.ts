// What reading one folder of a project gives: items, and what could not become one.
import { toPlugboardError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Problem } from '../../../core/tool-source.ts';
import { isShortage } from '../../../platform/shortage.ts';

export interface Found<Item> {
  readonly item: Item;
  /** No registry file is longer than the sum of these. */
  readonly maxBytes: number;
  /** The file it stands for; a declared item keeps that file from being listed on its own. */
  readonly file?: string;
  /** Said by metadata, and not only guessed from a file that lies there. */
  readonly isDeclared: boolean;
}

export interface Finds<Item> {
  readonly found: readonly Found<Item>[];
  readonly problems: readonly Problem[];
  /** The sum of theirs, where it is known. */
  readonly maxBytes?: number;
}

/** A folder as the walk saw it; hidden entries and links are left out. */
export interface Folder {
  readonly path: string;
  /** Relative to the root of the walk, with `/`; empty for the root itself. */
  readonly relative: string;
  readonly files: readonly string[];
  /** Those of the files that are metadata. */
  readonly metas: ReadonlySet<string>;
  readonly folders: readonly string[];
  /** Whether a folder above it holds something that was found. */
  readonly isBelowFound: boolean;
  /** What its files said, by name, for the next time it is read. */
  readonly said: Map<string, Metadata | undefined>;
  /** What they said the last time, and when that was. */
  readonly before: { readonly said: Folder['said']; readonly readAtMs: number } | undefined;
}

/** What a file says about itself or another. */
export interface Metadata {
  readonly data: JsonObject;
  /** How long its text is. */
  readonly chars: number;
  /** The file it is said in, as users know it. */
  readonly origin: string;
}

export function relativePath(folder: Folder, name: string): string {
  return folder.relative === '' ? name : `${folder.relative}/${name}`;
}

/** Why something is not listed. Where the system does not let us look, that is no reason: it is thrown. */
export function toProblem(subject: string, thrown: unknown): Problem {
  if (isShortage(thrown)) throw thrown;
  return { subject, error: toPlugboardError(thrown) };
}
