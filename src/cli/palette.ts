// Colours for terminals, and none for anything else.
import type { Deps } from './deps.ts';
import { isTerminal } from './io.ts';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

const mark = (code: number) => `\u001B[${code}m`;

/** All that a palette adds to a text. */
export const COLOUR_MARKS: ReadonlyMap<string, 'on' | 'off'> = new Map(
  Object.values(CODES).flatMap(([on, off]) => [
    [mark(on), 'on'],
    [mark(off), 'off'],
  ]),
);

export type Colour = keyof typeof CODES;
export type Palette = Readonly<Record<Colour, (text: string) => string>>;

/** `NO_COLOR` and `FORCE_COLOR` win over what the stream is. */
export function hasColours(stream: NodeJS.WritableStream, env: Deps['env']): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal(stream) && env['TERM'] !== 'dumb';
}

export function paletteFor(stream: NodeJS.WritableStream, env: Deps['env']): Palette {
  const isColoured = hasColours(stream, env);
  const paint = (colour: Colour) => (text: string) => {
    const [on, off] = CODES[colour];
    return isColoured && text !== '' ? mark(on) + text + mark(off) : text;
  };
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  };
}
