import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { toTimedMessages, firstIdAt, recordedAt, messagesUntil, timeOfId } from './replay-time.ts';

const UPDATE_EVERY_MS = 500;
/** Before a place that one jumps to, so much of the talk is read. */
const LEAD_MS = 30_000;
/** What is written later may stand sooner: viewers are behind. */
const AHEAD_MS = 45_000;
const FAR_MS = 60_000;
/** Beside the video no more is shown at once than anybody reads. */
const MAX_VISIBLE = 200;

/** What was said up to the place of the video; or all of it, a page at a time. */
export function useReplayChat(videoId: string, { placeS, isWhole }: ReplayReading) {
  const [place, setPlace] = useState(placeS);
  const [fromMs, setFromMs] = useState<number | null>(null);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['replays', videoId, isWhole ? null : fromMs],
    queryFn: ({ pageParam, signal }) =>
      call('GET /replays/{id}/chat', {
        params: { id: videoId },
        query: { limit: 100, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: isWhole || fromMs === null ? '' : firstIdAt(fromMs),
    getNextPageParam: ({ next }) => next,
    // At another place of the video the list goes on from what it shows, rather than from nothing.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // What is removed meanwhile is gone for who comes back.
    gcTime: 0,
  });
  const timed = useMemo(() => toTimedMessages(data?.pages.flatMap(({ messages }) => messages) ?? []), [data]);
  const recorded = data?.pages[0]?.recorded;
  const nowMs = recorded ? recordedAt(recorded, place) : 0;
  const next = data?.pages.at(-1)?.next ?? null;
  const reachedMs = next === null ? Infinity : timeOfId(next);
  const startMs = fromMs ?? (recorded ? recordedAt(recorded, 0) : 0);
  // Behind what is read, or far ahead of it: another place of the chat is read, at the cost of a page.
  const isElsewhere = nowMs < startMs || nowMs > reachedMs + FAR_MS;
  const isShort = nowMs + AHEAD_MS > reachedMs;
  const update = useEffectEvent(() => {
    setPlace(placeS());
    if (isWhole || isFetching || isError || !recorded) return;
    if (isElsewhere) setFromMs(nowMs - LEAD_MS);
    else if (isShort) void fetchNextPage();
  });
  useEffect(() => {
    const timer = setInterval(() => update(), UPDATE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const messages = isWhole ? messagesUntil(timed, Infinity) : messagesUntil(timed, nowMs, MAX_VISIBLE);
  const readOn = isWhole && hasNextPage ? () => void fetchNextPage() : null;
  const readAgain = () => void (data ? fetchNextPage() : refetch());
  return { messages, isReady: data !== undefined, isError, isFetching, readOn, readAgain };
}

interface ReplayReading {
  /** Where the video is, in seconds; the same function each time. */
  readonly placeS: () => number;
  readonly isWhole: boolean;
}
