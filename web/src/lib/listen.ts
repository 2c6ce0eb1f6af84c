import { callAll } from './async/emitter.ts';

/** Adds an event listener and returns its removal. Each call wraps its own listener, so that removals are independent. */
export function listen<E extends Event>(
  target: EventTarget,
  event: string,
  act: (event: E) => unknown,
): () => void {
  const listener = (event: Event) => void act(event as E);
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

export const endAll = (ends: readonly (() => void)[]) => (): void => callAll(ends, (end) => end());
