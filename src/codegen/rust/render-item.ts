// Writes a Rust item the way rustfmt would.
import {
  printType,
  type Boxed,
  type RustField,
  type RustItem,
  type RustType,
  type RustVariant,
} from './rust-type.ts';
import { renderRustDoc, RUST_WIDTH, toRustString } from './rust-text.ts';

const DERIVES = 'Debug, Clone, PartialEq, Serialize, Deserialize';
const CHOICE_DERIVES = 'Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize';
const UNION_DERIVES = `${DERIVES})]\n#[serde(untagged`;
const EMPTY_DERIVES = 'Debug, Clone, Default, PartialEq, Serialize, Deserialize';
const INDENT = '    ';
/** rustfmt breaks a tuple whose parts are longer. */
const TUPLE_WIDTH = 60;

export function renderItem(item: RustItem, isBoxed: Boxed): string {
  return renderRustDoc(item.doc, '') + renderDeclaration(item, isBoxed);
}

function renderDeclaration(item: RustItem, isBoxed: Boxed): string {
  const { name } = item;
  if (item.kind === 'struct') return renderStruct(name, item.fields, isBoxed);
  if (item.kind === 'choice') return renderEnum(item, CHOICE_DERIVES, item.variants.map(choiceRow));
  if (item.kind === 'union') {
    const rows = item.variants.map((variant) => unionRow(variant, isBoxed));
    return renderEnum(item, UNION_DERIVES, rows);
  }
  if (item.kind === 'alias') return renderAlias(name, item.of, isBoxed);
  const inner = printType(item.of, isBoxed);
  return `#[derive(${DERIVES})]\n#[serde(transparent)]\n${enclosed(`pub struct ${name}`, `pub ${inner}`, '')};\n`;
}

function renderAlias(name: string, of: RustType, isBoxed: Boxed): string {
  const text = printType(of, isBoxed);
  const isShort = text.length - '()'.length <= TUPLE_WIDTH;
  if (of.kind !== 'tuple' || of.of.length === 1 || isShort) {
    return fitting(`pub type ${name} =`, `${text};`, '');
  }
  const rows = of.of.map((part) => `${INDENT}${printType(part, isBoxed)},\n`);
  return `pub type ${name} = (\n${rows.join('')});\n`;
}

function renderEnum({ name }: RustItem, derives: string, rows: readonly string[]): string {
  return `#[derive(${derives})]\npub enum ${name} {\n${rows.join('')}}\n`;
}

function choiceRow({ name, value, doc }: RustVariant & { value: string }): string {
  return `${renderRustDoc(doc, INDENT)}${renderRename(name, value)}${INDENT}${name},\n`;
}

function unionRow({ name, type, doc }: RustVariant & { type: RustType }, isBoxed: Boxed): string {
  const text = enclosed(`${INDENT}${name}`, printType(type, isBoxed), INDENT);
  return `${renderRustDoc(doc, INDENT)}${text},\n`;
}

/** In brackets: on one line where it fits with what ends it, else on a line of its own. */
function enclosed(start: string, inner: string, indent: string): string {
  const line = `${start}(${inner})`;
  return line.length < RUST_WIDTH ? line : `${start}(\n${indent}${INDENT}${inner},\n${indent})`;
}

function renderStruct(name: string, fields: readonly RustField[], isBoxed: Boxed): string {
  // What needs nothing can be made of nothing.
  const needsNothing = fields.every(({ isOptional, jsonName }) => isOptional || !jsonName);
  const derive = `#[derive(${needsNothing ? EMPTY_DERIVES : DERIVES})]\n`;
  if (fields.length === 0) return `${derive}pub struct ${name} {}\n`;
  const rows = fields.map((field) => renderField(field, isBoxed));
  return `${derive}pub struct ${name} {\n${rows.join('')}}\n`;
}

function renderField({ name, jsonName, type, isOptional, doc }: RustField, isBoxed: Boxed): string {
  const attributes = [
    jsonName === undefined ? `${INDENT}#[serde(flatten)]\n` : renderRename(name, jsonName),
    isOptional ? `${INDENT}#[serde(default, skip_serializing_if = "Option::is_none")]\n` : '',
  ];
  const field = fitting(`${INDENT}pub ${name}:`, `${printType(type, isBoxed)},`, INDENT);
  return renderRustDoc(doc, INDENT) + attributes.join('') + field;
}

function renderRename(name: string, value: string): string {
  if (name === value) return '';
  const argument = `rename = ${toRustString(value)}`;
  const line = `${INDENT}#[serde(${argument})]`;
  // rustfmt leaves the last column of an attribute free.
  if (line.length < RUST_WIDTH) return `${line}\n`;
  return `${INDENT}#[serde(\n${INDENT}${INDENT}${argument}\n${INDENT})]\n`;
}

/** On one line where it fits, else the second half on a line of its own. */
export function fitting(start: string, end: string, indent: string): string {
  const line = `${start} ${end}`;
  return `${line.length <= RUST_WIDTH ? line : `${start}\n${indent}${INDENT}${end}`}\n`;
}
