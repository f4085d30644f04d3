// Opens a kept server at the daemon instead of in this process; every other server as usual.
import type { LoadConfigOptions } from '../../config/load-config.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { daemonPlace } from '../../daemon/daemon-place.ts';
import { openSocket } from '../../daemon/open-socket.ts';
import { openUpstream } from '../../sources/upstream/open-upstream.ts';
import { openDefinition, type OpenDefinitionOptions } from '../servers/open-definition.ts';
import { isKept } from './is-kept.ts';
import { daemonLauncher } from './launch-daemon.ts';
import { hearingErrors } from './told-errors.ts';

export interface OpenAtDaemonOptions extends OpenDefinitionOptions {
  /** Where configuration is read from, so that the daemon notices what changed in it. */
  readonly places: Omit<LoadConfigOptions, 'env' | 'platform'>;
}

export async function openAtDaemon(
  definition: ServerDefinition,
  options: OpenAtDaemonOptions,
): Promise<ToolSource> {
  if (!isKept(definition)) return openDefinition(definition, options);
  const { env, places } = options;
  const place = daemonPlace({ env, home: places.home });
  const params = { definition, env: { ...env }, places } as unknown as JsonObject;
  const launch = daemonLauncher({ env, place });
  const open = () => openSocket(place, { params, launch });
  return hearingErrors(openUpstream({ kind: 'lines', open }, { id: definition.name }));
}
