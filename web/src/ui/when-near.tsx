import { type ReactNode, useEffect, useState } from 'react';

interface WhenNearProps {
  readonly children: ReactNode;
}

/** Renders its children within 400 px of the viewport. */
export function WhenNear({ children }: WhenNearProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '400px' },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);
  return isNear ? children : <div ref={setPlace} className="h-px" />;
}
