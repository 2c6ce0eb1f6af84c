import type { CATEGORIES } from '#shared/plain/category-list.ts';
import { t } from './messages.ts';

const NAMES: Readonly<Record<(typeof CATEGORIES)[number]['name'], string>> = {
  'Ceiling Fans': t('categoryNames.ceiling'),
  'Industrial Fans': t('categoryNames.industrial'),
  'Box Fans': t('categoryNames.box'),
  'Table Fans': t('categoryNames.table'),
  'Tower Fans': t('categoryNames.tower'),
  'Exhaust Fans': t('categoryNames.exhaust'),
  'Pedestal Fans': t('categoryNames.pedestal'),
  'Window Fans': t('categoryNames.window'),
  'Computer Fans': t('categoryNames.computer'),
  'Vintage Fans': t('categoryNames.vintage'),
};

/** The site's categories in the page's language. In the API and in addresses their names are English: specification §5. */
export const CATEGORY_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES));

/** The name to show. A category that is not one of the site's is shown as it was written. */
export const categoryName = (name: string): string => CATEGORY_NAMES.get(name) ?? name;
