import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { StatisticsDays } from '#shared/limits.ts';
import { byCursor, call, callPage } from '#web/lib/api/api.ts';

const meta = { failureLog: 'Error fetching statistics' };
const statisticsKey = (channelId: string) => ['statistics', channelId] as const;

const ENTRIES = 20;

export const channelStatisticsQuery = (id: string, days: StatisticsDays) =>
  queryOptions({
    queryKey: [...statisticsKey(id), 'days', days],
    queryFn: ({ signal }) => call('GET /statistics/{id}/days/{days}', { params: { id, days }, signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const broadcastStatisticsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...statisticsKey(id), 'broadcasts'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /statistics/{id}/broadcasts', {
        params: { id },
        query: { limit: ENTRIES, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

export const broadcastDetailsQuery = (id: string, started_at: string) =>
  queryOptions({
    queryKey: [...statisticsKey(id), 'broadcasts', started_at],
    queryFn: ({ signal }) =>
      call('GET /statistics/{id}/broadcasts/{started_at}', { params: { id, started_at }, signal }),
    meta,
  });

export const videoStatisticsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...statisticsKey(id), 'videos'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /statistics/{id}/videos', {
        params: { id },
        query: { limit: ENTRIES, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

export const videoDetailsQuery = (id: string, video_id: string) =>
  queryOptions({
    queryKey: [...statisticsKey(id), 'videos', video_id],
    queryFn: ({ signal }) =>
      call('GET /statistics/{id}/videos/{video_id}', { params: { id, video_id }, signal }),
    meta,
  });

/** Allows the moderators to read the statistics, or not. */
export function useShareStatistics(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (for_moderators: boolean) =>
      call('PUT /statistics/{id}/settings', { params: { id }, body: { for_moderators } }),
    onSettled: () => cache.invalidateQueries({ queryKey: [...statisticsKey(id), 'days'] }),
  });
}
