/** Queries and mutations of the account settings, for signed-in users. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataExport } from '../../../../../shared/people/auth.ts';
import { call } from '../../../lib/api/api.ts';

/** The sessions, latest first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
    meta: { failureLog: 'Error fetching the sessions' },
  });

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/sessions/{id}', { params: { id } }),
    onSuccess: async (_, id) => {
      const { queryKey } = sessionsQuery();
      // An earlier request would restore the old list.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
    },
  });
}

const EXPORT_POLL_MS = 4000;
/** Refreshes before the download addresses expire after ten minutes. */
const READY_EVERY_MS = 5 * 60_000;

const nextPollMs = ({ status }: DataExport): number | false =>
  status !== 'none' && (status === 'ready' ? READY_EVERY_MS : EXPORT_POLL_MS);

/** The state of the data export. Polls while it is being made, and before its addresses expire. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['auth', 'export'],
    queryFn: ({ signal }) => call('GET /auth/export', { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && nextPollMs(state.data),
    meta: { failureLog: 'Error fetching the copy of your data' },
  });

export function useRequestExport() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /auth/export'),
    onSuccess: async (state) => {
      const { queryKey } = exportQuery();
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, state);
    },
  });
}
