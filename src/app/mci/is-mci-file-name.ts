// Tells a schema file by its name, without loading anything that could open it.

/** Whether a word names a schema file rather than a directory or a server. */
export function isMciFileName(text: string): boolean {
  return /\.(?:json|ya?ml)$/iu.test(text);
}
