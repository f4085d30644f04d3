// Makes a source fit for strangers: arguments are checked, names are spelled as clients can take them.
import { safeNames } from '../core/safe-names.ts';
import { isStrictClient } from '../core/strict-clients.ts';
import type { ToolSource } from '../core/tool-source.ts';
import { renamed } from '../core/wrappers/renamed.ts';
import { validated } from './library.ts';

const STRICT_SEPARATOR = '__';
/** The separator of the names themselves: whoever asks for it wants no other spelling. */
const OWN_SEPARATOR = '/';

export interface ServingRules {
  /** Spells the names for every client with this; without it only strict clients see `a__b`. */
  readonly toolNameSeparator?: string;
}

export function readyToServe(source: ToolSource, rules: ServingRules = {}): ToolSource {
  return spelled(checked(source), rules);
}

/** Checking twice would cost twice, and hide what a source itself says of wrong arguments. */
export function checked(source: ToolSource): ToolSource {
  return source.checksArguments ? source : validated(source);
}

function spelled(source: ToolSource, { toolNameSeparator }: ServingRules): ToolSource {
  if (toolNameSeparator === OWN_SEPARATOR) return source;
  const separator = toolNameSeparator ?? STRICT_SEPARATOR;
  return renamed(source, {
    spelling: (names) => safeNames(names, separator),
    shownTo: (caller) => toolNameSeparator !== undefined || isStrictClient(caller.name),
  });
}
