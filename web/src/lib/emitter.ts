/** Listeners, and how they are called. */
export interface Emitter<Arguments extends unknown[]> {
  /** Answers how to unsubscribe. */
  readonly subscribe: (listener: (...values: Arguments) => void) => () => void;
  readonly emit: (...values: Arguments) => void;
}

export function createEmitter<Arguments extends unknown[] = []>(): Emitter<Arguments> {
  const listeners = new Set<(...values: Arguments) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...values) => {
      for (const listener of listeners) listener(...values);
    },
  };
}
