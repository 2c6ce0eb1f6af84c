/** Keeps one channel as it now is: by what the socket tells, or else by asking. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { ASK_MS, KNOWN_AFTER_MS } from '../../lib/realtime/asking.ts';
import { listenToChannel } from '../../lib/realtime/realtime.ts';
import { show } from '../../lib/realtime/hearing.ts';
import { upToDate } from '../../lib/realtime/told.ts';
import { channelChangedBy } from './channel-news.ts';
import { streamerQuery } from './streamers.queries.ts';

/**
 * Follows the channel that a query has answered. Answers how often the query is to ask by itself, and `take` for a
 * channel that came by another way.
 */
export function useChannelNews(username: string, id: string | undefined) {
  const cache = useQueryClient();
  const [isListening, setListening] = useState(false);
  useEffect(() => {
    return id === undefined ? undefined : follow(cache, { id, username }, setListening);
  }, [cache, id, username]);

  /** Of what was told of late it may not know. */
  const take = async (channel: Channel): Promise<void> => {
    const { queryKey } = streamerQuery(username);
    // What was asked for before would bring the channel back as it was.
    await cache.cancelQueries({ queryKey });
    if (cache.getQueryData(queryKey))
      cache.setQueryData(queryKey, upToDate(channel.id, channel, channelChangedBy));
  };
  return {
    refetchInterval: isListening ? (false as const) : ASK_MS,
    take: (channel: Channel) => void take(channel),
  };
}

interface Followed {
  readonly id: string;
  readonly username: string;
}

function follow(
  cache: QueryClient,
  { id, username }: Followed,
  onChange: (isListening: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { queryKey } = streamerQuery(username);
  const ask = () => void cache.invalidateQueries({ queryKey });
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, KNOWN_AFTER_MS);
  };
  const askNowAndLater = (): void => {
    ask();
    // A cache may still answer with the channel.
    later();
  };
  const hear = (events: readonly ChannelEvent[]): void => {
    if (events.some(({ type }) => type === 'gone')) askNowAndLater();
    show(cache, queryKey, events, channelChangedBy);
  };
  const leave = listenToChannel(id, {
    onEvents: hear,
    onChange: (isListening) => {
      onChange(isListening);
      clearTimeout(timer);
      // What happened before, once no cache answers with what was before that.
      if (isListening) later();
    },
  });
  return () => {
    clearTimeout(timer);
    leave();
  };
}
