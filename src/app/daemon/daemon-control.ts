// What people do with the daemon: start, stop, look at it, read its logs.
import { readFile } from 'node:fs/promises';
import { askDaemon, endDaemon } from '../../daemon/ask-daemon.ts';
import { daemonPlace, type PlaceOptions } from '../../daemon/daemon-place.ts';
import { METHODS } from '../../daemon/protocol.ts';
import { startDaemon } from '../../daemon/start-daemon.ts';
import type { DaemonStatus } from './daemon-status.ts';
import { daemonLauncher } from './launch-daemon.ts';

export interface DaemonControl {
  /** False when one runs already. */
  start(options: { readonly isDetailed: boolean }): Promise<boolean>;
  /** False when none runs. */
  stop(): Promise<boolean>;
  /** How many were running; `undefined` when there is no daemon. */
  stopServer(server: {
    readonly name: string;
    readonly file?: string;
  }): Promise<number | undefined>;
  /** `undefined` when none runs. */
  status(): Promise<DaemonStatus | undefined>;
  /** The text of the log, of the daemon itself or of a server; `undefined` when there is none. */
  log(server?: string): Promise<{ readonly file: string; readonly text: string | undefined }>;
}

export function daemonControl(options: PlaceOptions): DaemonControl {
  const place = daemonPlace(options);
  const { address } = place;
  return {
    start: ({ isDetailed }) =>
      startDaemon(place, daemonLauncher({ env: options.env, place, isDetailed })),
    stop: () => endDaemon(address),
    stopServer: async (server) => {
      const answer = await askDaemon(address, { method: METHODS.stop, params: { server } });
      return answer && Number(answer['stopped']);
    },
    status: async () => {
      const answer = await askDaemon(address, { method: METHODS.status });
      return answer && (answer['status'] as unknown as DaemonStatus);
    },
    log: async (server) => {
      const file = server === undefined ? place.logFile : place.serverLogFile(server);
      return { file, text: await readFile(file, 'utf8').catch(() => undefined) };
    },
  };
}
