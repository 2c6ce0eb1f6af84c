import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { keepText, readText } from '../kept.ts';
import { endAll, listen } from '../listen.ts';
import { t } from '../i18n/messages.ts';

export function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => listen(window.matchMedia(query), 'change', listener);
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const subscribe = (listener: () => void) =>
  endAll([listen(window, 'online', listener), listen(window, 'offline', listener)]);

/** Whether the browser has a network, which need not reach the site. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** The time in ms since 1970, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

const SITE = t('common.fanfare');

export function useDocumentTitle(page?: string): void {
  useEffect(() => {
    document.title = page ? `${page} · ${SITE}` : SITE;
  }, [page]);
}

/** The path with query, to return to after the log-in. */
export function useCurrentPath(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}

const subscribeToSettings = (listener: () => void) => listen(window, 'storage', listener);

/** A stored setting, `null` if unset, synchronized across components and tabs. */
export function useSetting(key: string): [value: string | null, choose: (value: string | null) => void] {
  const value = useSyncExternalStore(subscribeToSettings, () => readText('localStorage', key));
  return [value, (next) => chooseSetting(key, next)];
}

export function chooseSetting(key: string, next: string | null): void {
  keepText('localStorage', key, next);
  // Browsers notify only other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key }));
}
