import { expect, it, vi } from 'vitest';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { CATEGORY_NAMES, categoryName } from '#web/lib/i18n/category-names.ts';
import { CATEGORY_OPTIONS, categoryNamed } from '#web/ui/forms/category-field.tsx';

vi.mock('#messages/format.ts', async (load) => ({
  ...(await load<object>()),
  formatMessage: (message: string) => message.replace('Fans', 'ventilatoren'),
}));

it('the site’s categories have names in the page’s language, in the specification’s order', () => {
  expect([...CATEGORY_NAMES.keys()]).toEqual(CATEGORIES.map(({ name }) => name));
  expect(categoryName('Box Fans')).toBe('Box ventilatoren');
  expect(CATEGORY_OPTIONS[0]).toEqual({ value: 'Ceiling Fans', text: 'Ceiling ventilatoren' });
});

it('another category stays as somebody wrote it', () => {
  for (const name of ['Bladeless Fans', 'constructor', '']) {
    expect(categoryName(name)).toBe(name);
    expect(categoryNamed(name)).toBe(name);
  }
});

it('a typed name of a category is sent in English', () => {
  expect(categoryNamed(' box Ventilatoren')).toBe('Box Fans');
});
