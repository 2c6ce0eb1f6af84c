import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { decodeTime } from 'ulid';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { CHAT_LIMIT_MAX } from '../../../../../shared/limits.ts';
import { call } from '../../../lib/api/api.ts';
import {
  AHEAD_MS,
  FAR_MS,
  firstIdAt,
  LEAD_MS,
  MAX_VISIBLE,
  messagesUntil,
  toTimedMessages,
} from './timed-messages.ts';

const UPDATE_EVERY_MS = 500;
/** How often the newest page is read again. */
const AGAIN_MS = 10_000;

interface Page {
  readonly messages: readonly ChatMessage[];
  /** The id after which the next page begins. */
  readonly lastId: string;
  /** All messages up to this time are read, in ms since 1970. */
  readonly readToMs: number;
}

async function readPage(
  channelId: string,
  after: string,
  liveMs: number,
  signal: AbortSignal,
): Promise<Page> {
  const query = { limit: CHAT_LIMIT_MAX, after };
  const messages = await call('GET /chat/{id}', { params: { id: channelId }, query, signal });
  const lastId = messages.at(-1)?.id ?? after;
  const isFull = messages.length === CHAT_LIMIT_MAX;
  return { messages, lastId, readToMs: isFull ? decodeTime(lastId) : liveMs };
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
  const [fromMs, setFromMs] = useState(nowMs - LEAD_MS);
  const { data, dataUpdatedAt, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['chat', channelId, 'from', fromMs],
    queryFn: ({ pageParam, signal }) => readPage(channelId, pageParam, liveMs(), signal),
    initialPageParam: firstIdAt(fromMs),
    getNextPageParam: ({ lastId }) => lastId,
    // Keeps the displayed list after a seek until the new one loads.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Refetches on return, because messages may have been removed.
    gcTime: 0,
  });
  const timed = useMemo(() => toTimedMessages(data?.pages.flatMap(({ messages }) => messages) ?? []), [data]);
  const readToMs = data?.pages.at(-1)?.readToMs ?? nowMs;
  const update = useEffectEvent(() => {
    const playingMs = playingDate()?.getTime();
    if (playingMs === undefined) return;
    setNowMs(playingMs);
    if (isFetching || isError) return;
    if (playingMs < fromMs || playingMs > readToMs + FAR_MS) setFromMs(playingMs - LEAD_MS);
    else if (playingMs + AHEAD_MS > readToMs && Date.now() > dataUpdatedAt + AGAIN_MS) void fetchNextPage();
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
