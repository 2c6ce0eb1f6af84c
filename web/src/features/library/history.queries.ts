import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';
import { ENTRIES_PER_PAGE, libraryKey, libraryMeta as meta } from './library.queries.ts';
import { keepText } from '#web/lib/kept.ts';

const historyKey = [...libraryKey, 'history'] as const;

export const historyQuery = () =>
  infiniteQueryOptions({
    queryKey: historyKey,
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/history', {
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

export const historySettingsQuery = () =>
  queryOptions({
    queryKey: [...libraryKey, 'settings'],
    queryFn: ({ signal }) => call('GET /library/settings', { signal }),
    meta,
  });

export const removeFromHistory = (id: string) =>
  call('DELETE /library/history/{video_id}', { params: { video_id: id } });

export const noteWatched = (id: string, positionS: number) =>
  call('PUT /library/history/{video_id}', { params: { video_id: id }, body: { position_s: positionS } });

/** `at`: when the picture that is seen was recorded. @default now */
export const noteBroadcast = (channelId: string, at?: Date) =>
  call('PUT /library/broadcasts/{channel_id}', {
    params: { channel_id: channelId },
    body: at ? { at: at.toISOString() } : {},
  });

/** Fails with `ApiFailure`. */
export function useClearHistory() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /library/history'),
    onSuccess: () => {
      keepText('localStorage', 'player.positions', null);
      return cache.resetQueries({ queryKey: historyKey });
    },
  });
}

/** Fails with `ApiFailure`. */
export function usePauseHistory() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (is_paused: boolean) => call('PUT /library/settings', { body: { is_paused } }),
    onSuccess: (settings) => cache.setQueryData(historySettingsQuery().queryKey, settings),
  });
}
