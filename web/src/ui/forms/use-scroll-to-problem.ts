import { type RefObject, useEffect, useRef } from 'react';

/** Focuses and reveals the first invalid field after each submit. */
export function useScrollToProblem<E extends HTMLElement = HTMLFormElement>(
  tries: number,
): RefObject<E | null> {
  const form = useRef<E>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return form;
}
