import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { ASK_MS, KNOWN_AFTER_MS } from './asking.ts';
import { show } from './hearing.ts';
import { listenToChannel } from './realtime.ts';
import type { ChangedBy } from './told.ts';

/**
 * Keeps what a query answers of a channel as the socket tells it, while the component stands. Answers how often to ask for it
 * instead, in ms: not at all while the socket stands.
 */
export function useTold<Thing>(
  channelId: string,
  queryKey: QueryKey,
  changedBy: ChangedBy<Thing>,
): number | false {
  const cache = useQueryClient();
  const [isListening, setListening] = useState(false);
  const hear = useEffectEvent((news: readonly ChannelEvent[]) => show(cache, queryKey, news, changedBy));
  const miss = useEffectEvent(() => void cache.invalidateQueries({ queryKey }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = listenToChannel(channelId, {
      onEvents: (events) => hear(events),
      onChange: (listening) => {
        setListening(listening);
        clearTimeout(timer);
        // By then no cache answers any more with what was before the events that arrive.
        if (listening) timer = setTimeout(() => miss(), KNOWN_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [channelId]);
  return !isListening && ASK_MS;
}
