// A member that is there or not, as exact optional members want it.

export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [Name in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value };
}
