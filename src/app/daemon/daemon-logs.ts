// The logs of the daemon: its own, and what servers say on stderr where that is wanted.
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { DaemonPlace } from '../../daemon/daemon-place.ts';
import { openLogFile, type LogFile } from '../../daemon/log-file.ts';

export interface DaemonLogs {
  say(text: string): void;
  keepStderr(server: ServerDefinition, chunk: Buffer): void;
  flushed(): Promise<void>;
}

/** An entry decides for its server; where it says nothing, a detailed log keeps everything. */
export function openDaemonLogs(place: DaemonPlace, isDetailed: boolean): DaemonLogs {
  const own = openLogFile(place.logFile);
  const byServer = new Map<string, LogFile>();
  return {
    say: (text) => own.write(`${new Date().toISOString()} ${text}\n`),
    keepStderr: ({ name, isLogged = isDetailed }, chunk) => {
      if (!isLogged) return;
      const file = byServer.get(name) ?? openLogFile(place.serverLogFile(name));
      byServer.set(name, file);
      file.write(chunk.toString());
    },
    flushed: async () => {
      await Promise.all([own, ...byServer.values()].map((file) => file.flushed()));
    },
  };
}
