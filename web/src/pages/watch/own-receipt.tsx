import { useQueryClient } from '@tanstack/react-query';
import type { Channel } from '#shared/channels/channels.ts';
import { BroadcastReceipt } from '#web/features/browser-stream/receipt/receipt-card.tsx';
import { videosKey } from '#web/features/videos/videos.queries.ts';

export function OwnReceipt({ channel }: { readonly channel: Channel }) {
  const cache = useQueryClient();
  return (
    <BroadcastReceipt
      userId={channel.id}
      username={channel.username}
      onReplay={() => void cache.invalidateQueries({ queryKey: videosKey })}
    />
  );
}
