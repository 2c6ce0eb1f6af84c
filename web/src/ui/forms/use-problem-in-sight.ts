import { type RefObject, useEffect, useRef } from 'react';

/** Brings the first field that has to be corrected into sight, and the keyboard to it, after each try to send a form. */
export function useProblemInSight(tries: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return form;
}
