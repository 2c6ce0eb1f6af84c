import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { decodeTime } from 'ulid';
import type { ChatMessage } from '#shared/community/chat.ts';
import { CHAT_LIMIT_MAX } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { firstIdAt } from '../feed/first-id.ts';
import { AHEAD_MS, FAR_MS, MAX_VISIBLE, messagesUntil, toTimedMessages } from './timed-messages.ts';

const UPDATE_EVERY_MS = 500;
/** How often the newest page is read again. */
const AGAIN_MS = 10_000;

/** After so many pages it begins again, because each update goes through all of them. */
export const MAX_PAGES = 60;

/** What was written before a position, or what followed a message. */
type PageParam = { readonly before: string } | { readonly after: string };

interface Page {
  readonly messages: readonly ChatMessage[];
  /** The id after which the next page begins. */
  readonly lastId: string;
  /** All messages up to this time are read, in ms since 1970. */
  readonly readToMs: number;
  /** Whether there are more in its direction. */
  readonly isFull: boolean;
}

async function readPage(
  channelId: string,
  param: PageParam,
  liveMs: number,
  signal: AbortSignal,
): Promise<Page> {
  const query = { limit: CHAT_LIMIT_MAX, ...param };
  const messages = await call('GET /chat/{id}', { params: { id: channelId }, query, signal });
  const isFull = messages.length === CHAT_LIMIT_MAX;
  if ('before' in param)
    return { messages, lastId: param.before, readToMs: decodeTime(param.before), isFull };
  const lastId = messages.at(-1)?.id ?? param.after;
  return { messages, lastId, readToMs: isFull ? decodeTime(lastId) : liveMs, isFull };
}

export interface PastTimes {
  /** When the visible picture was captured. Must be a stable function. */
  readonly playingDate: () => Date | null;
  /** The time of the live picture, by the same clock. */
  readonly liveMs: () => number;
}

/** The messages of a live stream's chat up to the time of the picture. Reads a page at a time, wherever that is. */
export function usePastChat(channelId: string, { playingDate, liveMs }: PastTimes) {
  const [nowMs, setNowMs] = useState(() => playingDate()?.getTime() ?? liveMs());
  const [fromMs, setFromMs] = useState(nowMs);
  const { data, dataUpdatedAt, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['chat', channelId, 'from', fromMs],
    queryFn: ({ pageParam, signal }) => readPage(channelId, pageParam, liveMs(), signal),
    initialPageParam: { before: firstIdAt(fromMs) } as PageParam,
    getNextPageParam: ({ lastId }): PageParam => ({ after: lastId }),
    // Keeps the displayed list after a seek until the new one loads.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Refetches on return, because messages may have been removed.
    gcTime: 0,
  });
  const timed = useMemo(() => toTimedMessages(data?.pages.flatMap(({ messages }) => messages) ?? []), [data]);
  const [first, last] = [data?.pages[0], data?.pages.at(-1)];
  const readToMs = last?.readToMs ?? nowMs;
  // Without a full page of what was written before, that is all there is.
  const readFromMs = first?.isFull ? decodeTime(first.messages[0]!.id) : 0;
  // At the live end there is a wait between two pages.
  const waitMs = first === last || last?.isFull ? 0 : AGAIN_MS;
  const update = useEffectEvent(() => {
    const playingMs = playingDate()?.getTime();
    if (playingMs === undefined) return;
    setNowMs(playingMs);
    if (isFetching || isError) return;
    const isFarAway = playingMs < readFromMs || playingMs > readToMs + FAR_MS;
    const isLong = (data?.pages.length ?? 0) >= MAX_PAGES;
    if (isFarAway || (isLong && playingMs !== fromMs)) setFromMs(playingMs);
    else if (playingMs + AHEAD_MS > readToMs && Date.now() > dataUpdatedAt + waitMs) void fetchNextPage();
  });
  useEffect(() => {
    const timer = setInterval(() => update(), UPDATE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const readAgain = () => void (data ? fetchNextPage() : refetch());
  return {
    messages: messagesUntil(timed, nowMs, MAX_VISIBLE),
    nowMs,
    isReady: data !== undefined,
    isError,
    isFetching,
    readAgain,
  };
}
