/** Keeps the chat at its end, or the reader's position after scrolling up. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** The distance from an edge that counts as being there. */
const AT_END_PX = 40;
const NEAR_TOP_PX = 240;

export type ChatScroll = ReturnType<typeof useChatScroll>;

type Anchor = NonNullable<ReturnType<typeof firstSeen>>;

/**
 * `logRef` is for the element that scrolls; its rows are the children of its `ol`. Calls `onNearTop` when the reader
 * approaches the oldest message, or everything fits without scrolling.
 */
export function useChatScroll(
  logRef: RefObject<HTMLDivElement | null>,
  onScrolled: (isAtEnd: boolean) => void,
  onNearTop: () => void,
) {
  const isAtEnd = useRef(true);
  const anchor = useRef<Anchor | null>(null);

  const toEnd = useCallback(() => {
    isAtEnd.current = true;
    const log = logRef.current;
    if (log) log.scrollTop = log.scrollHeight;
  }, [logRef]);

  const updateIsAtEnd = useCallback(() => {
    const log = logRef.current;
    if (!log || !isRendered(log)) return;
    isAtEnd.current = log.scrollHeight - log.clientHeight - log.scrollTop <= AT_END_PX;
    anchor.current = isAtEnd.current ? null : firstSeen(log);
    onScrolled(isAtEnd.current);
    if (log.scrollTop < NEAR_TOP_PX) onNearTop();
  }, [logRef, onScrolled, onNearTop]);

  const restorePosition = useCallback(() => {
    const log = logRef.current;
    if (!log || !isRendered(log)) return;
    if (isAtEnd.current) toEnd();
    else if (anchor.current) keepPlace(log, anchor.current);
    updateIsAtEnd();
  }, [logRef, toEnd, updateIsAtEnd]);

  // Runs after every change, because rows may have come or gone.
  useLayoutEffect(restorePosition);

  // A keyboard, rotation or longer draft changes the height, and so does the end of sleep mode, which hides the page.
  useEffect(() => {
    const log = logRef.current;
    if (!log) return;
    const sizes = new ResizeObserver(restorePosition);
    sizes.observe(log);
    return () => sizes.disconnect();
  }, [logRef, restorePosition]);

  return { onScroll: updateIsAtEnd, toEnd };
}

/** False below `display: none`, where every height is 0 and no position is near an edge. */
const isRendered = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** The first visible row and its distance from the top. */
function firstSeen(log: HTMLElement) {
  const top = log.getBoundingClientRect().top;
  const rows = log.querySelectorAll<HTMLElement>('ol > li');
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && row.getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  const row = rows[low];
  return row ? { row, fromTopPx: row.getBoundingClientRect().top - top } : null;
}

/** Browser scroll anchoring does not work at the very top, nor in Safari. */
function keepPlace(log: HTMLElement, { row, fromTopPx }: Anchor): void {
  if (!row.isConnected) return;
  log.scrollTop += row.getBoundingClientRect().top - log.getBoundingClientRect().top - fromTopPx;
}
