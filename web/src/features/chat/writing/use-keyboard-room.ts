import { type RefObject, useEffect } from 'react';
import { listen } from '../../../lib/listen.ts';

/** A browser's own bars come and go by less than this. */
const KEYBOARD_MIN_PX = 120;

/**
 * Tells an element by `--keyboard` how much of the window the keyboard of a phone covers: the browser lays the page out
 * as if there were none. Brings the element back into sight when one is writing in it.
 */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      // Who zooms in sees less of the page without any keyboard.
      const coveredPx = viewport.scale > 1.05 ? 0 : window.innerHeight - viewport.height;
      const isOpen = coveredPx >= KEYBOARD_MIN_PX;
      element.current?.style.setProperty('--keyboard', isOpen ? `${Math.round(coveredPx)}px` : '0px');
      if (isOpen && element.current?.contains(document.activeElement)) {
        element.current.scrollIntoView({ block: 'start' });
      }
    };
    return listen(viewport, 'resize', fit);
  }, [element]);
}
