import { useEffect, useRef, useState } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';

const ASLEEP_AFTER_MS = 3000;

/** Whether the viewer has moved the mouse over the player, or touched it, a moment ago. `hasPointer`: or ever. */
export function useAwake(frame: HTMLElement) {
  const [isAwake, setIsAwake] = useState(true);
  const [hasPointer, setHasPointer] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const [{ wake, sleep }] = useState(() => {
    const sleep = () => {
      clearTimeout(timer.current);
      setIsAwake(false);
    };
    const wake = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(sleep, ASLEEP_AFTER_MS);
      setIsAwake(true);
    };
    return { wake, sleep };
  });

  useEffect(() => {
    const note = () => setHasPointer(true);
    const byMouse = (then: () => void) => (event: PointerEvent) => {
      if (event.pointerType === 'mouse') then();
    };
    wake();
    return endAll([
      listen(frame, 'pointermove', note),
      listen(frame, 'pointerdown', note),
      listen(frame, 'pointermove', byMouse(wake)),
      listen(frame, 'pointerleave', byMouse(sleep)),
      () => clearTimeout(timer.current),
    ]);
  }, [frame, wake, sleep]);
  return { isAwake, wake, sleep, hasPointer };
}
