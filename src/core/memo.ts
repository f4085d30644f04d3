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

/** The same for what a promise brings: whoever keeps the promise is not made to wait for it again. */
export function memoByPromise<Key extends object, Value>(derive: (key: Key) => Value) {
  const known = new WeakMap<Promise<Key>, Value>();
  return (promise: Promise<Key>): Value | Promise<Value> =>
    known.get(promise) ??
    // Sources may be written in plain JavaScript, and forget the promise.
    Promise.resolve(promise).then((key) => {
      const value = derive(key);
      known.set(promise, value);
      return value;
    });
}

/** Goes on at once with what is known, and later with what is not. */
export function whenKnown<Value, Next>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Next,
): Next | Promise<Awaited<Next>> {
  return value instanceof Promise ? (value.then(goOn) as Promise<Awaited<Next>>) : goOn(value);
}
