import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, LayoutPanelLeft } from 'lucide-react';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChannelOrder } from '#shared/channels/channels.ts';
import { Categories } from '#web/features/categories/category-suggestions.tsx';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { NoLiveChannels } from '#web/features/channels/no-channels.tsx';
import { StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { StreamPages } from '#web/features/channels/stream-pages.tsx';
import { allChannelsQuery, liveChannelsQuery } from '#web/features/channels/channels.queries.ts';
import { LatestVideos } from '#web/features/videos/lists/latest-videos.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { KEEPS_PLACE } from '#web/lib/navigation/keeps-place.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /browse: specification §2, with categories and videos. */
export function BrowsePage() {
  useDocumentTitle(t('browse.title'));
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-bold">{t('browse.title')}</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" to={paths.fans()}>
            {t('browse.findFans')}
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.wall()}>
            <LayoutPanelLeft className="rtl:-scale-x-100 size-4" />
            {t('browse.fanWall')}
          </ButtonLink>
        </div>
      </header>
      <Lists />
    </>
  );
}

function Lists() {
  const { tab, order, show } = useVisibleTab();
  const menus = useSaveMenus();
  const live = useInfiniteQuery(liveChannelsQuery(order));
  const all = useInfiniteQuery(allChannelsQuery(order));
  if (live.isPending || all.isPending) {
    return (
      <Loading>
        <StreamGridSkeleton />
      </Loading>
    );
  }
  if (!live.data || !all.data) {
    const both = {
      isFetching: live.isFetching || all.isFetching,
      refetch: () => Promise.all([live.refetch(), all.refetch()]),
    };
    return <FailureState title={t('browse.loadFailed')} query={both} />;
  }
  const ordered = <OrderSelect order={order} onChange={(chosen) => show(tab, chosen)} />;
  const noLiveChannels = <NoLiveChannels level={2} />;
  return (
    <Tabs
      label={t('browse.tabs')}
      open={tab}
      onOpen={(opened) => show(opened, order)}
      tabs={[
        {
          key: 'live',
          label: t('browse.liveChannels', { count: totalOf(live.data.pages) }),
          panel: <StreamPages key="live" list={live} above={ordered} empty={noLiveChannels} />,
        },
        {
          key: 'all',
          label: t('browse.allChannels', { count: totalOf(all.data.pages) }),
          panel: <StreamPages key="all" list={all} above={ordered} empty={NO_CHANNELS} />,
        },
        { key: 'categories', label: t('categories.title'), panel: <Categories level={2} /> },
        { key: 'videos', label: t('browse.videos'), panel: <LatestVideos {...menus} /> },
      ]}
    />
  );
}

const NO_CHANNELS = (
  <EmptyState icon={<FanMark className="size-7" />} title={t('streamers.noChannels')}>
    {t('browse.noChannelsHint')}
  </EmptyState>
);

const TABS = ['live', 'all', 'categories', 'videos'] as const;
type Tab = (typeof TABS)[number];

/** The address holds the tab, for Back, reloads and links. */
function useVisibleTab() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'live';
  const requestedOrder = search.get('order');
  const order = isChannelOrder(requestedOrder) ? requestedOrder : 'viewers';
  const show = (tab: Tab, order: ChannelOrder) =>
    setSearch(
      { ...(tab !== 'live' && { tab }), ...(order !== 'viewers' && { order }) },
      { replace: true, state: KEEPS_PLACE },
    );
  return { tab, order, show };
}

/** The newest page has the latest total. */
const totalOf = (pages: readonly { readonly total: number }[]): number => pages.at(-1)?.total ?? 0;

const NAMES: Record<ChannelOrder, string> = {
  viewers: t('browse.orderViewers'),
  followers: t('browse.orderFollowers'),
  newest: t('browse.orderNewest'),
};

const isChannelOrder = (text: string | null): text is ChannelOrder =>
  text !== null && Object.hasOwn(NAMES, text);

interface OrderSelectProps {
  readonly order: ChannelOrder;
  readonly onChange: (order: ChannelOrder) => void;
}

function OrderSelect({ order, onChange }: OrderSelectProps) {
  const id = useId();
  return (
    <div className="mb-4 flex items-center justify-end gap-3 text-sm">
      <label htmlFor={id} className="text-soft">
        {t('browse.orderBy')}
      </label>
      <div className="relative">
        <select
          id={id}
          value={order}
          onChange={({ target }) => onChange(target.value as ChannelOrder)}
          className={`${fieldClass} h-control-sm appearance-none pe-9 text-sm`}
        >
          {Object.entries(NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-5 text-soft" />
      </div>
    </div>
  );
}
