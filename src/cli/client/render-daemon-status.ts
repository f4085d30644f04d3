// What `daemon status` shows to people.
import type { DaemonStatus, ServerStatus } from '../../app/daemon/daemon-status.ts';

const MIB = 1024 * 1024;

export function renderDaemonStatus(status: DaemonStatus): string {
  if (!status.running) return 'Daemon is not running\n';
  const { pid, version, uptime_secs: seconds, memory_bytes: bytes } = status;
  return [
    `Daemon running (PID: ${pid})`,
    `Uptime: ${toDuration(seconds ?? 0)}, memory: ${toMemory(bytes ?? 0)}, version: ${version}`,
    `Managed servers: [${status.managed_servers.join(', ')}]`,
    ...status.servers.map(renderServer),
    '',
  ].join('\n');
}

function renderServer(server: ServerStatus): string {
  const { pid, calls, restarts, uptime_secs: seconds, memory_bytes: bytes } = server;
  const facts = [
    `${server.name}: ${server.state}`,
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    ...(seconds === undefined ? [] : [`up ${toDuration(seconds)}`]),
    `${calls} calls`,
    ...(restarts === 0 ? [] : [`${restarts} restarts`]),
    ...(bytes === undefined ? [] : [toMemory(bytes)]),
  ];
  return `  ${facts.join(', ')}`;
}

function toMemory(bytes: number): string {
  return `${Math.round(bytes / MIB)} MB`;
}

function toDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first === -1 ? -1 : first)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}
