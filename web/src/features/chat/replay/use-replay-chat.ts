import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { decodeTime } from 'ulid';
import type { RecordedPart } from '#shared/videos/replays.ts';
import { call } from '#web/lib/api/api.ts';
import { firstIdAt } from '../feed/first-id.ts';
import { AHEAD_MS, FAR_MS, LEAD_MS, MAX_VISIBLE, messagesUntil, toTimedMessages } from './timed-messages.ts';

const UPDATE_EVERY_MS = 500;

/** The messages up to the video's position, or all of them page by page. */
export function useReplayChat(videoId: string, placeS: () => number, isWhole: boolean) {
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
    // Keeps the displayed list after a seek until the new one loads.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Refetches on return, because messages may have been removed.
    gcTime: 0,
  });
  const timed = useMemo(() => toTimedMessages(data?.pages.flatMap(({ messages }) => messages) ?? []), [data]);
  const recorded = data?.pages[0]?.recorded;
  const nowMs = recorded ? recordedAt(recorded, place) : 0;
  const next = data?.pages.at(-1)?.next ?? null;
  const reachedMs = next === null ? Infinity : decodeTime(next);
  const startMs = fromMs ?? (recorded ? recordedAt(recorded, 0) : 0);
  // Restarts far from the loaded range, at the cost of a page.
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
  const loadMore = isWhole && hasNextPage ? () => void fetchNextPage() : null;
  const readAgain = () => void (data ? fetchNextPage() : refetch());
  return { messages, isReady: data !== undefined, isError, isFetching, loadMore, readAgain };
}

/** When the picture at a position was recorded, in ms since 1970. */
export function recordedAt(recorded: readonly RecordedPart[], placeS: number): number {
  const part = recorded.findLast(({ at_s }) => at_s <= placeS) ?? recorded[0];
  return part ? Date.parse(part.time) + Math.max(0, placeS - part.at_s) * 1000 : 0;
}
