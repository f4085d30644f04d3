// Metadata of a prompt as an item of the registry.
import type { PromptItem } from '../registry-items.ts';
import { commonFields, objectField, schemaField, textField, type Fields } from './item-fields.ts';

export interface PromptPlace {
  /** Relative to the prompts folder. */
  readonly path: string;
  /** What it is called where nobody says. */
  readonly name: string;
}

export function toPromptItem(fields: Fields, place: PromptPlace): PromptItem {
  const role = textField(fields, 'role');
  const metadata = objectField(fields, 'metadata');
  return {
    name: textField(fields, 'name') ?? place.name,
    description: textField(fields, 'description') ?? '',
    path: place.path,
    arguments: schemaField(fields, 'arguments', 'inputSchema'),
    ...(role !== undefined && { role }),
    ...(metadata && { metadata }),
    ...commonFields(fields),
  };
}
