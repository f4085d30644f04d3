// Metadata of a tool as an item of the registry.
import type { ToolItem } from '../registry-items.ts';
import {
  commonFields,
  flagField,
  mistake,
  objectField,
  schemaField,
  secondsField,
  textField,
  type Fields,
} from './item-fields.ts';

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/u;

export interface ToolPlace {
  /** Relative to the tools folder. */
  readonly path: string;
  /** What it is called where nobody says. */
  readonly name: string;
}

export function toToolItem(fields: Fields, place: ToolPlace): ToolItem {
  const name = textField(fields, 'name') ?? place.name;
  if (!TOOL_NAME.test(name)) {
    throw mistake(fields, `tool name '${name}' must be 1 to 64 letters, digits, '_', '-' or '.'`);
  }
  const outputSchema = objectField(fields, 'outputSchema');
  const annotations = objectField(fields, 'annotations');
  return {
    name,
    description: textField(fields, 'description') ?? '',
    path: place.path,
    inputSchema: schemaField(fields, 'inputSchema', 'arguments'),
    ...(outputSchema && { outputSchema }),
    ...timeFields(fields),
    ...(annotations && { annotations }),
    ...commonFields(fields),
  };
}

function timeFields(fields: Fields) {
  const timeoutSecs = secondsField(fields, 'timeoutSecs');
  const timeoutHint = textField(fields, 'timeoutHint');
  const progressExtendsTimeout = flagField(fields, 'progressExtendsTimeout');
  const maxTimeoutSecs = secondsField(fields, 'maxTimeoutSecs');
  return {
    ...(timeoutSecs !== undefined && { timeoutSecs }),
    ...(timeoutHint !== undefined && { timeoutHint }),
    ...(progressExtendsTimeout !== undefined && { progressExtendsTimeout }),
    ...(maxTimeoutSecs !== undefined && { maxTimeoutSecs }),
  };
}
