import type { Location } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';

/** The state of the location to which "Continue stream" leads. */
export const CONTINUE_STATE = { continuesStream: true } as const;

/** Whether this document is a reload of /go-live; false after the first call. */
let isReloaded = (() => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  if (!navigation || !('type' in navigation) || navigation.type !== 'reload') return false;
  return new URL(navigation.name, window.location.href).pathname === paths.goLive();
})();

/** Whether an interrupted broadcast continues without a question: after a reload, or by the bar's button. */
export function continuesAtOnce({ state }: Pick<Location, 'state'>): boolean {
  const isAsked = typeof state === 'object' && state !== null && 'continuesStream' in state;
  const does = isReloaded || isAsked;
  isReloaded = false;
  return does;
}
