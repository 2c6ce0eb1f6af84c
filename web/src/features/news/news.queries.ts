/** The caller's notifications and their settings. Needs a signed-in user. */
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { NewsChoice, NewsKind, NewsSettings } from '#shared/people/news.ts';
import { call } from '#web/lib/api/api.ts';

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

/** A switch of the settings. */
interface NewsSwitch {
  readonly way: keyof NewsChoice;
  readonly kind: NewsKind;
  readonly isOn: boolean;
}

const withSwitch = (known: NewsSettings, { way, kind, isOn }: NewsSwitch): NewsSettings => ({
  ...known,
  [way]: { ...known[way], [kind]: isOn },
});

/** Saves in sequence. A failure takes back its own switch only, and the next one is saved without it. */
export function switchMutation(cache: QueryClient) {
  const { queryKey } = newsSettingsQuery();
  const show = (change: NewsSwitch) =>
    cache.setQueryData(queryKey, (known) => known && withSwitch(known, change));
  return mutationOptions({
    scope: { id: 'news settings' },
    mutationFn: async (change: NewsSwitch) => {
      const { push, mail } = withSwitch(await cache.ensureQueryData(newsSettingsQuery()), change);
      return call('PUT /news/settings', { body: { push, mail } });
    },
    onMutate: async (change) => {
      await cache.cancelQueries({ queryKey });
      show(change);
    },
    onError: (_, change) => show({ ...change, isOn: !change.isOn }),
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
