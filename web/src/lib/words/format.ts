import { t } from '../i18n/messages.ts';

/** 999 → "999", 1000 → "1.0K", 12345 → "12.3K". */
export const formatCount = (count: number): string =>
  count >= 1000 ? `${(count / 1000).toFixed(1)}K` : String(count);

/** "1 viewer", "1.2K viewers". */
export const viewersText = (count: number): string =>
  t('common.viewerCount', { count, number: formatCount(count) });
