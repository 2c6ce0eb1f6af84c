/** The caller's own stream: its query, and the mutations that start and stop it. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import { call } from '#web/lib/api/api.ts';

const REFRESH_MS = 3000;
/** While the channel is not live, until software connects. */
const IDLE_REFRESH_MS = 6000;

/**
 * Status and credentials, polled while a screen has them. They contain the stream key, so they are removed from memory when the screen
 * closes (`gcTime: 0`), and are never stored.
 */
export const streamStatusQuery = () =>
  queryOptions({
    queryKey: ['streaming', 'status'],
    queryFn: ({ signal }) => call('GET /streaming/status', { signal }),
    refetchInterval: ({ state: { data } }) => (data?.is_live || data?.preview ? REFRESH_MS : IDLE_REFRESH_MS),
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

export const useResetKey = () => useStatusMutation(() => call('POST /streaming/key'));

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
