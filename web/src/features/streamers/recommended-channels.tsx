import { useQuery } from '@tanstack/react-query';
import { ChannelSection } from './channel-section.tsx';
import { recommendedStreamersQuery } from './streamers.queries.ts';

interface RecommendedChannelsProps {
  /** The id of one's own channel, which is not recommended. */
  readonly ownId: string | undefined;
  readonly isFolded: boolean;
}

/** The sidebar's section of channels to discover: the first five (specification §2, §9). */
export function RecommendedChannels({ ownId, isFolded }: RecommendedChannelsProps) {
  const query = useQuery(recommendedStreamersQuery(ownId));
  return (
    <ChannelSection
      title="Recommended Channels"
      query={query}
      channels={query.data}
      empty="No channels yet"
      isFolded={isFolded}
    />
  );
}
