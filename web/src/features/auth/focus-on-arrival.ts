import { useCallback, useRef } from 'react';

/** For `ref`: what a step begins with has the focus once the step is there. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();

/** The same for the first words of steps one of which is there as the page comes: that one is not gone to. */
export function useFocusOnReturn(): typeof focusOnArrival {
  const isFirst = useRef(true);
  return useCallback((element) => {
    if (!isFirst.current) element?.focus();
    isFirst.current = false;
  }, []);
}
