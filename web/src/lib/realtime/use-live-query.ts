import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { listenToChannel } from './realtime.ts';
import { POLL_MS, type ApplyEvent, FRESH_AFTER_MS } from './recent-events.ts';

const never = (): boolean => false;

/**
 * Keeps the answer of a query about a channel up to date by the channel's events while the component is mounted.
 * Returns the query's `refetchInterval` in ms: `false` while the socket is connected.
 *
 * @param channelId `undefined` while it is not known: nothing is listened to.
 * @param isStaleAfter Whether an event changes the answer without saying how, so that the query is to be fetched again.
 */
export function useLiveQuery<T>(
  channelId: string | undefined,
  queryKey: QueryKey,
  applyEvent: ApplyEvent<T>,
  isStaleAfter: (event: ChannelEvent) => boolean = never,
): number | false {
  const cache = useQueryClient();
  const [isListening, setListening] = useState(false);
  const invalidate = useEffectEvent(() => void cache.invalidateQueries({ queryKey }));
  const update = useEffectEvent((events: readonly ChannelEvent[]): boolean => {
    const isStale = events.some(isStaleAfter);
    if (isStale) invalidate();
    applyToQuery(cache, queryKey, events, applyEvent);
    return isStale;
  });
  useEffect(() => {
    if (channelId === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Until then a cache may answer with a state from before the events.
    const invalidateLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => invalidate(), FRESH_AFTER_MS);
    };
    const unsubscribe = listenToChannel(channelId, {
      onEvents: (events) => {
        if (update(events)) invalidateLater();
      },
      onChange: (listening) => {
        setListening(listening);
        clearTimeout(timer);
        if (listening) invalidateLater();
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [channelId]);
  return !isListening && POLL_MS;
}

/** Applies events to the cached answer of a query, if there is one. */
export function applyToQuery<T>(
  cache: QueryClient,
  queryKey: QueryKey,
  events: readonly ChannelEvent[],
  applyEvent: ApplyEvent<T>,
): void {
  const known = cache.getQueryData<T>(queryKey);
  if (known === undefined) return;
  const now = events.reduce(applyEvent, known);
  if (now !== known) cache.setQueryData<T>(queryKey, now);
}
