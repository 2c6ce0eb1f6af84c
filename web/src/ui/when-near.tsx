import { type ReactNode, useEffect, useState } from 'react';

interface WhenNearProps {
  /** Of the empty place. @default 1 */
  readonly heightPx?: number;
  /** Renders them at any distance. @default false */
  readonly isNeeded?: boolean;
  readonly children: ReactNode;
}

/** Renders its children within 400 px of the viewport. */
export function WhenNear({ heightPx = 1, isNeeded = false, children }: WhenNearProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isNear, setIsNear] = useState(false);
  if (isNeeded && !isNear) setIsNear(true);
  useEffect(() => {
    if (!place) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '400px' },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);
  return isNear ? children : <div ref={setPlace} style={{ height: heightPx }} />;
}
