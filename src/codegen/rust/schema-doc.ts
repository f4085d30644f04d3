// What a schema says in words, as the lines of a comment.
import type { JsonObject } from '../../core/json.ts';
import { toDocLines } from './rust-text.ts';

export function docOf(schema: JsonObject): readonly string[] {
  const { description, title, format, default: preset, deprecated } = schema;
  const text = [description, title].find((one) => typeof one === 'string') ?? '';
  const facts = [
    ...(typeof format === 'string' ? [`Format: ${format}`] : []),
    ...(preset === undefined ? [] : [`Default: ${JSON.stringify(preset)}`]),
    ...(deprecated === true ? ['Deprecated.'] : []),
  ].flatMap(toDocLines);
  const said = toDocLines(text);
  return said.length > 0 && facts.length > 0 ? [...said, '', ...facts] : [...said, ...facts];
}
