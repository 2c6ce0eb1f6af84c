import { type RefObject, useEffect, useRef } from 'react';

/** Brings the first field that has to be corrected into sight, and the keyboard to it, after each try to send a form. */
export function useProblemInSight<E extends HTMLElement = HTMLFormElement>(
  tries: number,
): RefObject<E | null> {
  const form = useRef<E>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return form;
}
