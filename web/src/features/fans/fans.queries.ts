import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Fan, FanBody, FanModel } from '../../../../shared/channels/fans.ts';
import { byCursor, call, callPage, type Page } from '../../lib/api/api.ts';
import { LIST_KEPT_MS } from '../../lib/api/query.ts';

const meta = { failureLog: 'Error fetching fans' };
const fansKey = ['fans'] as const;

const part = <T>(items: readonly T[], next: string | null): Page<T> => ({ items, total: items.length, next });

export interface FanQuery {
  readonly q?: string;
  readonly ranges?: string;
}

export const foundFansQuery = (question: FanQuery) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, 'found', question],
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = { ...question, ...(cursor && { cursor }) };
      const { fans, next } = await call('GET /fans', { query, signal });
      return part(fans, next);
    },
    ...byCursor,
    gcTime: LIST_KEPT_MS,
    meta,
  });

export const collectionQuery = (channelId: string) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, 'of', channelId],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /fans/channels/{channel_id}', {
        params: { channel_id: channelId },
        query: { limit: 100, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

interface ModelNames {
  readonly maker: string;
  readonly model: string;
}

/** Fails with the code `not_found` if there are none. */
export const fanModelQuery = (params: ModelNames) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, 'model', params],
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = cursor ? { cursor } : {};
      const found: FanModel = await call('GET /fans/models/{maker}/{model}', { params, query, signal });
      return { ...part(found.fans, found.next), maker: found.maker, model: found.model };
    },
    ...byCursor,
    meta,
  });

export const modelVideosQuery = (params: ModelNames) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, 'videos', params],
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = cursor ? { cursor } : {};
      const { videos, next } = await call('GET /fans/models/{maker}/{model}/videos', {
        params,
        query,
        signal,
      });
      return part(videos, next);
    },
    ...byCursor,
    meta,
  });

export const modelStreamsQuery = (params: ModelNames) =>
  infiniteQueryOptions({
    queryKey: [...fansKey, 'streams', params],
    queryFn: async ({ signal, pageParam: cursor }) => {
      const query = cursor ? { cursor } : {};
      const { channels, next } = await call('GET /fans/models/{maker}/{model}/streams', {
        params,
        query,
        signal,
      });
      return part(channels, next);
    },
    ...byCursor,
    meta,
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

export function useSaveFan(channelId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: FanBody }) =>
      call('PUT /fans/{id}', { params: { id }, body }),
    onSuccess: async (fan) => {
      const { queryKey } = collectionQuery(channelId);
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (data) => data && { ...data, pages: withFan(data.pages, fan) });
      await cache.invalidateQueries({ queryKey: [...fansKey, 'shown'] });
    },
  });
}

export function useDeleteFan(channelId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /fans/{id}', { params: { id } }),
    onSuccess: async (_, id) => {
      const { queryKey } = collectionQuery(channelId);
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.filter((fan) => fan.id !== id),
              total: page.total - 1,
            })),
          },
      );
      await cache.invalidateQueries({ queryKey: [...fansKey, 'shown'] });
    },
  });
}

/** A new fan is added at the start. */
function withFan(pages: readonly Page<Fan>[], fan: Fan): Page<Fan>[] {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === fan.id));
  return pages.map((page, at) => ({
    ...page,
    items: [
      ...(at === 0 && !isKnown ? [fan] : []),
      ...page.items.map((one) => (one.id === fan.id ? fan : one)),
    ],
    total: page.total + (isKnown ? 0 : 1),
  }));
}
