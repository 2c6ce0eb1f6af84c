import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { categoriesQuery } from '../features/categories/categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from '../features/categories/category-grid.tsx';
import { itemsOf } from '../lib/api/api.ts';
import { NoLiveChannels } from '../features/streamers/no-channels.tsx';
import { StreamGrid, StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { liveStreamersQuery } from '../features/streamers/streamers.queries.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { useSession } from '../lib/api/session/session.ts';
import { untilQuiet } from '../lib/when-idle.ts';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { FailureState } from '../ui/states/failure-state.tsx';
import { Loading } from '../ui/states/loading.tsx';
import { Section } from '../ui/section.tsx';
import { TextLink } from '../ui/links/links.tsx';
import { t } from '../lib/i18n/messages.ts';

/** The number of live channels; "Show more" leads to the others. */
const MAX_LIVE = 8;

// Below the first screen, so not in the first load.
const HomeVideos = onDemand(() => untilQuiet().then(() => import('./home-videos.tsx')), 'HomeVideos', {
  isOptional: true,
});

export function HomePage() {
  useDocumentTitle();
  const session = useSession();
  return (
    <>
      <h1 className="sr-only">{t('home.title')}</h1>
      {!session && <Introduction />}
      <Lists />
    </>
  );
}

const Introduction = () => <p className="mb-8 text-lg text-balance">{t('home.intro')}</p>;

function Lists() {
  const live = useInfiniteQuery(liveStreamersQuery());
  const categories = useQuery(categoriesQuery());
  if (live.isPending || categories.isPending) return <ListsLoading />;

  const channels = live.data && itemsOf(live.data.pages).slice(0, MAX_LIVE);
  return (
    <div className="space-y-10">
      <Section title={t('home.live')} beside={showMore(paths.browse())}>
        {!channels && <FailureState title={t('home.liveLoadFailed')} query={live} />}
        {channels?.length === 0 && <NoLiveChannels />}
        {channels && channels.length > 0 && <StreamGrid channels={channels} />}
      </Section>
      <Section title={t('categories.title')} beside={showMore(paths.browse('categories'))}>
        {!categories.data && <FailureState title={t('categories.loadFailed')} query={categories} />}
        {categories.data && <CategoryGrid categories={categories.data} />}
      </Section>
      <HomeVideos frame={latestSection} />
    </div>
  );
}

const latestSection = (videos: ReactNode) => (
  <Section title={t('home.latest')} beside={showMore(paths.browse('videos'))}>
    {videos}
  </Section>
);

const ListsLoading = () => (
  <Loading>
    <div className="space-y-10">
      <StreamGridSkeleton />
      <CategoryGridSkeleton />
    </div>
  </Loading>
);

const showMore = (to: string) => <TextLink to={to}>{t('home.showMore')}</TextLink>;
