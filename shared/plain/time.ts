/** Units of time, in milliseconds (`_MS`) and in seconds (`_S`). */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

/** A time in ms since 1970 as the API writes it: ISO 8601 with milliseconds. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
