import { type RefObject, useEffect } from 'react';
import { listen } from '../../../lib/listen.ts';

/** Arrow keys move between names. From the log itself, left goes to the last one. */
export function useNameKeys(log: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!log.current) return;
    const press = (event: KeyboardEvent) => {
      const next = log.current && nameBeside(log.current, event);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    return listen(log.current, 'keydown', press);
  }, [log]);
}

function nameBeside(log: HTMLElement, { key, target }: KeyboardEvent): HTMLElement | undefined {
  const names = [...log.querySelectorAll<HTMLElement>('[data-name]')];
  const at = names.findIndex((name) => name === target);
  if (key === 'ArrowLeft') return at === -1 ? names.at(-1) : names[at - 1];
  return key === 'ArrowRight' && at !== -1 ? names[at + 1] : undefined;
}
