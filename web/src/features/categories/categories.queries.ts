import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { categoryIdOf, categorySegment } from '#shared/plain/category-list.ts';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';
import { channelPages } from '#web/lib/api/channel-list.ts';

const meta = { failureLog: 'Error fetching data', hasViewers: () => true };

export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /categories', { signal }),
    meta,
  });

export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['categories', categoryIdOf(id)],
    queryFn: ({ signal }) => call('GET /categories/{id}', { params: { id: categorySegment(id) }, signal }),
    meta,
  });

export const categoryChannelsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['categories', categoryIdOf(id), 'streamers'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /categories/{id}/streamers', {
        params: { id: categorySegment(id) },
        query: cursor ? { cursor } : {},
        signal,
      }),
    ...byCursor,
    gcTime: LIST_KEPT_MS,
    meta: {
      ...meta,
      channels: channelPages({ takes: ({ game }) => categoryIdOf(game) === categoryIdOf(id) }),
    },
  });
