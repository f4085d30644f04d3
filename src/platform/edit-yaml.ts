// Writes YAML: data as a text, or one member of a text that otherwise stays as its author wrote it.
import type { JsonValue } from '../core/json.ts';

export async function renderYaml(value: JsonValue): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}

/** The text with another value for a member of the root; comments are kept. */
export async function editYaml(text: string, member: string, value: JsonValue): Promise<string> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  document.set(member, document.createNode(value));
  return document.toString({ lineWidth: 0 });
}
