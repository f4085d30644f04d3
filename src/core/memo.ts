// Remembers what was derived from an immutable object for as long as that object lives.

export function memoByObject<Key extends object, Value>(derive: (key: Key) => Value) {
  const known = new WeakMap<Key, Value>();
  return (key: Key): Value => {
    let value = known.get(key);
    if (value === undefined) {
      value = derive(key);
      known.set(key, value);
    }
    return value;
  };
}
