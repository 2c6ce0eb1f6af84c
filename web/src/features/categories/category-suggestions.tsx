import { useQuery } from '@tanstack/react-query';
import { Section } from '../../ui/section.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { CategoryGrid } from './category-grid.tsx';

/** The categories as a way on from a screen without a result; nothing until they are there. */
export function CategorySuggestions() {
  const { data } = useQuery(categoriesQuery());
  if (!data) return null;
  return (
    <Section title="Categories" className="mt-10">
      <CategoryGrid categories={data} />
    </Section>
  );
}
