/** Touches in quick succession at a side of the player, which seek. */
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

export type Side = 'left' | 'right';
type Third = Side | 'middle';

const WITHIN_MS = 300;
const WITHIN_PX = 60;
const SIDE_SHARE = 1 / 3;

interface Tap {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
  /** Of the player. */
  readonly widthPx: number;
  /** Whether it is on the picture, and not on a control. */
  readonly isOnPicture: boolean;
}

/** Takes each touch; returns the third of the player in which it follows a touch of the picture, else `null`. */
export function createDoubleTap(): (tap: Tap) => Third | null {
  let last: Tap | null = null;
  return (tap) => {
    const first = last;
    const isSecond =
      first !== null &&
      tap.timeMs - first.timeMs < WITHIN_MS &&
      Math.hypot(tap.x - first.x, tap.y - first.y) < WITHIN_PX;
    // The first touch may have made a control visible below the finger.
    const isOnPicture = tap.isOnPicture || isSecond;
    last = isOnPicture ? { ...tap, isOnPicture } : null;
    return isSecond ? thirdOf(first) : null;
  };
}

function thirdOf({ x, widthPx }: Tap): Third {
  if (x < widthPx * SIDE_SHARE) return 'left';
  return x > widthPx * (1 - SIDE_SHARE) ? 'right' : 'middle';
}

/**
 * The handlers of the element around the controls. At a side the second touch reaches no control, and in the middle not
 * the bar that the first one made visible.
 */
export function useDoubleTap(onDoubleTap: (side: Side) => void) {
  const [takeTap] = useState(createDoubleTap);
  const isTaken = useRef(false);
  return {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
      isTaken.current = false;
      const { pointerType, isPrimary, timeStamp: timeMs, clientX, clientY: y, currentTarget, target } = event;
      if (pointerType === 'mouse' || !isPrimary) return;
      const { left, width: widthPx } = currentTarget.getBoundingClientRect();
      const element = target as Element;
      const isOnPicture = element.hasAttribute('data-surface');
      const third = takeTap({ timeMs, x: clientX - left, y, widthPx, isOnPicture });
      if (!third || (third === 'middle' && !element.closest('[data-bar]'))) return;
      isTaken.current = true;
      event.stopPropagation();
      if (third !== 'middle') onDoubleTap(third);
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isTaken.current) return;
      isTaken.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
