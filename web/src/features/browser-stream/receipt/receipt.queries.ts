/** How a broadcast of the caller's stands. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

const REFRESH_MS = 2000;

/** Asked again until it is ended, and its replay whole. */
export const broadcastQuery = (stream_id: string) =>
  queryOptions({
    queryKey: ['browser-stream', stream_id],
    queryFn: ({ signal }) => call('GET /browser-stream/{stream_id}', { params: { stream_id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : REFRESH_MS),
    staleTime: 0,
    meta: { failureLog: 'Error fetching the broadcast' },
  });
