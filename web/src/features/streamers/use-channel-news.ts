/** Keeps one channel as it now is: by what the socket tells, or else by asking. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChannelEvent } from '../../../../shared/channel-events.ts';
import type { Channel } from '../../../../shared/streamers.ts';
import { ASK_MS, KNOWN_AFTER_MS } from '../../lib/realtime/asking.ts';
import { listenToChannel } from '../../lib/realtime/realtime.ts';
import { channelNews } from './channel-news.ts';
import { streamerQuery } from './streamers.queries.ts';

/**
 * Follows the channel that a query has answered. Answers how often the query is to ask by itself, and `take` for a
 * channel that came by another way.
 */
export function useChannelNews(username: string, id: string | undefined) {
  const cache = useQueryClient();
  const [isListening, setListening] = useState(false);
  const [news] = useState(() => channelNews(Date.now));
  useEffect(() => {
    return id === undefined ? undefined : follow(cache, { id, username, news }, setListening);
  }, [cache, id, username, news]);

  /** Gives way to what was told of late. */
  const take = (channel: Channel): void => {
    if (!news.isRecent()) void change(cache, username, () => channel);
  };
  return { refetchInterval: isListening ? (false as const) : ASK_MS, take };
}

interface Followed {
  readonly id: string;
  readonly username: string;
  readonly news: ReturnType<typeof channelNews>;
}

function follow(
  cache: QueryClient,
  { id, username, news }: Followed,
  onChange: (isListening: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => void cache.invalidateQueries({ queryKey: streamerQuery(username).queryKey });
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
    void change(cache, username, news.take(events));
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

async function change(
  cache: QueryClient,
  username: string,
  to: (channel: Channel) => Channel,
): Promise<void> {
  const { queryKey } = streamerQuery(username);
  const before = cache.getQueryData(queryKey);
  const after = before && to(before);
  if (!after || after === before) return;
  // What was asked for before would bring the channel back as it was.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, after);
}
