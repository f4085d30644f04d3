// The words of generated command lines, in whichever language: their own, and a flag for each property.
import { openNameScope, toKebab, type NameScope } from './names.ts';

export const OWN_COMMANDS: readonly string[] = ['help'];
const OWN_FLAGS: readonly string[] = [
  'args',
  'help',
  'json',
  'raw',
  'timeout',
  'verbose',
  'version',
];

/** Hands out a flag for each property of a tool; none of them is one of our own. */
export function openFlagScope(): NameScope {
  const scope = openNameScope({ reserved: OWN_FLAGS, separator: '-' });
  return {
    take: (property) => {
      const flag = toKebab(property);
      return scope.take(OWN_FLAGS.includes(flag) ? `arg-${flag}` : flag);
    },
  };
}
