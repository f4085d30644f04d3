// Indents and colours JSON without reading its values, so that no digit of a number is lost.
import type { Colour, Palette } from '../palette.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu;

/** The text indented, or `undefined` where it is no JSON object or list. */
export function prettyJson(text: string, palette: Palette): string | undefined {
  if (!/^\s*[[{]/u.test(text) || !isJson(text)) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  let out = '';
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1] ?? '';
    if (token === '{' || token === '[') {
      const isEmpty = next === '}' || next === ']';
      depth += 1;
      out += token + (isEmpty ? '' : newline(depth));
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[at - 1] ?? '';
      out += (before === '{' || before === '[' ? '' : newline(depth)) + token;
    } else if (token === ',') out += `,${newline(depth)}`;
    else if (token === ':') out += ': ';
    else out += palette[colourOf(token, next)](token);
  }
  return out;
}

function newline(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}

function colourOf(token: string, next: string): Colour {
  if (token.startsWith('"')) return next === ':' ? 'cyan' : 'green';
  return token === 'null' ? 'dim' : 'yellow';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
