import type { KeyboardEvent } from 'react';

interface MenuKeys {
  readonly items: readonly HTMLElement[];
  /** Closes and refocuses the button. */
  readonly onClose: () => void;
  /** @default onClose */
  readonly onTab?: () => void;
}

/** Moves the focus in a menu by arrows, Home and End (ARIA Authoring Practices). */
export function moveByMenuKey(event: KeyboardEvent, { items, onClose, onTab }: MenuKeys): void {
  const at = items.findIndex((item) => item === document.activeElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab' && onTab) return onTab();
  if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else if (target === undefined) return;
  else items.at(target % items.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}
