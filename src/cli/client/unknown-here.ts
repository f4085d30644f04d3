// The answer to a name that is not among the servers: it is switched off, its file cannot be read, or it is wrong.
import { switchedOff } from '../../app/servers/open-servers.ts';
import { ownProblem } from '../../config/own-problem.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { PlugboardError } from '../../core/errors.ts';
import { unknownServer } from '../parse-selector.ts';

/** `text` is the name, or a selector that begins with it. */
export function unknownHere(text: string, config: LoadedConfig): PlugboardError {
  const servers = [...config.servers.values()];
  const off = servers.find(
    ({ name, enabled }) => !enabled && (text === name || text.startsWith(`${name}.`)),
  );
  if (off) return switchedOff(off);
  const names = servers.flatMap(({ name, enabled }) => (enabled ? [name] : []));
  return ownProblem(config) ?? unknownServer(text, names.toSorted());
}
