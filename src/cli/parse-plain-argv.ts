// Reads the usual command line by a flag table; what is not usual is left to the parser, which costs a start much.
import type { Operand } from './command.ts';
import { commonFlags, toOptionName, type Flag, type FlagTable } from './flags.ts';

export interface Parsed {
  readonly options: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

export interface Plain {
  readonly operands: readonly Operand[];
  readonly flags: FlagTable;
}

/** Whole flags, their values beside them, and operands; `undefined` where anything else is given. */
export function parsePlainArgv(command: Plain, argv: readonly string[]): Parsed | undefined {
  const table: FlagTable = { ...commonFlags, ...command.flags };
  const texts = new Map<string, readonly string[]>();
  const operands: string[] = [];
  const words = argv.values();
  for (const word of words) {
    if (!word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    const [name, given] = spelled(word);
    const flag = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
    if (name === undefined || !flag) return undefined;
    const text = flag.value === undefined ? SWITCHED : (given ?? words.next().value);
    const isOdd = flag.value === undefined ? given !== undefined : text === undefined;
    if (isOdd || text?.startsWith('-')) return undefined;
    texts.set(name, [...(texts.get(name) ?? []), text ?? SWITCHED]);
  }
  if (!fit(operands.length, command.operands)) return undefined;
  const options = toOptions(table, texts);
  return options && { options, operands };
}

/** Stands for the value of a flag that has none. */
const SWITCHED = '';

/** The name of a flag, and the value after `=`; flags that deny another are not plain. */
function spelled(word: string): readonly (string | undefined)[] {
  const [, name, given] = /^--(?!no-)([a-z][a-z0-9-]*)(?:=(.+))?$/su.exec(word) ?? [];
  return [name, given];
}

function fit(count: number, operands: readonly Operand[]): boolean {
  const least = operands.filter(({ optional }) => !optional).length;
  const most = operands.some(({ repeats }) => repeats) ? Infinity : operands.length;
  return count >= least && count <= most;
}

/** A value that is refused is left to the parser too: it says in which order things are wrong. */
function toOptions(table: FlagTable, texts: ReadonlyMap<string, readonly string[]>) {
  try {
    return Object.fromEntries(
      Object.entries(table).map(([name, flag]) => [
        toOptionName(name),
        valueOf(flag, texts.get(name)),
      ]),
    );
  } catch {
    return undefined;
  }
}

function valueOf(flag: Flag, given: readonly string[] | undefined): unknown {
  if (flag.value === undefined) return given !== undefined;
  const parse = flag.parse ?? ((text: string) => text);
  const values = given?.map(parse);
  if (values) return flag.repeats ? values : values.at(-1);
  if (flag.default !== undefined) return parse(String(flag.default));
  return flag.repeats ? [] : undefined;
}
