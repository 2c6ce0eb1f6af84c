import { type RefCallback, useCallback, useState } from 'react';

/** So far below the lower edge something is as good as in sight. */
const MARGIN = '300px';

/** Whether an element has been in sight, or nearly: for what need not be loaded before. */
export function useInSight(): [wasSeen: boolean, ref: RefCallback<HTMLElement>] {
  const [wasSeen, setWasSeen] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [wasSeen, ref];
}
