// What the daemon says of itself and of its servers.
import { VERSION } from '../../core/version.ts';
import { residentBytes } from '../../platform/resident-bytes.ts';
import type { KeptServer, KeptState } from './kept-server.ts';
import type { KeptServers } from './kept-servers.ts';

/** The first four members are the original's. */
export interface DaemonStatus {
  readonly running: boolean;
  readonly pid: number | null;
  readonly uptime_secs: number | null;
  readonly managed_servers: readonly string[];
  readonly version?: string;
  readonly memory_bytes?: number;
  readonly servers: readonly ServerStatus[];
}

export interface ServerStatus {
  readonly name: string;
  readonly state: KeptState;
  /** The file that defines it. */
  readonly config: string;
  readonly calls: number;
  readonly in_flight: number;
  readonly restarts: number;
  readonly pid?: number;
  readonly uptime_secs?: number;
  readonly memory_bytes?: number;
}

export const NOT_RUNNING: DaemonStatus = {
  running: false,
  pid: null,
  uptime_secs: null,
  managed_servers: [],
  servers: [],
};

export interface StatusParts {
  readonly servers: KeptServers;
  readonly startedMs: number;
}

export async function daemonStatus({ servers, startedMs }: StatusParts): Promise<DaemonStatus> {
  const all = await Promise.all(servers.all().map(serverStatus));
  return {
    running: true,
    pid: process.pid,
    uptime_secs: secondsSince(startedMs),
    managed_servers: namesOf(all),
    version: VERSION,
    memory_bytes: process.memoryUsage.rss(),
    servers: all,
  };
}

export function namesOf(servers: readonly Pick<ServerStatus, 'name'>[]): readonly string[] {
  return [...new Set(servers.map(({ name }) => name))].toSorted();
}

async function serverStatus(kept: KeptServer): Promise<ServerStatus> {
  const { definition, pid, startedMs, state } = kept;
  const memoryBytes = pid === undefined ? undefined : await residentBytes(pid);
  const isUp = state === 'running' && startedMs !== undefined;
  return {
    name: definition.name,
    state,
    config: definition.origin.file,
    calls: kept.calls,
    in_flight: kept.inFlight,
    restarts: kept.restarts,
    ...(pid !== undefined && { pid }),
    ...(isUp && { uptime_secs: secondsSince(startedMs) }),
    ...(memoryBytes !== undefined && { memory_bytes: memoryBytes }),
  };
}

function secondsSince(startedMs: number): number {
  return Math.floor((Date.now() - startedMs) / 1000);
}
