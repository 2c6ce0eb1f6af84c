import { useQuery } from '@tanstack/react-query';
import { followedChannelsQuery } from '../../features/follows/follows.queries.ts';
import { ChannelSection } from '../../features/streamers/channel-section.tsx';

/** The sidebar's section of the followed channels that are live (specification §2); for signed-in users. */
export function FollowedLive({ isFolded }: { readonly isFolded: boolean }) {
  const query = useQuery(followedChannelsQuery());
  return (
    <ChannelSection
      title="Followed Channels — Live"
      query={query}
      channels={query.data?.channels.filter(({ is_live }) => is_live)}
      empty={query.data?.channels.length === 0 ? 'You follow no channel yet' : 'None of them is live now'}
      isFolded={isFolded}
    />
  );
}
