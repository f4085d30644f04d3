// The working directory, which may have been removed since the shell went there.

export function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}
