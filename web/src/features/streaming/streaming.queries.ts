/** The caller's own stream: its query, and the mutations that start and stop it. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamSetup, StreamStatus } from '../../../../shared/live/streaming.ts';
import { call } from '../../lib/api/api.ts';

const REFRESH_MS = 3000;

/**
 * Status and credentials; asked again while live. They hold the stream key, so they leave the memory
 * with the screen that shows them (`gcTime: 0`), and nothing here writes them anywhere.
 */
export const streamStatusQuery = () =>
  queryOptions({
    queryKey: ['streaming', 'status'],
    queryFn: ({ signal }) => call('GET /streaming/status', { signal }),
    refetchInterval: ({ state }) => (state.data?.is_live ? REFRESH_MS : false),
    staleTime: 0,
    gcTime: 0,
    meta: { failureLog: 'Error fetching the stream status' },
  });

/** Create Stream. */
export function useStartStream() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: StreamSetup) => call('POST /streaming/start', { body }),
    onSuccess: (status) => keepStatus(cache, status),
    gcTime: 0,
  });
}

/** Stop Stream. */
export function useStopStream() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /streaming/stop'),
    onSuccess: (status) => keepStatus(cache, status),
    gcTime: 0,
  });
}

/** What was saved of the stream stands in its status at once. */
export async function keepDetails(cache: QueryClient, details: Partial<StreamStatus>): Promise<void> {
  const status = cache.getQueryData(streamStatusQuery().queryKey);
  if (status) await keepStatus(cache, { ...status, ...details });
}

/** Puts the answer of a start or a stop in the place of the status, and gives up any older question. */
export async function keepStatus(cache: QueryClient, status: StreamStatus): Promise<void> {
  const { queryKey } = streamStatusQuery();
  // A status that was asked for before would bring the old credentials back.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, status);
}
