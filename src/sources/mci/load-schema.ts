// Reads one schema file and refuses it when it is wrong, naming file, line, column and field.
import { stat } from 'node:fs/promises';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { errnoOf } from '../../platform/errno.ts';
import {
  positionsIn,
  readDocument,
  type DocumentText,
  type Position,
} from '../../platform/read-document.ts';
import { checkSchema, type SchemaKind } from './check/check-schema.ts';
import { renderPath, type DataPath, type Finding } from './check/finding.ts';
import type { Schema } from './schema.ts';

export interface SchemaFile {
  readonly file: string;
  readonly data: Schema;
}

export type LoadFile = (file: string, kind: SchemaKind) => Promise<SchemaFile>;

/** A finding with the place where it was found, for people. */
export interface LocatedFinding extends Finding {
  readonly file: string;
  readonly position?: Position;
}

const FILE_START: Position = { line: 1, column: 1 };
const EXTENSION = /\.(?:json|ya?ml)$/iu;

export async function loadSchemaFile(file: string, kind: SchemaKind): Promise<SchemaFile> {
  if (!EXTENSION.test(file)) {
    const reason = 'a schema file ends in .json, .yaml or .yml';
    throw new PlugboardError('config_error', { file, reason });
  }
  const document = await readDocument(file);
  const errors = checkSchema(document.data, kind).filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || !isJsonObject(document.data)) throw await refusal(document, errors);
  // The check has just made sure of it.
  const data = document.data as unknown as Schema;
  return { file, data };
}

export async function located(
  document: DocumentText,
  findings: readonly Finding[],
): Promise<readonly LocatedFinding[]> {
  if (findings.length === 0) return [];
  const positionOf = await positionsIn(document);
  return findings.map((finding) => {
    const position = finding.path.length === 0 ? FILE_START : positionOf(finding.path);
    return { ...finding, file: document.file, ...(position && { position }) };
  });
}

const SHOWN_ERRORS = 3;

async function refusal(
  document: DocumentText,
  errors: readonly Finding[],
): Promise<PlugboardError> {
  const shown = await located(document, errors.slice(0, SHOWN_ERRORS));
  return toError(document.file, shown, errors.length - shown.length);
}

function toError(file: string, shown: readonly LocatedFinding[], others = 0): PlugboardError {
  const reason = shown.map(renderFinding).join('; ') + (others > 0 ? `; and ${others} more` : '');
  const [first] = shown;
  const field = first ? renderPath(first.path) : '';
  const data = { file, field, ...(first?.position && { ...first.position }) };
  return new PlugboardError('config_error', { file, reason }, { data });
}

export function renderFinding({ path, message, position }: LocatedFinding): string {
  const field = path.length === 0 ? '' : `${renderPath(path)} `;
  const where = position ? ` at line ${position.line} column ${position.column}` : '';
  return `${field}${message}${where}`;
}

/** A mistake that shows only when the file is put to use, with its place in the file. */
export async function mistakeIn(
  file: string,
  path: DataPath,
  message: string,
): Promise<PlugboardError> {
  const document = await readDocument(file);
  return refusal(document, [{ severity: 'error', path, message }]);
}

/** Each of several such mistakes as an error of its own; the file is read once. */
export async function mistakesIn(
  file: string,
  findings: readonly Finding[],
): Promise<readonly PlugboardError[]> {
  const document = await readDocument(file);
  return (await located(document, findings)).map((one) => toError(document.file, [one]));
}

/** Tells versions of a file apart; `undefined` when there is no such file. */
export async function fileStamp(file: string): Promise<string | undefined> {
  try {
    const stats = await stat(file, { bigint: true });
    return stats.isFile() ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}` : undefined;
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT' || errnoOf(thrown) === 'ENOTDIR') return undefined;
    throw thrown;
  }
}
