import { useQuery } from '@tanstack/react-query';
import { ChannelSection } from './channel-section.tsx';
import { recommendedStreamersQuery } from './streamers.queries.ts';

/** The sidebar's section of channels to discover: the first five (specification §2, §9). */
export function RecommendedChannels() {
  const query = useQuery(recommendedStreamersQuery());
  return (
    <ChannelSection
      title="Recommended Channels"
      query={query}
      channels={query.data}
      empty="No channels yet"
    />
  );
}
