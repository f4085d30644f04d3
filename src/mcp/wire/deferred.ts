// A promise that is settled from elsewhere: Promise.withResolvers for the oldest Node we run on.

export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<Value>(): Deferred<Value> {
  const settle: { resolve?: (value: Value) => void; reject?: (reason: unknown) => void } = {};
  const promise = new Promise<Value>((resolve, reject) =>
    Object.assign(settle, { resolve, reject }),
  );
  return {
    promise,
    resolve: (value) => settle.resolve?.(value),
    reject: (reason) => settle.reject?.(reason),
  };
}
