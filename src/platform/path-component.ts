// Turns any name into one component of a path: nothing it is called can lead out of its folder.

export function toPathComponent(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('*', '%2A');
}
