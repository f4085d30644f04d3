// Which servers a daemon keeps.
import type { ServerDefinition } from '../../config/server-definition.ts';

/**
 * Those with a connection that is worth keeping: tools of this machine have none. What was only
 * named on the command line stands in no file and ends with it.
 */
export function isKept({ lifecycle, transport, origin }: ServerDefinition): boolean {
  const isWritten = origin.pointer !== '';
  return lifecycle.mode === 'keep-alive' && transport.kind !== 'local' && isWritten;
}
