// Prints types the way a formatter would: on one line where they fit, else a line for each part.
import { renderDoc } from './doc-comment.ts';
import { LINE_WIDTH, toKey } from './literals.ts';
import type { Declaration } from './type-of-schema.ts';
import type { Member, TypeNode } from './type-node.ts';

type ObjectNode = TypeNode & { readonly kind: 'object' };
type TupleNode = TypeNode & { readonly kind: 'tuple' };

export function printDeclaration({ name, type, doc }: Declaration): string {
  const comment = renderDoc(doc, '');
  if (type.kind === 'object') return `${comment}export interface ${name} ${printBody(type, '')}\n`;
  return `${comment}${printAfter(`export type ${name} =`, type, '')};\n`;
}

/** What stands before the type, a blank or a new line, and the type. */
function printAfter(start: string, type: TypeNode, indent: string): string {
  const flat = printFlat(type);
  if (flat !== undefined && indent.length + start.length + flat.length + 2 <= LINE_WIDTH) {
    return `${start} ${flat}`;
  }
  if (type.kind === 'union') return `${start}\n${printRows(type.members, `${indent}  `)}`;
  return `${start} ${print(type, indent)}`;
}

function printRows(members: readonly TypeNode[], indent: string): string {
  const rows = members.map((member) => {
    return `${indent}| ${print(member, `${indent}  `, member.kind === 'intersection')}`;
  });
  return rows.join('\n');
}

/** On one line; `undefined` where a part wants lines of its own. */
function printFlat(type: TypeNode): string | undefined {
  if (type.kind === 'word') return type.text;
  if (type.kind === 'list') return wrapped(printFlat(type.item), needsBraces(type.item), '[]');
  if (type.kind === 'tuple') return printFlatTuple(type);
  if (type.kind === 'object') {
    const index = type.members.length === 0 && type.index ? printFlat(type.index) : undefined;
    return index === undefined ? undefined : `{ [key: string]: ${index} }`;
  }
  const parts = type.members.map((part) => wrapped(printFlat(part), needsBraces(part), ''));
  return allOf(parts)?.join(type.kind === 'union' ? ' | ' : ' & ');
}

function printFlatTuple({ items, rest }: TupleNode): string | undefined {
  const parts = items.map(({ type, isOptional }) =>
    wrapped(printFlat(type), isOptional && needsBraces(type), isOptional ? '?' : ''),
  );
  const last = rest && wrapped(printFlat(rest), needsBraces(rest), '[]');
  if (rest && last === undefined) return undefined;
  return wrapRow(allOf(parts), last === undefined ? [] : [`...${last}`]);
}

function wrapRow(
  parts: readonly string[] | undefined,
  more: readonly string[],
): string | undefined {
  return parts && `[${[...parts, ...more].join(', ')}]`;
}

function allOf(parts: readonly (string | undefined)[]): readonly string[] | undefined {
  const there = parts.filter((part) => part !== undefined);
  return there.length === parts.length ? there : undefined;
}

function wrapped(text: string | undefined, isWrapped: boolean, end: string): string | undefined {
  if (text === undefined) return undefined;
  return (isWrapped ? `(${text})` : text) + end;
}

function needsBraces(type: TypeNode): boolean {
  return type.kind === 'union' || type.kind === 'intersection';
}

/** Over several lines, the first of which is already indented. */
function print(type: TypeNode, indent: string, isWrapped = false): string {
  const flat = printFlat(type);
  if (flat !== undefined && indent.length + flat.length + 3 <= LINE_WIDTH) {
    return isWrapped ? `(${flat})` : flat;
  }
  if (type.kind === 'word') return type.text;
  if (type.kind === 'object') return printBody(type, indent);
  if (type.kind === 'tuple') return printTuple(type, indent);
  if (type.kind === 'union') return printWrapped(type.members, indent);
  if (type.kind === 'list') {
    const { item } = type;
    return `${print(item, indent, needsBraces(item))}[]`;
  }
  const parts = type.members.map((part) => print(part, indent, part.kind === 'union'));
  return isWrapped ? `(${parts.join(' & ')})` : parts.join(' & ');
}

function printWrapped(members: readonly TypeNode[], indent: string): string {
  return `(\n${printRows(members, `${indent}  `)}\n${indent})`;
}

function printTuple({ items, rest }: TupleNode, indent: string): string {
  const inner = `${indent}  `;
  const rows = items.map(({ type, isOptional }) => {
    return `${inner}${print(type, inner, isOptional && needsBraces(type))}${isOptional ? '?' : ''}`;
  });
  if (rest) rows.push(`${inner}...${print({ kind: 'list', item: rest }, inner)}`);
  return `[\n${rows.map((row) => `${row},\n`).join('')}${indent}]`;
}

function printBody({ members, index }: ObjectNode, indent: string): string {
  const inner = `${indent}  `;
  const rows = members.map((member) => printMember(member, inner));
  if (index) rows.push(`${inner}${printAfter('[key: string]:', index, inner)};\n`);
  return `{\n${rows.join('')}${indent}}`;
}

function printMember({ name, isOptional, type, doc }: Member, indent: string): string {
  const start = `${toKey(name)}${isOptional ? '?' : ''}:`;
  return `${renderDoc(doc, indent)}${indent}${printAfter(start, type, indent)};\n`;
}
