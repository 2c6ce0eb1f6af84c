import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/states/loaded.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from './category-grid.tsx';

/** All categories of the specification. `level` is that of their headings. */
export function Categories({ level }: { readonly level: 2 | 3 }) {
  const query = useQuery(categoriesQuery());
  return (
    <Loaded query={query} failure="The categories could not be loaded" skeleton={<CategoryGridSkeleton />}>
      {(categories) => <CategoryGrid categories={categories} level={level} />}
    </Loaded>
  );
}
