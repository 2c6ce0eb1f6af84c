/** The caller's own stream: its query, and the mutations that start and stop it. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import { call } from '#web/lib/api/api.ts';

const REFRESH_MS = 3000;

/**
 * Status and credentials, polled while live. They contain the stream key, so they are removed from memory when the screen
 * closes (`gcTime: 0`), and are never stored.
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

function useStatusMutation<Body = void>(mutationFn: (body: Body) => Promise<StreamStatus>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (status) => keepStatus(cache, status), gcTime: 0 });
}

export const useStartStream = () =>
  useStatusMutation((body: StreamSetup) => call('POST /streaming/start', { body }));

export const useStopStream = () => useStatusMutation(() => call('POST /streaming/stop'));

/** Applies saved details to the cached status at once. */
export async function keepDetails(cache: QueryClient, details: Partial<StreamStatus>): Promise<void> {
  const status = cache.getQueryData(streamStatusQuery().queryKey);
  if (status) await keepStatus(cache, { ...status, ...details });
}

/** Replaces the cached status by the answer of a start or a stop, and cancels pending requests. */
export async function keepStatus(cache: QueryClient, status: StreamStatus): Promise<void> {
  const { queryKey } = streamStatusQuery();
  // A pending request could restore the old credentials.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, status);
}
