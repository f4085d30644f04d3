// Adds a toolset to a schema file, or changes the filter of one it has.
import { chmod, stat } from 'node:fs/promises';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { editJsonc } from '../../platform/edit-jsonc.ts';
import { editYaml } from '../../platform/edit-yaml.ts';
import { formatOf, readDocument, type ReadDocument } from '../../platform/read-document.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import { checkSchema, SCHEMA_VERSION } from '../../sources/mci/check/check-schema.ts';
import type { ToolFilter } from '../../sources/mci/tool-filter.ts';

export interface AddedToolset {
  readonly name: string;
  readonly filter?: ToolFilter;
}

/** Says whether the schema had the toolset before; what it had is replaced. */
export async function addToolset(file: string, added: AddedToolset): Promise<'added' | 'updated'> {
  const document = await readDocument(file);
  const before = toolsetsOf(document);
  const reference = toReference(added);
  refuseUnusable(reference);
  const place = before.findIndex((one) => nameOf(one) === added.name);
  const after = place === -1 ? [...before, reference] : before.with(place, reference);
  // Others may be allowed to read the file: a new version of it must not take that away.
  const { mode } = await stat(file);
  await writeFileAtomic(file, await withToolsets(document, after));
  await chmod(file, mode);
  return place === -1 ? 'added' : 'updated';
}

/** A reference that no load would take is not written. */
function refuseUnusable(reference: JsonValue): void {
  const schema = { schemaVersion: SCHEMA_VERSION, toolsets: [reference] };
  const [mistake] = checkSchema(schema, 'main');
  if (!mistake) return;
  throw new PlugboardError('invalid_arguments', { reason: `Toolset ${mistake.message}` });
}

function toReference({ name, filter }: AddedToolset): JsonValue {
  if (!filter) return name;
  return { name, filter: filter.kind, filterValue: filter.values.join(',') };
}

function nameOf(reference: JsonValue): JsonValue | undefined {
  return isJsonObject(reference) ? reference['name'] : reference;
}

function toolsetsOf({ file, data }: ReadDocument): readonly JsonValue[] {
  const toolsets = isJsonObject(data) ? (data['toolsets'] ?? []) : undefined;
  if (Array.isArray(toolsets)) return toolsets;
  const reason = toolsets === undefined ? 'must hold an object' : 'toolsets must be an array';
  throw new PlugboardError('config_error', { file, reason });
}

/** Strict JSON is laid out anew; where there are comments they are kept. */
async function withToolsets(
  document: ReadDocument,
  toolsets: readonly JsonValue[],
): Promise<string> {
  const value = [...toolsets];
  if (formatOf(document) === 'yaml') return editYaml(document.text, 'toolsets', value);
  if (!isStrictJson(document.text)) return editJsonc(document, [{ path: ['toolsets'], value }]);
  const data = isJsonObject(document.data) ? document.data : {};
  return `${JSON.stringify({ ...data, toolsets: value }, undefined, 2)}\n`;
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
