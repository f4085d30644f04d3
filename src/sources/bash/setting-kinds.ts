// How the value of a variable of the mcp-bash dialect is read, one row per kind of value.
import { LOG_LEVELS, type LogLevel } from '../../core/call-context.ts';
import type { Environment } from '../../platform/env.ts';

interface RowFacts {
  readonly env: string;
  readonly doc: string;
}

interface NumberRow extends RowFacts {
  readonly default: number;
  readonly min?: number;
  /** A larger value counts as this one. */
  readonly max?: number;
  /** The variable that stands in for the default where it is set. */
  readonly like?: string;
}

export type SettingRow =
  | (RowFacts & { readonly kind: 'text'; readonly default?: string })
  | (RowFacts & { readonly kind: 'flag'; readonly default: boolean })
  | (RowFacts & {
      readonly kind: 'word';
      readonly words: readonly string[];
      readonly default: string;
      /** What a word nobody knows means, where the default would be too much. */
      readonly unknown?: string;
    })
  | (RowFacts & { readonly kind: 'names' | 'paths' | 'level' })
  | (NumberRow & { readonly kind: 'count' | 'seconds' });

/** What a row becomes: seconds are milliseconds inside, lists that are not set are absent. */
export type SettingValue<Row extends SettingRow> = Row extends { kind: 'text'; default: string }
  ? string
  : Row extends { kind: 'text' }
    ? string | undefined
    : Row extends { kind: 'flag' }
      ? boolean
      : Row extends { kind: 'word'; words: readonly (infer Word)[] }
        ? Word
        : Row extends { kind: 'names' | 'paths' }
          ? readonly string[] | undefined
          : Row extends { kind: 'level' }
            ? LogLevel | undefined
            : number;

const YES = new Set(['true', '1', 'yes', 'on']);
const NO = new Set(['false', '0', 'no', 'off']);

/** A value nobody can read counts as not set, as in the original: a server starts all the same. */
export function readSetting(row: SettingRow, env: Environment): unknown {
  const text = env[row.env]?.trim() || undefined;
  if (row.kind === 'text') return text ?? row.default;
  if (row.kind === 'flag') return toFlag(text) ?? row.default;
  if (row.kind === 'word') {
    if (text === undefined) return row.default;
    return row.words.find((word) => word === text.toLowerCase()) ?? row.unknown ?? row.default;
  }
  if (row.kind === 'count') return toNumber(text, row, env);
  if (row.kind === 'seconds') return toNumber(text, row, env) * 1000;
  return row.kind === 'level' ? toLevel(text) : toList(text, SEPARATORS[row.kind]);
}

const SEPARATORS = { names: /[\s,]+/u, paths: /:/u } as const;

function toList(text: string | undefined, separator: RegExp): readonly string[] | undefined {
  return text?.split(separator).filter((part) => part !== '');
}

function toFlag(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase() ?? '';
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/** `warn` is what everybody types; `true` and `false` are what debugging is switched with. */
const LEVEL_WORDS: Readonly<Record<string, LogLevel>> = {
  warn: 'warning',
  true: 'debug',
  '1': 'debug',
  false: 'info',
  '0': 'info',
};

function toLevel(text: string | undefined): LogLevel | undefined {
  const word = text?.toLowerCase();
  return LOG_LEVELS.find((level) => level === word) ?? LEVEL_WORDS[word ?? ''];
}

const WHOLE_NUMBER = /^\d{1,15}$/u;

function toNumber(text: string | undefined, row: NumberRow, env: Environment): number {
  const stand = row.like === undefined ? undefined : env[row.like]?.trim();
  const chosen = [text, stand].find((one) => one !== undefined && WHOLE_NUMBER.test(one));
  const value = chosen === undefined ? row.default : Number(chosen);
  if (value < (row.min ?? 0)) return row.default;
  return Math.min(value, row.max ?? Number.MAX_SAFE_INTEGER);
}
