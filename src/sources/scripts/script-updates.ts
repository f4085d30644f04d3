// Who wants to know when the state of a script may have changed.

export interface ScriptUpdates {
  subscribe(toolName: string, onUpdate: () => void): AsyncDisposable;
  announce(toolName: string): void;
}

export function scriptUpdates(): ScriptUpdates {
  const subscribers = new Map<string, Set<{ readonly onUpdate: () => void }>>();
  return {
    subscribe: (toolName, onUpdate) => {
      // An object of its own, so that one listener can subscribe twice.
      const subscriber = { onUpdate };
      const others = subscribers.get(toolName) ?? new Set();
      subscribers.set(toolName, others.add(subscriber));
      return {
        [Symbol.asyncDispose]: async () => {
          others.delete(subscriber);
          if (others.size === 0) subscribers.delete(toolName);
        },
      };
    },
    announce: (toolName) => subscribers.get(toolName)?.forEach(({ onUpdate }) => onUpdate()),
  };
}
