/** The queries of the categories and their channels, with their keys. What is live in them is followed by the app. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { categoryIdOf } from '../../../../shared/plain/category-list.ts';
import { byCursor, call, callPage } from '../../lib/api/api.ts';
import { LIST_KEPT_MS } from '../../lib/api/query.ts';

const meta = { failureLog: 'Error fetching data' };

/** The ten categories with the viewers of their live channels. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /categories', { signal }),
    meta,
  });

/** One category, of whatever name: by its name or its id. */
export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['categories', categoryIdOf(id)],
    queryFn: ({ signal }) => call('GET /categories/{id}', { params: { id }, signal }),
    meta,
  });

/** The channels of a category, by its name or its id, page by page (`useInfiniteQuery`). */
export const categoryStreamersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['categories', categoryIdOf(id), 'streamers'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /categories/{id}/streamers', {
        params: { id },
        query: cursor ? { cursor } : {},
        signal,
      }),
    ...byCursor,
    gcTime: LIST_KEPT_MS,
    meta,
  });
