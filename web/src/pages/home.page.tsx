import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { paths } from '../app/paths.ts';
import { categoriesQuery } from '../features/categories/categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from '../features/categories/category-grid.tsx';
import { channelsOf } from '../features/streamers/channels-of.ts';
import { NobodyLive } from '../features/streamers/nobody-live.tsx';
import { StreamGrid, StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { liveStreamersQuery } from '../features/streamers/streamers.queries.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { FailureState } from '../ui/failure-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Live channels shown here; "Show more" leads to the others. */
const LIVE_SHOWN = 8;

/** Home: specification §2. */
export function HomePage() {
  useDocumentTitle();
  const live = useInfiniteQuery(liveStreamersQuery());
  const categories = useQuery(categoriesQuery());
  if (live.isPending || categories.isPending) return <HomeLoading />;

  const channels = live.data && channelsOf(live.data.pages).slice(0, LIVE_SHOWN);
  return (
    <div className="space-y-10">
      <h1 className="sr-only">Home</h1>
      <Section title="Live Channels">
        {!channels && <Failure what="The live channels" query={live} />}
        {channels?.length === 0 && <NobodyLive />}
        {channels && channels.length > 0 && <StreamGrid channels={channels} />}
      </Section>
      <Section title="Categories">
        {!categories.data && <Failure what="The categories" query={categories} />}
        {categories.data && <CategoryGrid categories={categories.data} />}
      </Section>
    </div>
  );
}

function HomeLoading() {
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <Loading>
        <div className="space-y-10">
          <StreamGridSkeleton />
          <CategoryGridSkeleton />
        </div>
      </Loading>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={titleId} className="text-xl font-bold">
          {title}
        </h2>
        <TextLink to={paths.browse()}>Show more</TextLink>
      </div>
      {children}
    </section>
  );
}

interface FailureProps {
  readonly what: string;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

function Failure({ what, query }: FailureProps) {
  return (
    <FailureState
      title={`${what} could not be loaded`}
      retrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}
