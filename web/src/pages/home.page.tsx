import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#web/lib/paths.ts';
import { categoriesQuery } from '#web/features/categories/categories.queries.ts';
import { CategoryGrid, CategoryGridSkeleton } from '#web/features/categories/category-grid.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { NoLiveChannels } from '#web/features/channels/no-channels.tsx';
import { StreamGrid, StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { liveChannelsQuery } from '#web/features/channels/channels.queries.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { untilPageLoaded } from '#web/lib/loading/when-idle.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** The number of live channels; "Show more" leads to the others. */
const MAX_LIVE = 8;

// Below the first screen, so not in the first load.
const HomeVideos = onDemand(() => untilPageLoaded().then(() => import('./home-videos.tsx')), 'HomeVideos', {
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
  const live = useInfiniteQuery(liveChannelsQuery());
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
