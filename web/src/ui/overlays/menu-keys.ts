import type { KeyboardEvent } from 'react';
import { ARROW_BACK, ARROW_FORWARD } from '#web/lib/i18n/direction.ts';

/** Letters within this time are one word. */
const WORD_WITHIN_MS = 500;

interface MenuKeys {
  /** More than one is a grid, which all arrows move in. */
  readonly columns: number;
  /** Closes and refocuses the button. */
  readonly onClose: () => void;
}

/** Moves the focus in a menu by arrows, Home, End and the first letters (ARIA Authoring Practices). */
export function createMenuKeys() {
  let typed = { text: '', atMs: 0 };

  const itemAfter = (key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined => {
    const isContinued = performance.now() - typed.atMs < WORD_WITHIN_MS;
    typed = { text: (isContinued ? typed.text : '') + key.toLowerCase(), atMs: performance.now() };
    const [letter = ''] = typed.text;
    const isOneLetter = [...typed.text].every((other) => other === letter);
    const wanted = isOneLetter ? letter : typed.text;
    // One letter goes on to the next item; a word may stay.
    const first = at + (isOneLetter ? 1 : 0);
    return [...items.slice(first), ...items.slice(0, first)].find((item) => nameOf(item).startsWith(wanted));
  };

  return (event: KeyboardEvent, items: readonly HTMLElement[], { columns, onClose }: MenuKeys): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const at = items.findIndex((item) => item === document.activeElement);
    const target = targetOf(key, at, items.length, columns);
    const isLetter = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
    // From the button, Tab goes on to what follows it.
    if (key === 'Tab') return onClose();
    if (key === 'Escape') onClose();
    else if (isLetter) itemAfter(key, items, Math.max(at, 0))?.focus();
    else if (target === undefined) return;
    else items[target]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
}

const nameOf = (item: HTMLElement): string =>
  (item.getAttribute('aria-label') ?? item.textContent ?? '').replace(/^[^\p{L}\p{N}]+/u, '').toLowerCase();

/** A column goes round; a grid ends at its edges. */
function targetOf(key: string, at: number, count: number, columns: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = { ArrowDown: columns, ArrowUp: -columns }[key];
  if (columns === 1) return step === undefined ? undefined : (Math.max(at + step, -1) + count) % count;
  const across = { [ARROW_FORWARD]: 1, [ARROW_BACK]: -1 }[key];
  const distance = step ?? across;
  return distance === undefined ? undefined : at + distance;
}
