import { useSyncExternalStore } from 'react';
import { listen } from '../listen.ts';

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => listen(window.matchMedia(query), 'change', listener);
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
