import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';

/** The server measures rates over five seconds. */
const REFRESH_MS = 5000;

export const streamHealthQuery = queryOptions({
  queryKey: ['stream-health'],
  queryFn: ({ signal }) => call('GET /stream-health', { signal }),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
  gcTime: 0,
  meta: { failureLog: 'Error fetching the stream’s health' },
});
