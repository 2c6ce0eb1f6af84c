import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '#shared/channels/channels.ts';
import { useSetChannel } from '#web/features/channels/channels.queries.ts';
import { streamStatusQuery } from '#web/features/streaming/streaming.queries.ts';

/** Whether the user has an open stream through software, which without a picture is not public; and what its end changes. */
export function useOwnStream() {
  const cache = useQueryClient();
  const setChannel = useSetChannel();
  const { data } = useQuery({ ...streamStatusQuery(), refetchInterval: false });
  const showEnded = (ended: Channel): void => {
    setChannel(ended);
    void cache.invalidateQueries({ queryKey: streamStatusQuery().queryKey });
  };
  return { isOpen: data?.is_live === true, showEnded };
}
