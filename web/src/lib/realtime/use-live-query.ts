import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { listenToChannel } from './realtime.ts';
import { POLL_MS, type ApplyEvent, FRESH_AFTER_MS } from './recent-events.ts';

const never = (): boolean => false;

/**
 * Updates a channel query by events while mounted. Returns the `refetchInterval` in ms: `false` while connected.
 * Without a `channelId` it does not listen. `isStaleAfter` marks events that require a refetch.
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
    // A cache may return an older state until then.
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

/** Applies events to cached data, if any. */
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
