import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps the focus in `box`, whose entries have a button that removes them. After `removed` with the index of the entry,
 * the same button of the next entry gets it, or without entries `fallback`. Both are selectors.
 */
export function useRemovalFocus<E extends HTMLElement>(buttons: string, fallback: string) {
  const box = useRef<E>(null);
  const removedAt = useRef<number | null>(null);
  useEffect(() => {
    if (removedAt.current === null) return;
    const left = box.current?.querySelectorAll<HTMLElement>(buttons) ?? [];
    const next = left[Math.min(removedAt.current, left.length - 1)];
    removedAt.current = null;
    (next ?? box.current?.querySelector<HTMLElement>(fallback))?.focus();
  });
  const removed = useCallback((index: number): void => {
    removedAt.current = index;
  }, []);
  return { box, removed };
}
