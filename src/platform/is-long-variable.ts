// Whether an environment variable is too long for a program to be started with it.

/** Linux refuses to start a program with a longer `name=value`. */
const MAX_VARIABLE_BYTES = 131_071;

export function isLongVariable(name: string, value: string): boolean {
  // No character takes more than three bytes for each UTF-16 unit, so most values need no counting.
  if ((name.length + value.length) * 3 < MAX_VARIABLE_BYTES) return false;
  return Buffer.byteLength(name) + 1 + Buffer.byteLength(value) >= MAX_VARIABLE_BYTES;
}
