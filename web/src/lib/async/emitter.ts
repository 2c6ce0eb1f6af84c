export function createEmitter<Arguments extends unknown[] = []>() {
  type Listener = (...values: Arguments) => void;
  const listeners = new Set<Listener>();
  return {
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...values: Arguments) => callAll(listeners, (listener) => listener(...values)),
  };
}

/** Calls each one. A failure is logged, and stops no other. */
export function callAll<T>(all: Iterable<T>, call: (one: T) => void): void {
  for (const one of all) {
    try {
      call(one);
    } catch (error) {
      console.error('A listener failed', error);
    }
  }
}
