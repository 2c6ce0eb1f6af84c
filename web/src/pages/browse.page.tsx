import { useInfiniteQuery } from '@tanstack/react-query';
import { NoChannels } from '../features/streamers/no-channels.tsx';
import { NobodyLive } from '../features/streamers/nobody-live.tsx';
import { StreamPages } from '../features/streamers/stream-pages.tsx';
import { allStreamersQuery, liveStreamersQuery } from '../features/streamers/streamers.queries.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { FailureState } from '../ui/failure-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** Browse: specification §2. */
export function BrowsePage() {
  useDocumentTitle('Browse');
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">Browse</h1>
      <Lists />
    </>
  );
}

function Lists() {
  const live = useInfiniteQuery(liveStreamersQuery());
  const all = useInfiniteQuery(allStreamersQuery());
  if (live.isPending || all.isPending) {
    return (
      <Loading>
        <StreamGridSkeleton />
      </Loading>
    );
  }
  if (!live.data || !all.data) {
    const retry = () => Promise.all([live.refetch(), all.refetch()]);
    return (
      <FailureState
        title="The channels could not be loaded"
        retrying={live.isFetching || all.isFetching}
        onRetry={() => void retry()}
      />
    );
  }
  return (
    <Tabs
      label="Channels"
      tabs={[
        {
          label: `Live Channels (${totalOf(live.data.pages)})`,
          panel: (
            <StreamPages key="live" list={live} pages={live.data.pages} empty={<NobodyLive level={2} />} />
          ),
        },
        {
          label: `All Channels (${totalOf(all.data.pages)})`,
          panel: <StreamPages key="all" list={all} pages={all.data.pages} empty={<NoChannels />} />,
        },
      ]}
    />
  );
}

/** The newest page knows the total best. */
const totalOf = (pages: readonly { readonly total: number }[]): number => pages.at(-1)?.total ?? 0;
