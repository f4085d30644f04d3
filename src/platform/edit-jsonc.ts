// Puts members into a JSONC text and takes them out; every other character stays as its author wrote it.
import type { JsonValue } from '../core/json.ts';
import {
  parseDocument,
  placeOfObject,
  withoutMark,
  type DocumentText,
  type MemberPlace,
  type ObjectPlace,
} from './read-document.ts';

export interface JsoncEdit {
  /** From the root down to the member; objects on the way are made where they are missing. */
  readonly path: readonly string[];
  /** `undefined` takes the member out. */
  readonly value: JsonValue | undefined;
}

/** The text with all edits; one that cannot be understood is an error. */
export async function editJsonc(
  document: DocumentText,
  edits: readonly JsoncEdit[],
): Promise<string> {
  const isEmpty = (await parseDocument(document)) === undefined;
  let text = withoutMark(document.text);
  if (isEmpty) text = `${text.trimEnd()}${text.trim() === '' ? '' : '\n'}{}\n`;
  for (const edit of edits) text = await applyEdit(text, edit);
  return text;
}

async function applyEdit(text: string, edit: JsoncEdit): Promise<string> {
  const { path, value } = edit;
  const name = path.at(-1) ?? '';
  const parent = path.slice(0, -1);
  const object = await placeOfObject(text, parent);
  if (!object) {
    const isPossible = value !== undefined && parent.length > 0;
    return isPossible ? applyEdit(text, { path: parent, value: { [name]: value } }) : text;
  }
  const member = object.members.findLast((one) => one.name === name);
  if (value !== undefined) {
    return member ? replace(text, member, value) : insert(text, object, { name, value });
  }
  // Again, because a name that stands there twice would come back to life.
  return member ? applyEdit(remove(text, object, member), edit) : text;
}

function replace(text: string, member: MemberPlace, value: JsonValue): string {
  const rendered = render(value, indentAt(text, member.start), habitsOf(text));
  return text.slice(0, member.valueStart) + rendered + text.slice(member.end);
}

interface Member {
  readonly name: string;
  readonly value: JsonValue;
}

function insert(text: string, object: ObjectPlace, { name, value }: Member): string {
  const habits = habitsOf(text);
  const outer = indentAt(text, object.start);
  const last = object.members.at(-1);
  const startsLine = last && /(?:^|\n)[ \t]*$/u.test(text.slice(0, last.start));
  const indent = startsLine ? indentAt(text, last.start) : outer + habits.unit;
  const line = `${habits.eol}${indent}${JSON.stringify(name)}: ${render(value, indent, habits)}`;
  if (!last) {
    const inside = text.slice(object.start + 1, object.end - 1).trimEnd();
    const before = text.slice(0, object.start + 1) + inside;
    return before + line + habits.eol + outer + text.slice(object.end - 1);
  }
  const comma = commaBehind(text, last.end);
  const at = behindLineComment(text, comma ?? last.end);
  const rest = text.slice(at, object.end - 1);
  return [
    text.slice(0, last.end),
    comma === undefined ? ',' : '',
    text.slice(last.end, at),
    line,
    comma === undefined ? '' : ',',
    rest.includes('\n') ? rest : habits.eol + outer,
    text.slice(object.end - 1),
  ].join('');
}

/** Takes the line with it if nothing else stands there. */
function remove(text: string, object: ObjectPlace, member: MemberPlace): string {
  const comma = commaBehind(text, member.end);
  const before =
    comma === undefined ? withoutLastComma(text, object, member) : text.slice(0, member.start);
  const between = comma === undefined ? '' : text.slice(member.end, comma - 1);
  const rest = between + text.slice(comma ?? member.end);
  if (!/\n[ \t]*$/u.test(before)) return before + rest;
  const [lineEnd = ''] = /^[ \t]*\r?\n/u.exec(rest) ?? [];
  if (lineEnd === '') return before + rest.replace(/^[ \t]+/u, '');
  return before.replace(/[ \t]*$/u, '') + rest.slice(lineEnd.length);
}

/** What stands before the last member, without the comma that led to it. */
function withoutLastComma(text: string, object: ObjectPlace, member: MemberPlace): string {
  const previous = object.members.findLast(({ start }) => start < member.start);
  const comma = previous && commaBehind(text, previous.end);
  if (comma === undefined) return text.slice(0, member.start);
  return text.slice(0, comma - 1) + text.slice(comma, member.start);
}

/** Where a comma ends that stands behind a member, with nothing but blanks and comments between. */
function commaBehind(text: string, at: number): number | undefined {
  const trivia = /(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*)*/uy;
  trivia.lastIndex = at;
  trivia.exec(text);
  return text[trivia.lastIndex] === ',' ? trivia.lastIndex + 1 : undefined;
}

/** A comment on the same line is about what stands before it. */
function behindLineComment(text: string, at: number): number {
  const comments = /(?:[ \t]*\/\*[^\r\n]*?\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/uy;
  comments.lastIndex = at;
  comments.exec(text);
  return comments.lastIndex;
}

interface Habits {
  readonly unit: string;
  readonly eol: string;
}

/** How the author indents and ends lines. */
function habitsOf(text: string): Habits {
  const [, unit = '  '] = /^([ \t]+)"/mu.exec(text) ?? [];
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function render(value: JsonValue, indent: string, { unit, eol }: Habits): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

/** The blanks the line of this offset begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
}
