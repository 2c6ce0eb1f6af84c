import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { decodeTime, encodeTime } from 'ulid';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import type { RecordedPart } from '../../../../../shared/videos/replays.ts';
import { call } from '../../../lib/api/api.ts';

const UPDATE_EVERY_MS = 500;
/** How much of the chat before a position is loaded after a seek. */
const LEAD_MS = 30_000;
/** Messages may belong to earlier positions than their time, as viewers lag behind. */
const AHEAD_MS = 45_000;
const FAR_MS = 60_000;
const MAX_VISIBLE = 200;

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
  const readOn = isWhole && hasNextPage ? () => void fetchNextPage() : null;
  const readAgain = () => void (data ? fetchNextPage() : refetch());
  return { messages, isReady: data !== undefined, isError, isFetching, readOn, readAgain };
}

/** When the picture at a position was recorded, in ms since 1970. */
export function recordedAt(recorded: readonly RecordedPart[], placeS: number): number {
  const part = recorded.findLast(({ at_s }) => at_s <= placeS) ?? recorded[0];
  return part ? Date.parse(part.time) + Math.max(0, placeS - part.at_s) * 1000 : 0;
}

type TimedMessage = ReturnType<typeof toTimedMessages>[number];

/** Sorts the messages by the capture time of the picture that their authors saw: once, because the position is read twice a second. */
export const toTimedMessages = (messages: readonly ChatMessage[]) =>
  messages
    .map((message) => ({ message, atMs: Date.parse(message.shown_at ?? message.timestamp) }))
    .toSorted((a, b) => a.atMs - b.atMs || (a.message.id < b.message.id ? -1 : 1));

/** The last `max` messages up to a time. */
export function messagesUntil(
  timed: readonly TimedMessage[],
  timeMs: number,
  max = Infinity,
): readonly ChatMessage[] {
  const last = timed.findLastIndex(({ atMs }) => atMs <= timeMs);
  return timed.slice(Math.max(0, last + 1 - max), last + 1).map(({ message }) => message);
}

/** The smallest ULID of a time. */
export const firstIdAt = (timeMs: number): string =>
  encodeTime(Math.max(0, Math.floor(timeMs))) + '0'.repeat(16);
