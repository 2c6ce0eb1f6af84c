const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** "22 Nov 2026", in the reader's time zone. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso));
