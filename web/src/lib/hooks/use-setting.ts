import { useSyncExternalStore } from 'react';
import { listen } from '../listen.ts';

const subscribe = (listener: () => void) => listen(window, 'storage', listener);

/** A choice that this browser remembers, `null` until it is made; all of the page and other tabs follow it. */
export function useSetting(key: string): [value: string | null, choose: (value: string | null) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const choose = (next: string | null) => {
    if (next === null) localStorage.removeItem(key);
    else localStorage.setItem(key, next);
    // Browsers tell the other tabs alone.
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  return [value, choose];
}
