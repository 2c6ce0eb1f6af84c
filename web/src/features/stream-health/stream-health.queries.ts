/** How the caller's own broadcast arrives. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** As often as there is something new: rates are measured over five seconds. */
const REFRESH_MS = 5000;

export const streamHealthQuery = () =>
  queryOptions({
    queryKey: ['stream-health'],
    queryFn: ({ signal }) => call('GET /stream-health', { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
    meta: { failureLog: 'Error fetching the stream’s health' },
  });

export const useStreamHealth = () => useQuery(streamHealthQuery());
