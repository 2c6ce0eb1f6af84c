import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { Channel } from '../../../shared/streamers.ts';
import { paths } from '../app/paths.ts';
import { ChannelAbout } from '../features/channel/channel-about.tsx';
import { ChannelHeader } from '../features/channel/channel-header.tsx';
import { channelTitle } from '../features/channel/channel-title.ts';
import { Player } from '../features/player/player.tsx';
import { streamerQuery } from '../features/streamers/streamers.queries.ts';
import { ApiFailure } from '../lib/api.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureState } from '../ui/failure-state.tsx';
import { Loading } from '../ui/loading.tsx';

/** So often does the page look whether the channel went live or offline. */
const REFRESH_MS = 3000;

const isMissing = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** /channel/{username}: specification §2 (Channel). */
export function ChannelPage() {
  const { username = '' } = useParams();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...streamerQuery(username),
    // A first load that failed waits for "Try again"; a page that is shown heals by itself.
    refetchInterval: ({ state }) => (state.data && !isMissing(state.error) ? REFRESH_MS : false),
    // Whoever comes from the dashboard would see the channel as it was before.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  useDocumentTitle(data && channelTitle(data));

  if (isMissing(error)) return <ChannelMissing />;
  if (data) return <ChannelView channel={data} />;
  if (isPending) return <Loading />;
  return (
    <FailureState
      title="The channel could not be loaded."
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function ChannelView({ channel }: { readonly channel: Channel }) {
  return (
    <div className="grid gap-6 lg:has-[>aside]:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-6">
        <div className="-mx-4 -mt-4 sm:mx-0 sm:mt-0">
          <Player key={channel.id} channel={channel} />
        </div>
        <ChannelHeader channel={channel} />
        <ChannelAbout channel={channel} />
      </div>
    </div>
  );
}

function ChannelMissing() {
  return (
    <EmptyState
      level={1}
      icon={<SearchX className="size-6" />}
      title="Channel not found"
      action={
        <ButtonLink variant="secondary" to={paths.home()}>
          Home
        </ButtonLink>
      }
    >
      There is no channel of this name.
    </EmptyState>
  );
}
