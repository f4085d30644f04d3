// What a schema says in words, as TSDoc.
import type { JsonObject } from '../../core/json.ts';

/** The lines of the comment of a schema. */
export function docOf(schema: JsonObject): readonly string[] {
  const { title, description, format, default: preset, deprecated } = schema;
  const text = [description, title].find((one) => typeof one === 'string') ?? '';
  return [
    ...toLines(text),
    ...(typeof format === 'string' ? [`Format: ${format}`] : []),
    ...(preset === undefined ? [] : [`@defaultValue ${JSON.stringify(preset)}`]),
    ...(deprecated === true ? ['@deprecated'] : []),
  ];
}

/** Lines without what would end a comment or a line early. */
export function toLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

/** The comment, ending with its line; nothing for no lines. */
export function renderDoc(lines: readonly string[], indent: string): string {
  // No line separator, no control character, no end of the comment.
  const safe = lines.flatMap(toLines).map((line) =>
    line
      .replaceAll('*/', String.raw`*\/`)
      .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
      .trimEnd(),
  );
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  const rows = safe.map((line) => (line === '' ? `${indent} *\n` : `${indent} * ${line}\n`));
  return `${indent}/**\n${rows.join('')}${indent} */\n`;
}
