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
    return isColoured && text !== '' ? `\u001B[${on}m${text}\u001B[${off}m` : text;
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
