import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { firstIdAt, recordedAt, saidBy } from './replay-time.ts';

const LOOK_EVERY_MS = 500;
/** Before a place that one jumps to, so much of the talk is read. */
const LEAD_MS = 30_000;
/** What is written later may stand sooner: viewers are behind. */
const AHEAD_MS = 45_000;
const FAR_MS = 60_000;

/** What was said up to the place of the video; or all of it, a page at a time. */
export function useReplayChat(videoId: string, { placeS, isWhole }: ReplayReading) {
  const [place, setPlace] = useState(placeS);
  const [fromMs, setFromMs] = useState<number | null>(null);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    queryKey: ['replays', videoId, isWhole ? null : fromMs],
    queryFn: ({ pageParam, signal }) =>
      call('GET /replays/{id}/chat', {
        params: { id: videoId },
        query: { limit: 100, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: isWhole || fromMs === null ? '' : firstIdAt(fromMs),
    getNextPageParam: ({ has_more, messages }) => (has_more ? messages.at(-1)?.id : undefined),
    staleTime: Infinity,
  });
  const recorded = data?.pages[0]?.recorded;
  const loaded = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const nowMs = recorded ? recordedAt(recorded, place) : 0;
  const reachedMs = Date.parse(loaded.at(-1)?.timestamp ?? '') || 0;
  const startMs = fromMs ?? (recorded ? recordedAt(recorded, 0) : 0);
  // Behind what is read, or far ahead of it: another place of the chat is read, at the cost of a page.
  const isElsewhere = nowMs < startMs || (hasNextPage && nowMs > reachedMs + FAR_MS);
  const isShort = hasNextPage && nowMs + AHEAD_MS > reachedMs;
  const look = useEffectEvent(() => {
    setPlace(placeS());
    if (isWhole || isFetching || !recorded) return;
    if (isElsewhere) setFromMs(nowMs - LEAD_MS);
    else if (isShort) void fetchNextPage();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const messages = isWhole ? saidBy(loaded, Infinity) : saidBy(loaded, nowMs);
  const readOn = isWhole && hasNextPage ? () => void fetchNextPage() : null;
  return { messages, isReady: data !== undefined, isError, isFetching, readOn };
}

interface ReplayReading {
  /** Where the video is, in seconds; the same function each time. */
  readonly placeS: () => number;
  readonly isWhole: boolean;
}
