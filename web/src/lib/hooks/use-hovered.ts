import { useEffect, useState } from 'react';

/** Whether a mouse is over the link around an element, or the keyboard's focus on it; not by touch. */
export function useHovered(element: Element | null): boolean {
  const [isHovered, setIsHovered] = useState(false);
  useEffect(() => {
    const link = element?.closest('a');
    if (!link) return;
    const end = () => setIsHovered(false);
    // Few bytes in Home's first load; the link goes with the element.
    Object.assign(link, {
      onpointerenter: ({ pointerType }: PointerEvent) => setIsHovered(pointerType === 'mouse'),
      onpointerleave: end,
      // A press focuses it, too, and changes nothing.
      onfocus: () => link.matches(':focus-visible') && setIsHovered(true),
      onblur: end,
    });
  }, [element]);
  return isHovered;
}
