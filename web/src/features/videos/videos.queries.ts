import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { categorySegment } from '#shared/plain/category-list.ts';
import type { Video } from '#shared/videos/videos.ts';
import { byCursor, call, callPage, type Page } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';

/** The refresh interval during processing … */
const PROCESSING_REFRESH_MS = 2000;
/** … and otherwise, so that a replay appears. */
const REFRESH_MS = 30_000;
const meta = { failureLog: 'Error fetching videos' };

export const videosKey = ['videos'] as const;

const publicList = {
  ...byCursor,
  gcTime: LIST_KEPT_MS,
  refetchInterval: REFRESH_MS,
  meta,
};

/** Whether another video is expected. */
interface Expected {
  readonly isAwaiting?: boolean;
  readonly isLive?: boolean;
}

export const channelVideosQuery = (channel: string, { isAwaiting, isLive }: Expected = {}) =>
  infiniteQueryOptions({
    queryKey: [...videosKey, 'of', channel],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /videos', {
        query: { channel, ...pageOf(cursor) },
        signal,
      }),
    ...byCursor,
    refetchInterval: ({ state }) => {
      if (isAwaiting || hasProcessing(state.data)) return PROCESSING_REFRESH_MS;
      return isLive ? false : REFRESH_MS;
    },
    meta,
  });

const VIDEOS_PER_PAGE = 24;

const pageOf = (cursor: string | null) => ({ limit: VIDEOS_PER_PAGE, ...(cursor && { cursor }) });

export const latestVideosQuery = () =>
  infiniteQueryOptions({
    queryKey: [...videosKey, 'latest'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /videos/latest', {
        query: pageOf(cursor),
        signal,
      }),
    ...publicList,
  });

/** Videos by a category's name or id. */
export const categoryVideosQuery = (category: string) =>
  infiniteQueryOptions({
    queryKey: [...videosKey, 'in', category.toLowerCase()],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /categories/{id}/videos', {
        params: { id: categorySegment(category) },
        query: pageOf(cursor),
        signal,
      }),
    ...publicList,
  });

/** Fails with `not_found` for a missing video, or for another user's unfinished one. */
export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: [...videosKey, 'one', id],
    queryFn: ({ signal }) => call('GET /videos/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? PROCESSING_REFRESH_MS : false),
    meta,
  });

export type Pages = InfiniteData<Page<Video>>;

const hasProcessing = (data: Pages | undefined): boolean =>
  data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing')) ?? false;
