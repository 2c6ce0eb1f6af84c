/** Counts, as short as they are shown. Apart from `numbers.ts`, because Home loads this. */

import { language, t } from './messages.ts';

/** In English as specification §9 says, 999 → "999", 12345 → "12.3K"; elsewhere as the language writes it: "1,2 Mio.". */
export const formatCount = (count: number): string =>
  language === 'en' && count >= 1000
    ? `${(count / 1000).toFixed(1)}K`
    : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);

/** "1 viewer", "1.2K viewers". */
export const viewersText = (count: number): string =>
  t('common.viewerCount', { count, number: formatCount(count) });
