export function createEmitter<Arguments extends unknown[] = []>() {
  type Listener = (...values: Arguments) => void;
  const listeners = new Set<Listener>();
  return {
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...values: Arguments) => {
      for (const listener of listeners) listener(...values);
    },
  };
}
