import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Fan, FanBody, FanModel } from '#shared/channels/fans.ts';
import { byCursor, call, callPage, type Page } from '#web/lib/api/api.ts';
import { LIST_KEPT_MS } from '#web/lib/api/query.ts';

const meta = { failureLog: 'Error fetching fans' };
const fansKey = ['fans'] as const;

/** A paged list of this feature, loaded from a cursor. */
const pagesOf = <P extends Page<unknown>>(
  key: readonly unknown[],
  load: (query: { cursor?: string }, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, ...key],
    queryFn: ({ signal, pageParam: cursor }) => load(cursor ? { cursor } : {}, signal),
    ...byCursor,
    meta,
  });

const part = <T>(items: readonly T[], next: string | null): Page<T> => ({ items, total: items.length, next });

export interface FanQuery {
  readonly q?: string;
  readonly ranges?: string;
}

export const foundFansQuery = (question: FanQuery) => ({
  ...pagesOf(['found', question], async (query, signal) => {
    const { fans, next } = await call('GET /fans', { query: { ...question, ...query }, signal });
    return part(fans, next);
  }),
  gcTime: LIST_KEPT_MS,
});

export const collectionQuery = (channel_id: string) =>
  pagesOf(['of', channel_id], (query, signal) =>
    callPage('GET /fans/channels/{channel_id}', {
      params: { channel_id },
      query: { limit: 100, ...query },
      signal,
    }),
  );

export type ModelNames = Pick<FanModel, 'maker' | 'model'>;

/** Fails with the code `not_found` if there are none. */
export const fanModelQuery = (params: ModelNames) =>
  pagesOf(['model', params], async (query, signal) => {
    const { fans, next, maker, model } = await call('GET /fans/models/{maker}/{model}', {
      params,
      query,
      signal,
    });
    return { ...part(fans, next), maker, model };
  });

export const modelVideosQuery = (params: ModelNames) =>
  pagesOf(['videos', params], async (query, signal) => {
    const options = { params, query, signal };
    const { videos, next } = await call('GET /fans/models/{maker}/{model}/videos', options);
    return part(videos, next);
  });

export const modelStreamsQuery = (params: ModelNames) =>
  pagesOf(['streams', params], async (query, signal) => {
    const options = { params, query, signal };
    const { channels, next } = await call('GET /fans/models/{maker}/{model}/streams', options);
    return part(channels, next);
  });

/** In the order of the ids. */
export const comparedFansQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...fansKey, 'compared', ids],
    queryFn: ({ signal }) => call('GET /fans/compare/{ids}', { params: { ids: ids.join(',') }, signal }),
    meta,
  });

/** A channel's stream or a video that features fans. */
export interface FeaturingItem {
  readonly kind: 'channel' | 'video';
  readonly id: string;
}

export const featuredFansQuery = ({ kind, id }: FeaturingItem) =>
  queryOptions({
    queryKey: [...fansKey, 'shown', kind, id],
    queryFn: ({ signal }) =>
      kind === 'channel'
        ? call('GET /fans/streams/{channel_id}', { params: { channel_id: id }, signal })
        : call('GET /fans/videos/{video_id}', { params: { video_id: id }, signal }),
    meta,
  });

export function useSetFeaturedFans(showing: FeaturingItem) {
  const cache = useQueryClient();
  return useMutation({
    // Serialised, so that the last change wins.
    scope: { id: `show fans ${showing.kind} ${showing.id}` },
    mutationFn: (fan_ids: string[]) =>
      showing.kind === 'channel'
        ? call('PUT /fans/streams', { body: { fan_ids } })
        : call('PUT /fans/videos/{video_id}', { params: { video_id: showing.id }, body: { fan_ids } }),
    onSuccess: async (fans: Fan[]) => {
      const { queryKey } = featuredFansQuery(showing);
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, fans);
    },
  });
}

/** Applies a change to the cached collection, and refetches the fans of streams and videos. */
async function changeCollection(
  cache: QueryClient,
  channelId: string,
  change: (pages: readonly Page<Fan>[]) => Page<Fan>[],
): Promise<void> {
  const { queryKey } = collectionQuery(channelId);
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (data) => data && { ...data, pages: change(data.pages) });
  await cache.invalidateQueries({ queryKey: [...fansKey, 'shown'] });
}

export function useSaveFan(channelId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: FanBody }) =>
      call('PUT /fans/{id}', { params: { id }, body }),
    onSuccess: (fan) => changeCollection(cache, channelId, (pages) => withFan(pages, fan)),
  });
}

export function useDeleteFan(channelId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /fans/{id}', { params: { id } }),
    onSuccess: (_, id) =>
      changeCollection(cache, channelId, (pages) =>
        pages.map(({ items, total, next }) => ({
          items: items.filter((fan) => fan.id !== id),
          total: total - 1,
          next,
        })),
      ),
  });
}

/** A new fan is added at the start. */
function withFan(pages: readonly Page<Fan>[], fan: Fan): Page<Fan>[] {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === fan.id));
  return pages.map(({ items, total, next }, at) => ({
    items: [...(at === 0 && !isKnown ? [fan] : []), ...items.map((one) => (one.id === fan.id ? fan : one))],
    total: total + (isKnown ? 0 : 1),
    next,
  }));
}
