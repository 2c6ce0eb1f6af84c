import type { pages } from '#messages/server/pages.ts';
import type { translator } from '#messages/translator.ts';
import type { CATEGORIES } from '#shared/plain/category-list.ts';

export type Translate = ReturnType<typeof translator<typeof pages>>;

const KEYS = {
  'Ceiling Fans': 'categoryNames.ceiling',
  'Industrial Fans': 'categoryNames.industrial',
  'Box Fans': 'categoryNames.box',
  'Table Fans': 'categoryNames.table',
  'Tower Fans': 'categoryNames.tower',
  'Exhaust Fans': 'categoryNames.exhaust',
  'Pedestal Fans': 'categoryNames.pedestal',
  'Window Fans': 'categoryNames.window',
  'Computer Fans': 'categoryNames.computer',
  'Vintage Fans': 'categoryNames.vintage',
} as const satisfies Readonly<Record<(typeof CATEGORIES)[number]['name'], string>>;

const isKnown = (name: string): name is keyof typeof KEYS => Object.hasOwn(KEYS, name);

/** The name to show. A category that is not one of the site's is shown as it was written. */
export const categoryName = (t: Translate, name: string): string => (isKnown(name) ? t(KEYS[name]) : name);
