import { MINUTE_MS } from '#shared/plain/time.ts';
import { formatAge } from '../i18n/dates.ts';
import { serverTime } from '../server-clock.ts';
import { useNow } from './browser-hooks.ts';

/** `formatAge` that stays current. */
export const useAge = (timestamp: string): string => formatAge(timestamp, serverTime(useNow(MINUTE_MS)));
