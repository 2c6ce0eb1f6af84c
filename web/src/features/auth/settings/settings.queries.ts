/** What a person's settings show of their account, and what is done there. Their queries need a signed-in user. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataExport } from '../../../../../shared/people/auth.ts';
import { call } from '../../../lib/api/api.ts';

/** Where one is signed in, latest first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => call('GET /auth/sessions', { signal }),
    meta: { failureLog: 'Error fetching the sessions' },
  });

/** Signs one device out. */
export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/sessions/{id}', { params: { id } }),
    onSuccess: async (_, id) => {
      const { queryKey } = sessionsQuery();
      // A list that was asked for before would bring it back.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
    },
  });
}

const EXPORT_POLL_MS = 4000;
/** Addresses hold for ten minutes. */
const READY_EVERY_MS = 5 * 60_000;

const nextPollMs = ({ status }: DataExport): number | false =>
  ({ none: false, making: EXPORT_POLL_MS, ready: READY_EVERY_MS } as const)[status];

/** How far the copy of one's data is; asked again while it is made, and before its addresses are too old. */
export const exportQuery = () =>
  queryOptions({
    queryKey: ['auth', 'export'],
    queryFn: ({ signal }) => call('GET /auth/export', { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && nextPollMs(state.data),
    meta: { failureLog: 'Error fetching the copy of your data' },
  });

/** Has a copy made. */
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
