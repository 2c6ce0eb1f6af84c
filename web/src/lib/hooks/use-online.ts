import { useSyncExternalStore } from 'react';
import { endAll, listen } from '../listen.ts';

const subscribe = (listener: () => void) =>
  endAll([listen(window, 'online', listener), listen(window, 'offline', listener)]);

/** Whether the browser has a network; that it leads to us is not said. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
