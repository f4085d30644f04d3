// Parses a command line whose last words belong to a tool or a prompt, flags of its own included.
import { splitCallArgv } from './call/split-call-argv.ts';
import { adHocFlags } from './client/client-flags.ts';
import type { Invocation } from './define-command.ts';
import { commonFlags, type FlagTable } from './flags.ts';

/** What stands for the flags that are not ours here. */
const NO_SERVER: Readonly<Record<string, unknown>> = { env: [], header: [] };

export function parseOpenArgv<Flags extends FlagTable>(
  argv: readonly string[],
  flags: Flags,
): Invocation<Flags> {
  const { options, operands } = splitCallArgv(argv, oursIn(argv, flags));
  return { options: { ...NO_SERVER, ...options } as Invocation<Flags>['options'], operands };
}

/** A tool may have a `--name` of its own: only beside `--http-url` or `--stdio` it is ours. */
function oursIn(argv: readonly string[], flags: FlagTable): FlagTable {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  const isAdHoc = words.some((word) => /^--(?:http-url|stdio)(?:=|$)/u.test(word));
  const rows = Object.entries({ ...flags, ...commonFlags });
  return Object.fromEntries(rows.filter(([name]) => isAdHoc || !Object.hasOwn(adHocFlags, name)));
}
