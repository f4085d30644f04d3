// The note an artifact carries about its own making: written into a comment, found again in any file.
import { isJsonObject } from '../core/json.ts';
import { ARTIFACT_KINDS, type ArtifactKind, type Provenance } from './catalog.ts';

const START = '@plugboard-artifact ';
const END = ' @end';

/**
 * One line of plain ASCII without `@` and `*` inside: it survives comments of every language, raw
 * string literals and executables, and nothing in it looks like its own end.
 */
export function renderNote(provenance: Provenance): string {
  const json = JSON.stringify(provenance).replaceAll(/[@*\u{7F}-\u{10FFFF}]/gu, escaped);
  return `${START}${json}${END}`;
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** What every artifact starts with, each line behind the comment mark of its language. */
export function renderHeader(provenance: Provenance, mark: '//' | '#'): string {
  const { kind, version, server, source } = provenance;
  const lines = [
    `Made by plugboard ${version} from ${oneLine(server)} (${oneLine(source)}). Do not edit:`,
    `make it again with \`plugboard ${AGAIN[kind]}\`.`,
    renderNote(provenance),
  ];
  return lines.map((line) => `${mark} ${line}\n`).join('');
}

const AGAIN: Readonly<Record<ArtifactKind, string>> = {
  'types-ts': 'emit-ts',
  'client-ts': 'emit-ts',
  'cli-ts': 'generate-cli --from <this file>',
  'client-rust': 'emit-rs',
  'cli-rust': 'generate-cli --from <this file>',
};

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** The first note in the bytes of a file, read as Latin-1; `undefined` where there is none. */
export function findNote(text: string): Provenance | undefined {
  for (let at = text.indexOf(START); at !== -1; at = text.indexOf(START, at + 1)) {
    const end = text.indexOf(END, at);
    const provenance = end === -1 ? undefined : parseNote(text.slice(at + START.length, end));
    if (provenance) return provenance;
  }
  return undefined;
}

function parseNote(json: string): Provenance | undefined {
  try {
    const data: unknown = JSON.parse(json);
    return isProvenance(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

function isProvenance(data: unknown): data is Provenance {
  if (!isJsonObject(data)) return false;
  const { format, kind, server, origin, options, tools } = data;
  const isKnown = format === 1 && ARTIFACT_KINDS.some((one) => one === kind);
  const isWhole = isJsonObject(origin) && isJsonObject(options) && Array.isArray(tools);
  return isKnown && typeof server === 'string' && isWhole;
}
