// Tells the flags of `call` from the arguments of the tool, which may look like flags too.
import { toOptionName, type Flag, type FlagTable } from '../flags.ts';
import { unreadable } from '../unreadable.ts';

interface Split {
  readonly options: Readonly<Record<string, unknown>>;
  /** The selector and the words that belong to the tool. */
  readonly operands: readonly string[];
}

const SEE_HELP = { hint: 'Run it with --help' };
const FLAG = /^--([^=]+)(?:=(.*))?$/su;

/** A flag of the table is ours, everything else is the tool's, and so is all that follows `--`. */
export function splitCallArgv(argv: readonly string[], flags: FlagTable): Split {
  const options: Record<string, unknown> = Object.fromEntries(
    Object.entries<Flag>(flags).map(([name, flag]) => [
      toOptionName(name),
      flag.value === undefined ? false : flag.repeats ? [] : undefined,
    ]),
  );
  const operands: string[] = [];
  const words = [...argv];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--') {
      operands.push(...words);
      break;
    }
    const [, name = '', inline] = FLAG.exec(word) ?? [];
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) operands.push(word);
    else if (name === 'json' && 'args' in flags && isArgumentsJson(inline ?? words[0])) {
      options['args'] = inline ?? words.shift();
    } else {
      const value = readValue({ name, flag, inline }, words);
      const before = options[toOptionName(name)];
      options[toOptionName(name)] = Array.isArray(before) ? [...before, value] : value;
    }
  }
  return { options, operands };
}

/** `--json` asks for JSON output, but `--json '{…}'` and `--json -` hand in the arguments. */
function isArgumentsJson(next: string | undefined): boolean {
  return next === '-' || (next?.trimStart().startsWith('{') ?? false);
}

interface Given {
  readonly name: string;
  readonly flag: Flag;
  readonly inline: string | undefined;
}

function readValue({ name, flag, inline }: Given, words: string[]): unknown {
  if (flag.value === undefined) {
    if (inline === undefined) return true;
    throw unreadable(`--${name} takes no value`, SEE_HELP);
  }
  const text = inline ?? words.shift();
  if (text === undefined) throw unreadable(`--${name} needs a value`, SEE_HELP);
  return flag.parse ? flag.parse(text) : text;
}
