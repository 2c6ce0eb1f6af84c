import { useQuery } from '@tanstack/react-query';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from './category-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** Links to categories from a screen without results. Empty until they load. */
export function CategorySuggestions() {
  const { data } = useQuery(categoriesQuery());
  if (!data) return null;
  return (
    <Section title={t('categories.title')} className="mt-10">
      <CategoryGrid categories={data} />
    </Section>
  );
}

export function Categories({ level }: { readonly level: 2 | 3 }) {
  const query = useQuery(categoriesQuery());
  return (
    <Loaded query={query} failure={t('categories.loadFailed')} skeleton={<CategoryGridSkeleton />}>
      {(categories) => <CategoryGrid categories={categories} level={level} />}
    </Loaded>
  );
}
