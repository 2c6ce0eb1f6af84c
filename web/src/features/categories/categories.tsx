import { useQuery } from '@tanstack/react-query';
import { FailureState } from '../../ui/states/failure-state.tsx';
import { Loading } from '../../ui/states/loading.tsx';
import { categoriesQuery } from './categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from './category-grid.tsx';

/** All categories of the specification. `level` is that of their headings. */
export function Categories({ level }: { readonly level: 2 | 3 }) {
  const { data, isPending, isFetching, refetch } = useQuery(categoriesQuery());
  if (data) return <CategoryGrid categories={data} level={level} />;
  if (isPending) {
    return (
      <Loading>
        <CategoryGridSkeleton />
      </Loading>
    );
  }
  return (
    <FailureState
      title="The categories could not be loaded"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
