// The options of a command line that says nothing: the defaults of the flags, found without a parser.
import { commonFlags, toOptionName, type Flag, type FlagTable, type OptionsOf } from './flags.ts';

export function bareOptions<Flags extends FlagTable>(
  flags: Flags,
): OptionsOf<Flags> & OptionsOf<typeof commonFlags> {
  const rows = Object.entries<Flag>({ ...commonFlags, ...flags });
  const options = Object.fromEntries(rows.map(([name, flag]) => [toOptionName(name), bare(flag)]));
  return options as OptionsOf<Flags> & OptionsOf<typeof commonFlags>;
}

function bare({ value, repeats, default: usual, parse }: Flag): unknown {
  if (value === undefined) return false;
  if (usual !== undefined) return parse ? parse(String(usual)) : String(usual);
  return repeats ? [] : undefined;
}
