/**
 * Listens to events until the answer is called. Each call has a listener of its own, so that one that ends leaves the
 * others.
 */
export function listen<E extends Event>(
  target: EventTarget,
  event: string,
  act: (event: E) => unknown,
): () => void {
  const listener = (event: Event) => void act(event as E);
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

/** Several at once. */
export const endAll = (ends: readonly (() => void)[]) => (): void => ends.forEach((end) => end());
