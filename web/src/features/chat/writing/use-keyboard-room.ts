import { type RefObject, useEffect } from 'react';
import { listen } from '../../../lib/listen.ts';

/** Browser bars change the height by less than this. */
const KEYBOARD_MIN_PX = 120;

/**
 * Sets `--keyboard` to the height of a phone's keyboard, which the layout ignores. Scrolls the element into view
 * while it has the focus.
 */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      // Zooming reduces the viewport without a keyboard.
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
