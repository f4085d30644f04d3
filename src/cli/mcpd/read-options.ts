// Turns mcpd's command line and environment into typed options: the flag wins, then the variable.
import { PlugboardError } from '../../core/errors.ts';
import { toOptionName } from '../flags.ts';
import { BadValue } from './flag-values.ts';
import {
  MCPD_FLAG_ROWS as ROWS,
  type McpdFlag,
  type McpdFlagName,
  type McpdOptions,
} from './flags.ts';
import { parsePlainArgv } from '../parse-plain-argv.ts';

export interface ReadOptions {
  readonly options: McpdOptions;
  /** Flags that were arguments, and so are visible to other users of the machine. */
  readonly asArgument: ReadonlySet<McpdFlagName>;
  /** Flags given in either way. */
  readonly given: ReadonlySet<McpdFlagName>;
}

/** The value of a variable that stands in for a flag. */
export type ReadFlagEnv = (name: NonNullable<McpdFlag['env']>) => string | undefined;

export async function readOptions(argv: readonly string[], env: ReadFlagEnv): Promise<ReadOptions> {
  const args = await readArguments(argv);
  const asArgument = new Set(ROWS.map(([name]) => name).filter((name) => isGiven(args(name))));
  const given = new Set(asArgument);
  const valueOf = (name: McpdFlagName, flag: McpdFlag): unknown => {
    if (asArgument.has(name)) return parsed({ name, flag, value: args(name) });
    const variable = flag.env === undefined ? undefined : env(flag.env);
    if (!isSet(variable, flag)) return absent(name, flag);
    given.add(name);
    return flag.value === undefined
      ? switched(variable, name)
      : parsed({ name, flag, value: variable });
  };
  const values = ROWS.map(([name, flag]) => [toOptionName(name), valueOf(name, flag)]);
  return { options: Object.fromEntries(values) as McpdOptions, asArgument, given };
}

/** The command line as it stands: texts, without defaults and without looking at them. */
async function readArguments(argv: readonly string[]) {
  const flags = Object.fromEntries(
    ROWS.map(([name, { doc, value, repeats }]) => [
      name,
      { doc, ...(value !== undefined && { value }), ...(repeats && { repeats }) },
    ]),
  );
  const command = { name: 'mcpd', summary: '', operands: [], flags, examples: [] };
  const { options } =
    parsePlainArgv(command, argv) ?? (await import('../parse-argv.ts')).parseArgv(command, argv);
  return (name: McpdFlagName): unknown => options[toOptionName(name)];
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}

/** An empty variable counts as not set, unless it was to protect something. */
function isSet(variable: string | undefined, flag: McpdFlag): variable is string {
  return variable !== undefined && (variable !== '' || flag.safer !== undefined);
}

function absent(name: McpdFlagName, flag: McpdFlag): unknown {
  if (flag.value === undefined) return false;
  if (flag.repeats) return [];
  if (flag.default === undefined) return undefined;
  return parsed({ name, flag, value: String(flag.default) });
}

function switched(variable: string, name: McpdFlagName): boolean {
  if (variable === 'true' || variable === 'false') return variable === 'true';
  throw usageError(`invalid value '${variable}' for '--${name}'\n  [possible values: true, false]`);
}

interface Given {
  readonly name: McpdFlagName;
  readonly flag: McpdFlag;
  readonly value: unknown;
}

function parsed({ name, flag, value }: Given): unknown {
  if (Array.isArray(value)) return value.map((one) => parsed({ name, flag, value: one }));
  if (typeof value !== 'string' || !flag.parse) return value;
  try {
    return flag.parse(value);
  } catch (thrown) {
    if (!(thrown instanceof BadValue)) throw thrown;
    // A secret is not repeated on stderr.
    const shown = flag.safer === undefined ? ` '${value}'` : '';
    throw usageError(`invalid value${shown} for '--${name} <${flag.value}>': ${thrown.message}`);
  }
}

/** A command line that cannot be understood; mcpd exits with 2. */
export function usageError(reason: string): PlugboardError {
  return new PlugboardError('parse_error', { what: 'arguments', reason });
}
