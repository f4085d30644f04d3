// JSON as every command prints it: indented, ending with its line.

export function toJsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
