// The vocabulary of flag tables: one row per flag, read by the parser, the help and the reference page.
import { PlugboardError } from '../core/errors.ts';

export interface Flag {
  readonly doc: string;
  /** One letter, as in `-f`. */
  readonly short?: string;
  /** What stands for the value in help; a flag without one is a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly repeats?: true;
  /** What holds when the flag is absent, for help only where `parse` makes another type of it. */
  readonly default?: string | number;
  /** Text to value; throws a `parse_error` that names the flag. */
  readonly parse?: (text: string) => unknown;
}

export type FlagTable = Readonly<Record<string, Flag>>;

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type OneValue<Row extends Flag> = Row extends { parse: (text: string) => infer Value }
  ? Value
  : string;

type FlagValue<Row extends Flag> = Row extends { value: string }
  ? Row extends { repeats: true }
    ? readonly OneValue<Row>[]
    : Row extends { default: string | number }
      ? OneValue<Row>
      : OneValue<Row> | undefined
  : boolean;

/** The options a command receives, typed by its own flag table. */
export type OptionsOf<Table extends FlagTable> = {
  readonly [Name in keyof Table & string as CamelCase<Name>]: FlagValue<Table[Name]>;
};

export function toOptionName(flagName: string): string {
  return flagName.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

/** Flags every command has. */
export const commonFlags = {
  verbose: { doc: 'Show the cause of an internal error.' },
} as const satisfies FlagTable;

/** A parser of a few words for the flag named. */
export function oneOf<const Word extends string>(flagName: string, words: readonly Word[]) {
  return (text: string): Word => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    const wanted = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`;
    const reason = `expected ${wanted}, got '${text}'`;
    throw new PlugboardError('parse_error', { what: `--${flagName}`, reason });
  };
}

interface WholeNumberRange {
  readonly min: number;
  readonly max: number;
}

/** A parser of whole numbers for the flag named. */
export function wholeNumber(flagName: string, range: WholeNumberRange): (text: string) => number {
  return (text) => {
    const value = /^\d+$/u.test(text) ? Number(text) : NaN;
    if (value >= range.min && value <= range.max) return value;
    const wanted = `expected a whole number from ${range.min} to ${range.max}, got '${text}'`;
    throw new PlugboardError('parse_error', { what: `--${flagName}`, reason: wanted });
  };
}
