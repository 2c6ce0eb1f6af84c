import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { Category } from '../../../shared/categories.ts';
import { paths } from '../app/paths.ts';
import { categoriesQuery, categoryStreamersQuery } from '../features/categories/categories.queries.ts';
import { CategoryHeader, CategoryHeaderSkeleton } from '../features/categories/category-header.tsx';
import { categoryId } from '../features/categories/category-id.ts';
import { CategorySuggestions } from '../features/categories/category-suggestions.tsx';
import { StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { StreamPages } from '../features/streamers/stream-pages.tsx';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureState } from '../ui/failure-state.tsx';
import { FanMark } from '../ui/fan-mark.tsx';
import { Loading } from '../ui/loading.tsx';

/** /category/{name}: specification §2. The address has the category's name, or its id. */
export function CategoryPage() {
  const { name = '' } = useParams();
  const { data, isPending, isFetching, refetch } = useQuery(categoriesQuery());
  const category = data?.find(({ id }) => id === categoryId(name));
  useDocumentTitle(category?.name ?? (data && 'Category not found'));

  if (category) return <CategoryView category={category} />;
  if (data) return <CategoryMissing name={name} />;
  if (isPending) {
    return (
      <Loading>
        <CategoryHeaderSkeleton />
        <div className="mt-8">
          <StreamGridSkeleton />
        </div>
      </Loading>
    );
  }
  return (
    <FailureState
      title="The category could not be loaded"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function CategoryView({ category }: { readonly category: Category }) {
  const list = useInfiniteQuery(categoryStreamersQuery(category.id));
  return (
    <>
      <CategoryHeader category={category} channels={list.data?.pages.at(-1)?.total} />
      <div className="mt-8">
        {list.isPending && (
          <Loading>
            <StreamGridSkeleton />
          </Loading>
        )}
        {list.data && (
          <StreamPages pages={list.data.pages} list={list} empty={<NobodyHere name={category.name} />} />
        )}
        {list.isError && !list.data && (
          <FailureState
            title="The channels could not be loaded"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
      </div>
    </>
  );
}

function NobodyHere({ name }: { readonly name: string }) {
  const session = useSession();
  return (
    <EmptyState
      icon={<FanMark className="size-7" />}
      title={`No channels in ${name} yet`}
      action={
        <>
          <ButtonLink to={session ? paths.goLive() : paths.signup()}>
            {session ? 'Go live with your fan' : 'Sign up and go live'}
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.browse()}>
            Browse Channels
          </ButtonLink>
        </>
      }
    >
      Switch your fan on and be the first.
    </EmptyState>
  );
}

function CategoryMissing({ name }: { readonly name: string }) {
  return (
    <>
      <EmptyState
        level={1}
        icon={<SearchX className="size-6" />}
        title="Category not found"
        action={
          <ButtonLink variant="secondary" to={paths.search(name)} className="max-w-full">
            <span className="truncate">Search for “{name}”</span>
          </ButtonLink>
        }
      >
        There is no category of this name. Streamers may write their own; a search finds their channels.
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}
