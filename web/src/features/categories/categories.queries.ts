/** The queries of the categories and their channels, with their keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api.ts';

const REFRESH_MS = 30_000;
const CHANNELS_REFRESH_MS = 15_000;
const meta = { failureLog: 'Error fetching data' };

/** The ten categories with the viewers of their live channels. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /categories', { signal }),
    refetchInterval: REFRESH_MS,
    meta,
  });

/** The channels of a category by its id, page by page (`useInfiniteQuery`). A missing one fails with `not_found`. */
export const categoryStreamersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['categories', id, 'streamers'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /categories/{id}/streamers', {
        params: { id },
        query: cursor ? { cursor } : {},
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: CHANNELS_REFRESH_MS,
    meta,
  });
