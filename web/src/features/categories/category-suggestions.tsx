import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { categoriesQuery } from './categories.queries.ts';
import { CategoryGrid } from './category-grid.tsx';

/** The categories as a way on from a screen without a result; nothing until they are there. */
export function CategorySuggestions() {
  const titleId = useId();
  const { data } = useQuery(categoriesQuery());
  if (!data) return null;
  return (
    <section aria-labelledby={titleId} className="mt-10">
      <h2 id={titleId} className="mb-4 text-xl font-bold">
        Categories
      </h2>
      <CategoryGrid categories={data} />
    </section>
  );
}
