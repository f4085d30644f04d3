// Reads the system's error code (`ENOENT`, `EACCES`, …) off whatever was thrown.

export function errnoOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
