/** The caller's notifications and their settings. Needs a signed-in user. */
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { NewsChoice } from '../../../../shared/people/news.ts';
import { call } from '../../lib/api/api.ts';

const newsKey = ['news'] as const;

const UNREAD_FRESH_MS = 60_000;

/** The unread count. Refetches on focus and on a push. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: [...newsKey, 'unread'],
    queryFn: ({ signal }) => call('GET /news/unread', { signal }),
    staleTime: UNREAD_FRESH_MS,
    meta: { failureLog: 'Error fetching the number of news' },
  });

export const newsQuery = () =>
  queryOptions({
    queryKey: [...newsKey, 'list'],
    queryFn: ({ signal }) => call('GET /news', { signal }),
    meta: { failureLog: 'Error fetching the news' },
  });

/** Marks all up to `until` as read. The open list keeps its marks. */
export async function markRead(cache: QueryClient, until: string): Promise<void> {
  const { queryKey } = unreadQuery();
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (known) => known && { ...known, unread: 0 });
  await call('POST /news/read', { body: { until } });
}

export const newsSettingsQuery = () =>
  queryOptions({
    queryKey: [...newsKey, 'settings'],
    queryFn: ({ signal }) => call('GET /news/settings', { signal }),
    meta: { failureLog: 'Error fetching how you are told' },
  });

export function choiceMutation(cache: QueryClient) {
  const { queryKey } = newsSettingsQuery();
  return mutationOptions({
    scope: { id: 'news settings' },
    mutationFn: (body: NewsChoice) => call('PUT /news/settings', { body }),
    onMutate: async (choice) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData(queryKey);
      cache.setQueryData(queryKey, (known) => known && { ...known, ...choice });
      return before;
    },
    onError: (_, __, before) => cache.setQueryData(queryKey, before),
  });
}

export function removeBrowserMutation(cache: QueryClient) {
  const { queryKey } = newsSettingsQuery();
  return mutationOptions({
    mutationFn: (id: string) => call('DELETE /news/browsers/{id}', { params: { id } }),
    onSuccess: async (_, id) => {
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(
        queryKey,
        (known) => known && { ...known, browsers: known.browsers.filter((browser) => browser.id !== id) },
      );
    },
  });
}
